import { albumPath } from '#domains/media/albums/albums.rules.ts';
import type { FeedItem } from '#domains/posts/feed-item.schema.ts';
import type { Audience } from '#domains/posts/posts.schema.ts';
import { toWireType } from '#lib/wire-names.ts';

/** What the author can change about a post. */
export interface Editable {
  id: number;
  body: string;
  audience: Audience;
  /** Who sees it is chosen for the album of its photos, which lies there. */
  albumHref?: string;
  /** News of friends are for friends. */
  isForFriends?: true;
  /** Names the version. */
  modifiedDate: string;
  /** Something beside the text: then the text may be empty. */
  hasMore: boolean;
  photos: Array<{ photoId: number; src: string; alt: string }>;
}

export const editableOf = ({ feed }: FeedItem): Editable => ({
  id: feed.action_id,
  body: feed.body,
  audience: feed.privacy,
  ...(feed.params.album
    ? { albumHref: albumPath(feed.subject_id, feed.params.album.album_id) }
    : {}),
  ...(feed.params.friend ? { isForFriends: true } : {}),
  modifiedDate: feed.modified_date,
  hasMore: feed.attachment.length > 0 || feed.params.friend !== undefined,
  photos: feed.attachment.flatMap(({ attachment_type, photo_id, picture, image_icon, owner }) =>
    attachment_type === toWireType('photo') && !owner && picture && image_icon
      ? [{ photoId: photo_id, src: image_icon.src, alt: picture.alt }]
      : [],
  ),
});
