import { isolate } from '#lib/names.ts';
import { counted } from '#lib/text.ts';

/** Metadata of a profile for search engines and link previews: only what its reader sees anyway. */
export interface ProfileMeta {
  description: string;
  /** Canonical address. */
  url: string;
  image: string | undefined;
  jsonLd: Record<string, unknown>;
}

interface Described {
  id: number;
  displayname: string;
  username: string;
  avatar: string | null;
  joinedAt: string;
  friendCount: number;
}

/** @param origin PUBLIC_ORIGIN, the base of every address */
export function profileMeta(
  { id, displayname, username, avatar, joinedAt, friendCount }: Described,
  site: { origin: string; name: string },
): ProfileMeta {
  const url = `${site.origin}/profile/${id}/posts`;
  const image = avatar ? `${site.origin}/media/public/${avatar}` : undefined;
  return {
    description: `${isolate(displayname)} (@${username}) on ${site.name}${friendCount ? `, with ${counted(friendCount, 'friend')}` : ''}.`,
    url,
    image,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      '@id': url,
      url,
      dateCreated: `${joinedAt.slice(0, 10)}T${joinedAt.slice(11, 19)}Z`,
      mainEntity: {
        '@type': 'Person',
        '@id': `${url}#person`,
        name: displayname,
        alternateName: username,
        identifier: String(id),
        url,
        ...(image ? { image } : {}),
        interactionStatistic: [
          {
            '@type': 'InteractionCounter',
            interactionType: 'https://schema.org/BefriendAction',
            userInteractionCount: friendCount,
          },
        ],
      },
    },
  };
}
