import { endsAs, isImage } from '#domains/media/media.rules.ts';
import type { Audience } from '#domains/posts/posts.schema.ts';
import type { DraftFile, DraftPhoto } from '#lib/draft-photos.ts';
import { findLinks } from '#lib/text.ts';

export interface DraftTag {
  id: number;
  label: string;
  image: string | null;
}

/** Null if a newer search has replaced it. */
export type PeopleFound =
  | { kind: 'found'; people: DraftTag[] }
  | { kind: 'failed'; message: string }
  | null;

export interface DraftFeeling {
  parent: number;
  child: number;
  /** 'feeling happy', and its emoji: the draft is shown without loading the catalogue. */
  phrase: string;
  emoji: string;
}

export interface Draft {
  /**
   * Random; shared by all windows until the draft is posted. '' before it has content.
   */
  key: string;
  body: string;
  privacy: Audience;
  isPaid: boolean;
  tags: DraftTag[];
  feeling: DraftFeeling | null;
  link: string;
  /** An address in the text whose card was removed. */
  dismissed: string;
  /** ISO; '' is now. */
  publishAt: string;
  photos: DraftPhoto[];
  video: DraftFile | null;
}

export const emptyDraft: Draft = {
  key: '',
  body: '',
  privacy: 'everyone',
  isPaid: false,
  tags: [],
  feeling: null,
  link: '',
  dismissed: '',
  publishAt: '',
  photos: [],
  video: null,
};

export const maxPhotos = 10;
export const maxTags = 20;

/** Whether there is anything to store. */
export const isBegun = ({ body, tags, feeling, link, publishAt, photos, video }: Draft): boolean =>
  body !== '' ||
  tags.length > 0 ||
  feeling !== null ||
  link !== '' ||
  publishAt !== '' ||
  photos.length > 0 ||
  video !== null;

/** The stored form; '' if there is nothing to store. */
export const keptText = (draft: Draft): string => (isBegun(draft) ? JSON.stringify(draft) : '');

/** Files of the draft, which are stored separately. */
export const fileIds = ({ photos, video }: Draft): string[] =>
  [...photos, ...(video ? [video] : [])].map(({ id }) => id);

/** Reads a stored draft, also of an older version of this page; ignores what does not fit. */
export function parseDraft(text: string): Draft {
  try {
    return draftFrom(JSON.parse(text));
  } catch {
    return emptyDraft;
  }
}

export function draftFrom(kept: unknown): Draft {
  if (typeof kept !== 'object' || kept === null) return emptyDraft;
  const { key, body, privacy, isPaid, tags, feeling, link, dismissed, publishAt, photos, video } =
    kept as Partial<Record<keyof Draft, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const list = <T>(value: unknown) => (Array.isArray(value) ? (value as T[]) : []);
  return {
    key: text(key),
    body: text(body),
    privacy: privacy === 'friends' || privacy === 'onlyme' ? privacy : 'everyone',
    isPaid: isPaid === true,
    tags: list<DraftTag>(tags),
    feeling: (feeling as DraftFeeling | undefined) ?? null,
    link: text(link),
    dismissed: text(dismissed),
    publishAt: Number.isNaN(Date.parse(text(publishAt))) ? '' : text(publishAt),
    photos: list<DraftPhoto>(photos),
    video: (video as DraftFile | undefined) ?? null,
  };
}

/** Error of a draft that cannot be posted, or null. A feeling or tag alone is no content. */
export const draftProblem = ({ body, link, photos, video }: Draft): string | null =>
  body.trim() === '' && link === '' && photos.length === 0 && video === null
    ? 'Post cannot be empty'
    : null;

/** http, https or ftp, without spaces; the same rule as on the server. */
export function isLink(text: string): boolean {
  if (text.length > 2000 || !/^(https?|ftp):\/\/[^\s<>"\\]+$/i.test(text) || !URL.canParse(text))
    return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== '' && username === '' && password === '';
}

const linkIn = (body: string): string =>
  (body.includes('://') && findLinks(body).find(({ href }) => href?.startsWith('http'))?.href) ||
  '';

/** The attached link: the added one, else the first web address in the text, unless removed. */
export function linkOf({
  body,
  link,
  dismissed,
}: Pick<Draft, 'body' | 'link'> & { dismissed?: string }): string {
  if (link) return link;
  const found = linkIn(body);
  return found === dismissed ? '' : found;
}

export interface FileLimits {
  imageMegabytes: number;
  videoMegabytes: number;
}

interface Chosen {
  name: string;
  type: string;
  size: number;
}

const megabyte = 1024 * 1024;
export const isVideo = ({ name, type }: Chosen): boolean =>
  type.startsWith('video/') || (type === '' && endsAs(name, 'mp4|m4v|mov|webm'));

/** Error of a file that cannot be a photo, or null. The server checks its content. */
export function photoProblem(
  file: Chosen,
  { imageMegabytes }: Pick<FileLimits, 'imageMegabytes'>,
): string | null {
  if (!isImage(file) || file.type === 'image/svg+xml')
    return `${file.name} is not a photo. JPEG, PNG, GIF, WebP, AVIF and HEIC can be added.`;
  if (file.size === 0) return `${file.name} is empty.`;
  return file.size > imageMegabytes * megabyte
    ? `${file.name} is larger than ${imageMegabytes} MB.`
    : null;
}

export function videoProblem(file: Chosen, { videoMegabytes }: FileLimits): string | null {
  if (!isVideo(file)) return `${file.name} is not a video. MP4, MOV and WebM can be added.`;
  if (file.size === 0) return `${file.name} is empty.`;
  return file.size > videoMegabytes * megabyte
    ? `${file.name} is larger than ${videoMegabytes} MB.`
    : null;
}

/** Photos and a video exclude each other. */
export const photosProblem = ({ video }: Draft): string | null =>
  video ? 'A post can have photos or a video, not both. Remove the video to add photos.' : null;
export const videosProblem = ({ photos }: Draft): string | null =>
  photos.length > 0
    ? 'A post can have photos or a video, not both. Remove the photos to add a video.'
    : null;

/** The list with one item moved by that many positions, within its bounds. */
export function moved<T>(list: readonly T[], index: number, by: number): T[] {
  const target = Math.max(0, Math.min(list.length - 1, index + by));
  const rest = list.toSpliced(index, 1);
  return rest.toSpliced(target, 0, list[index]!);
}
