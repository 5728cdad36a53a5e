import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { storePhotos, type StoredPhoto } from '#domains/media/photos.server.ts';
import { storeVideo, type StoredVideo } from '#domains/media/videos/videos.server.ts';
import { env } from '#server/env.ts';
import { HttpError } from '#server/errors.ts';
import type { PictureKind } from '#server/pictures/task.ts';
import {
  familyOf,
  headLength,
  kindOf,
  type FileKind,
  type VideoKind,
} from '#server/uploads/file-kinds.ts';
import { workFolder, type WorkFolder } from '#server/uploads/work-folder.ts';
import type { Archive } from './read-archive.server.ts';

const megabyte = 1024 * 1024;

interface Unpacked {
  path: string;
  kind: FileKind;
  size: number;
}

/**
 * A file of the archive on our disk, with the type that its bytes have; undefined if it is missing
 * or of no supported type.
 */
async function unpack(
  archive: Archive,
  name: string,
  family: 'picture' | 'video',
  folder: string,
): Promise<Unpacked | undefined> {
  const path = join(folder, 'unpacked');
  const maxBytes =
    (family === 'picture' ? env().UPLOAD_IMAGE_MB : env().UPLOAD_VIDEO_MB) * megabyte;
  if (!(await archive.unpack(name, path, maxBytes))) return undefined;
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0);
    const kind = kindOf(buffer.subarray(0, bytesRead));
    return kind && familyOf(kind) === family
      ? { path, kind, size: (await handle.stat()).size }
      : undefined;
  } finally {
    await handle.close();
  }
}

/** An unreadable file is left out; an error of our own ends the attempt. */
async function orNothing<Made>(
  make: (folder: WorkFolder) => Promise<Made | undefined>,
): Promise<Made | undefined> {
  const folder = await workFolder();
  try {
    return await make(folder);
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return undefined;
    throw error;
  } finally {
    await folder.remove();
  }
}

/** Unpacks a picture and processes it; undefined if it cannot be read. */
export const withPicture = <Made>(
  archive: Archive,
  name: string,
  make: (file: { path: string; kind: PictureKind }, folder: string) => Promise<Made>,
): Promise<Made | undefined> =>
  orNothing(async ({ path }) => {
    const file = await unpack(archive, name, 'picture', path);
    return file && make({ path: file.path, kind: file.kind as PictureKind }, path);
  });

/** Decoded and encoded again, like an uploaded one. */
export const importPhoto = (
  archive: Archive,
  { file, alt }: { file: string; alt: string },
): Promise<StoredPhoto | undefined> =>
  withPicture(
    archive,
    file,
    async (picture, folder) => (await storePhotos([{ ...picture, alt }], folder))[0],
  );

export const importVideo = (archive: Archive, name: string): Promise<StoredVideo | undefined> =>
  orNothing(async ({ path }) => {
    const file = await unpack(archive, name, 'video', path);
    return (
      file &&
      storeVideo(
        { video: { path: file.path, kind: file.kind as VideoKind, size: file.size } },
        path,
      )
    );
  });
