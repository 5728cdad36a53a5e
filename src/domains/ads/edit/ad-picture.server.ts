import { storePublicPicture } from '#domains/media/public-pictures.server.ts';
import type { UploadedFile } from '#server/uploads/uploads.ts';

/** Stores the picture of an ad as a public one. Returns its name, or null without a file. */
export async function storeAdPicture([file]: UploadedFile[]): Promise<string | null> {
  if (!file) return null;
  return (await storePublicPicture(file.path, { side: 800, least: { width: 200, height: 100 } }))
    .name;
}
