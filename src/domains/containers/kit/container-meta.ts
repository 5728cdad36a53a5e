import { isolate } from '#lib/names.ts';
import { counted, shorten } from '#lib/text.ts';

interface Described {
  title: string;
  description: string;
  avatar: string | null;
  cover: string | null;
  memberCount: number;
}

/**
 * Metadata of a public container for search engines and previews: only what its reader sees anyway.
 * @param origin PUBLIC_ORIGIN, the base of every address
 * @param more further facts of its kind, as schema.org names them
 */
export function containerMeta(
  { title, description, avatar, cover, memberCount }: Described,
  origin: string,
  path: string,
  more: object,
) {
  const url = origin + path;
  const picture = avatar ?? cover;
  const image = picture ? `${origin}/media/public/${picture}` : undefined;
  const text = shorten(description.replace(/\s+/g, ' '), 160, 156);
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
      ...more,
    },
  };
}
