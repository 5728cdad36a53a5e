import type { PostModel } from '#domains/posts/posts.model.ts';
import type { Audience } from '#domains/posts/posts.schema.ts';
import type { WallType } from '#lib/container-types.ts';
import { parseWire } from '#lib/dates.ts';
import { itemPath } from '#lib/item-path.ts';

/** The parts of a post that its author can change. */
export interface Editable {
  id: number;
  body: string;
  audience: Audience;
  /** Address of the album of its photos, which decides its audience. */
  albumHref?: string;
  isPaid: boolean;
  /** For 24 hours after publishing. */
  isMarkOpen: boolean;
  /** Kind of wall, if it is not the author's own. */
  wall?: WallType;
  /** Friendship posts cannot be public. */
  isForFriends?: true;
  /** Identifies the edited version. */
  modifiedDate: string;
  /** Whether there is more than the text, which may then be empty. */
  hasMore: boolean;
  photos: Array<{ photoId: number; src: string; alt: string }>;
}

const isOnOwnWall = ({ wall, author }: PostModel): boolean =>
  wall.type === 'member' && wall.id === author.id;

export const toEditable = (post: PostModel): Editable => ({
  id: post.id,
  body: post.body,
  audience: post.audience,
  isPaid: post.isPaid === true,
  isMarkOpen: Date.now() < parseWire(post.publishedAt)!.getTime() + 24 * 60 * 60_000,
  ...(post.album ? { albumHref: itemPath('album', post.album.id)! } : {}),
  ...(isOnOwnWall(post) ? {} : { wall: post.wall.type as WallType }),
  ...(post.friend ? { isForFriends: true } : {}),
  modifiedDate: post.modifiedAt,
  hasMore:
    post.attachments.length > 0 ||
    (isOnOwnWall(post) && post.headline?.item !== undefined && !post.album),
  photos: post.attachments.flatMap(({ type, photoId, picture, images, owner }) =>
    type === 'photo' && !owner && picture && images.icon
      ? [{ photoId, src: images.icon.src, alt: picture.alt }]
      : [],
  ),
});
