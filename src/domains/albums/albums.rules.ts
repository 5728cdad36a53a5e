import { closedPath, type OwnerType } from '#domains/lightbox/lightbox-route.rules.ts';

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

export const albumPath = (ownerId: number, albumId: number, ownerType?: OwnerType): string =>
  closedPath({ subjectType: 'album', subjectId: albumId, ownerType, ownerId });

/** The reason why a title is invalid, or null. */
export const titleProblem = (title: string): string | null =>
  title.trim() === '' ? 'Please give the album a title.' : null;

/** The rights of the viewer: of the owner, or by the role in the container of the album. */
export interface AlbumRights {
  /** May add photos to its albums. */
  isContributor: boolean;
  /** May change it. */
  isManaged: boolean;
  /** May change every photo in it, also those of others. */
  isEditor: boolean;
  /** May change the photos that they added themselves. */
  isAdded: boolean;
  type: AlbumType | null;
}

/** Automatic albums get their photos automatically. */
export const mayAddTo = ({ isContributor, type }: AlbumRights): boolean =>
  isContributor && type === null;
/** Photos of posts have the audience of their post. */
export const mayEditAlbum = ({ isManaged, type }: AlbumRights): boolean =>
  isManaged && type !== 'wall';
/**
 * In a container an album holds photos of many, and only its editors delete those of others.
 * @param holdsOthers whether others added photos to it
 */
export const mayDeleteAlbum = ({
  isManaged,
  isEditor,
  type,
  holdsOthers,
}: AlbumRights & { holdsOthers: boolean }): boolean =>
  isManaged && type === null && (isEditor || !holdsOthers);
/** @param isOwn whether the viewer added that photo */
export const mayEditPhoto = (
  { isEditor, isAdded }: Pick<AlbumRights, 'isEditor' | 'isAdded'>,
  isOwn: boolean,
): boolean => isEditor || (isAdded && isOwn);
