import type { PictureKind } from '#server/pictures/task.ts';
import type { FileRules, UploadedFile } from '#server/uploads/uploads.ts';
import type { AltTexts } from './alt-fields.ts';

/**
 * One picture as `photo`, several as filedata0 … filedataN; native clients also send photo0 …
 * photoN.
 */
export const photoFields = (max: number): FileRules => ({
  fields: /^(photo|filedata)\d{0,3}$/,
  takes: 'pictures',
  max,
});

const toNumber = ({ field }: UploadedFile) => /\d*$/.exec(field)![0];

/** Sorted by the numbers in their field names, each with its alt text. */
export function toPhotos(
  files: UploadedFile[],
  alts: AltTexts,
): Array<{ path: string; field: string; kind: PictureKind; alt: string }> {
  const ordered = files.toSorted((a, b) => Number(toNumber(a) || -1) - Number(toNumber(b) || -1));
  return ordered.map((file) => ({
    path: file.path,
    field: file.field,
    kind: file.kind as PictureKind,
    alt: alts[toNumber(file)] ?? (toNumber(file) ? '' : (alts['0'] ?? '')),
  }));
}
