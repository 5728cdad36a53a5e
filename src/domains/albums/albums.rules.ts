/** Lengths, in characters. */
export const albumTitleLength = 128;
export const albumTextLength = 1_000;
/** Per upload. */
export const maxPhotosAtOnce = 20;

/** Maximum of photos that one activity post has; at the maximum their number is not shown. */
export const maxCountedPhotos = 10;

export type AlbumType = 'profile' | 'cover' | 'wall';

/** Automatic albums of every member. */
export const automaticTitles: Record<AlbumType, string> = {
  profile: 'Profile Photos',
  cover: 'Cover Photos',
  wall: 'Wall Photos',
};

export const albumPath = (ownerId: number, albumId: number): string =>
  `/profile/${ownerId}/albums/${albumId}`;

/** The reason why a title is invalid, or null. */
export const titleProblem = (title: string): string | null =>
  title.trim() === '' ? 'Please give the album a title.' : null;

interface Facts {
  ownerId: number;
  type: AlbumType | null;
}

/** Automatic albums get their photos automatically. */
export const mayAddTo = (memberId: number, { ownerId, type }: Facts): boolean =>
  memberId === ownerId && type === null;
/** Photos of posts have the audience of their post. */
export const mayEditAlbum = (memberId: number, { ownerId, type }: Facts): boolean =>
  memberId === ownerId && type !== 'wall';
export const mayDeleteAlbum = mayAddTo;
