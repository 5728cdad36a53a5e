import type { Member } from '#domains/policy/viewer.ts';
import type { Tx } from '#server/db.ts';
import { fromEachDomain } from '#server/domain.ts';

/** Photos added to an album, in order. */
export interface AddedPhotos {
  type: 'profile_photo_update' | 'album_photo_new';
  albumId: number;
  photoIds: number[];
}

type OnPhotosAdded = (tx: Tx, member: Member, added: AddedPhotos) => Promise<void>;

declare module '#server/domain.ts' {
  interface Domain {
    /** Runs in the transaction that adds the photos and locks the album's row. */
    onPhotosAdded?: OnPhotosAdded;
  }
}

export const photosAdded: OnPhotosAdded = async (tx, member, added) => {
  for (const handle of fromEachDomain('onPhotosAdded')) await handle(tx, member, added);
};
