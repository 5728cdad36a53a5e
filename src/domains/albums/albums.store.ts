import type { OwnerType } from '#domains/lightbox/lightbox-route.rules.ts';
import { RestError } from '#lib/rest.ts';
import { wireSubject } from '#lib/wire-names.ts';
import { toastOnNextScreen } from '#ui/flash-toast.ts';
import { toast } from '#ui/toast.ts';
import {
  deleteAlbum as deleteAlbumCall,
  deletePhoto as deletePhotoCall,
  editAlbum as editAlbumCall,
  editPhoto as editPhotoCall,
  uploadPhotos,
} from './albums.calls.ts';
import { toAlbumFields, toAlbumId, type AlbumText } from './albums.model.ts';
import { albumPath } from './albums.rules.ts';

const numbered = (files: File[]) =>
  Object.fromEntries(files.map((file, index) => [`filedata${index}`, file]));

const goTo = (path: string, message: string) => {
  toastOnNextScreen(message);
  // Reloads if it is the present screen.
  if (location.pathname + location.search === path) location.reload();
  else location.assign(path);
};

/**
 * Shows an error, in the server's words if it has some, with the name of the file that was refused.
 * Returns false.
 */
function fail(error: unknown, otherwise: string, files: File[] = []): false {
  if (error instanceof RestError && error.status > 0 && error.status < 500) {
    const refused = files[Number(error.field?.replace('filedata', ''))];
    toast.error(refused ? `${refused.name}: ${error.message}` : error.message);
  } else toast.error(otherwise);
  return false;
}

const tryTo = (
  work: Promise<unknown>,
  otherwise: string,
  then: () => void,
  files?: File[],
): Promise<boolean> =>
  work.then(
    () => {
      then();
      return true;
    },
    (error: unknown) => fail(error, otherwise, files),
  );

/** The member or container of an album. */
export interface AlbumOwner {
  type: OwnerType;
  id: number;
}

interface Sending {
  /** Stays the same for every attempt of one upload. */
  key: string;
  onProgress: (percent: number) => void;
}

export async function createAlbum(
  { type, id }: AlbumOwner,
  words: AlbumText,
  files: File[],
  { key, onProgress }: Sending,
): Promise<boolean> {
  try {
    const answer = await uploadPhotos(
      {
        ...toAlbumFields(words),
        ...numbered(files),
        ...(type === 'member' ? {} : wireSubject({ type, id })),
      },
      { idempotencyKey: key, onProgress },
    );
    goTo(albumPath(id, toAlbumId(answer), type), 'Album created.');
    return true;
  } catch (error) {
    return fail(error, 'The album could not be created. Please try again.', files);
  }
}

export const addPhotos = (
  albumId: number,
  files: File[],
  { key, onProgress }: Sending,
): Promise<boolean> =>
  tryTo(
    uploadPhotos({ album_id: albumId, ...numbered(files) }, { idempotencyKey: key, onProgress }),
    'The photos could not be added. Please try again.',
    () => goTo(location.pathname + location.search, 'Photos added.'),
    files,
  );

export const editAlbum = (id: number, words: AlbumText): Promise<boolean> =>
  tryTo(
    editAlbumCall({ id, ...toAlbumFields(words) }),
    'The album could not be changed. Please try again.',
    () => goTo(location.pathname + location.search, 'Album updated'),
  );

/** @param albumsPath of the list that it was in */
export const deleteAlbum = (albumsPath: string, id: number): Promise<boolean> =>
  tryTo(deleteAlbumCall({ id }), 'The album could not be deleted. Please try again.', () =>
    goTo(albumsPath, 'Album deleted.'),
  );

export const chooseCover = (id: number, photoId: number): Promise<boolean> =>
  tryTo(
    editAlbumCall({ id, photo_id: photoId }),
    'The cover could not be changed. Please try again.',
    () => toast.success('Album cover updated'),
  );

export const editPhoto = (
  photoId: number,
  { title, caption, alt }: { title: string; caption: string; alt: string },
): Promise<boolean> =>
  tryTo(
    editPhotoCall({ photo_id: photoId, title, description: caption, alt }),
    'The photo could not be changed. Please try again.',
    () => goTo(location.pathname + location.search, 'Photo updated'),
  );

export const deletePhoto = (photoId: number, albumId: number): Promise<boolean> =>
  tryTo(
    deletePhotoCall({ photo_id: photoId, album_id: albumId }),
    'The photo could not be deleted. Please try again.',
    () => goTo(location.pathname + location.search, 'Photo deleted.'),
  );
