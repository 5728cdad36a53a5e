import { isolate } from '#lib/names.ts';
import { counted, shorten } from '#lib/text.ts';
import { groupPath } from './group-paths.ts';

interface Described {
  id: number;
  title: string;
  description: string;
  avatar: string | null;
  cover: string | null;
  memberCount: number;
}

/**
 * Metadata of an open group for search engines and previews: only what its reader sees anyway.
 * @param origin PUBLIC_ORIGIN, the base of every address
 */
export function groupMeta(group: Described, origin: string) {
  const { id, title, avatar, cover, memberCount } = group;
  const url = origin + groupPath(id, 'posts');
  const picture = avatar ?? cover;
  const image = picture ? `${origin}/media/public/${picture}` : undefined;
  const text = shorten(group.description.replace(/\s+/g, ' '), 160, 156);
  return {
    image,
    description: text || `${isolate(title)}, with ${counted(memberCount, 'member')}.`,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': `${url}#organization`,
      name: title,
      url,
      description: text,
      ...(image ? { logo: image, image } : {}),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/JoinAction',
        userInteractionCount: memberCount,
      },
    },
  };
}
