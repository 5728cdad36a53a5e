import { open } from 'node:fs/promises';
import { httpError } from '#server/errors.ts';
import type { PictureKind } from '#server/pictures/task.ts';
import { headLength, isPicture, kindOf } from './file-kinds.ts';

/** Identifies an image on disk by its first bytes; throws 415 invalid_file if unsupported. */
export async function identifyPicture(path: string): Promise<PictureKind> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0);
    const kind = kindOf(buffer.subarray(0, bytesRead));
    if (!kind || !isPicture(kind))
      throw httpError('invalid_file', 'This is not a picture we can read.');
    return kind;
  } finally {
    await handle.close();
  }
}
