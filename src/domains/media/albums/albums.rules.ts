/** Lengths, in characters. */
export const albumTitleLength = 128;
export const albumTextLength = 1_000;
/** Of one upload. */
export const mostPhotosAtOnce = 20;

export type AlbumType = 'profile' | 'cover' | 'wall';

/** Albums that the site keeps for every member. */
export const automaticTitles: Record<AlbumType, string> = {
  profile: 'Profile Photos',
  cover: 'Cover Photos',
  wall: 'Wall Photos',
};

export const albumPath = (ownerId: number, albumId: number): string =>
  `/profile/${ownerId}/albums/${albumId}`;

/** Why an album cannot be called that, or null. */
export const titleProblem = (title: string): string | null =>
  title.trim() === '' ? 'Please give the album a title.' : null;

interface Facts {
  ownerId: number;
  type: AlbumType | null;
}

/** Photos come into automatic albums by themselves. */
export const mayAddTo = (memberId: number, { ownerId, type }: Facts): boolean =>
  memberId === ownerId && type === null;
/** Who sees photos of posts is said with each post. */
export const mayEditAlbum = (memberId: number, { ownerId, type }: Facts): boolean =>
  memberId === ownerId && type !== 'wall';
export const mayDeleteAlbum = mayAddTo;
