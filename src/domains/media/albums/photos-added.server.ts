import type { Member } from '#domains/policy/viewer.ts';
import type { Tx } from '#server/db.ts';

/** Photos that have come into an album, in their order. */
export interface PhotoNews {
  type: 'profile_photo_update' | 'album_photo_new';
  albumId: number;
  photoIds: number[];
}

type Teller = (tx: Tx, member: Member, news: PhotoNews) => Promise<void>;

let teller: Teller | undefined;

/** Called by the domain that writes them down for the feed, when it is loaded. */
export const tellPhotoNews = (tell: Teller) => void (teller = tell);

/** In the transaction that puts the photos there, which holds the album's row. */
export const photosCame: Teller = async (tx, member, news) => teller?.(tx, member, news);
