import { pictureKinds, type PictureKind } from '#server/pictures/task.ts';

export const videoKinds = ['mp4', 'mov', 'webm'] as const;
export type VideoKind = (typeof videoKinds)[number];
export type FileKind = PictureKind | VideoKind | 'zip';

export const isPicture = (kind: FileKind): kind is PictureKind =>
  (pictureKinds as readonly string[]).includes(kind);

export function familyOf(kind: FileKind): 'picture' | 'video' | 'archive' {
  if (kind === 'zip') return 'archive';
  return isPicture(kind) ? 'picture' : 'video';
}

/** Number of leading bytes that `kindOf` needs. */
export const headLength = 512;

const heic = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
const mp4 = /^(iso[0-9a-z]|mp4[0-9 ]|avc1|M4V.|MSNV|dash|mmp4|3gp.|3g2.|f4v |XAVC|hvc1)$/;

/** The brands of an ISO file, the main one first. */
function brandsOf(head: Buffer): string[] {
  const length = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= length; at += 4) brands.push(head.toString('latin1', at, at + 4));
  return brands;
}

function isoKind(head: Buffer): FileKind | undefined {
  const brands = brandsOf(head);
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  if (heic.has(brands[0]!) || brands.some((brand) => brand === 'heic' || brand === 'heix'))
    return 'heic';
  if (brands[0] === 'qt  ') return 'mov';
  return brands.some((brand) => mp4.test(brand)) ? 'mp4' : undefined;
}

/** Identifies a file by its bytes, whatever its name; undefined for unsupported kinds. */
export function kindOf(head: Buffer): FileKind | undefined {
  const text = (start: number, end: number) => head.toString('latin1', start, end);
  if (head.length < 16) return undefined;
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif';
  if (text(0, 4) === 'PK\x03\x04') return 'zip';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) === 'ftyp') return isoKind(head);
  // Matroska names its type in the first element; browsers play only its WebM form.
  if (head.readUInt32BE(0) === 0x1a45dfa3 && /\x42\x82[\x84\x40]?.{0,7}?webm/s.test(text(0, 64)))
    return 'webm';
  return undefined;
}
