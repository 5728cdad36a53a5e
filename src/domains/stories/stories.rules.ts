import { endsAs, isImage } from '#domains/media/media.rules.ts';
import { isolate } from '#lib/names.ts';
import type { StoryModel } from './stories.model.ts';

export const captionLength = 150;
/** Maximum number of active stories of a member. */
export const maxStories = 30;
export const storyHours = 24;
/** Page size of the tray, in people. */
export const groupsPageSize = 30;
/** How long a photo is shown. */
export const imageSeconds = 5;
export const maxVideoSeconds = 60;
/** Upload limits; the site's settings may be lower. */
export const storyMegabytes = { picture: 10, video: 50 } as const;

export const storyAudiences = ['everyone', 'friends'] as const;
export type StoryAudience = (typeof storyAudiences)[number];

/** Kind of a chosen file by name and type; the server checks the content. */
export function fileKind(file: { name: string; type: string }): 'photo' | 'video' | undefined {
  if (isImage(file)) return 'photo';
  return file.type.startsWith('video/') ||
    (file.type === '' && endsAs(file.name, 'mp4|m4v|mov|webm'))
    ? 'video'
    : undefined;
}

/** Why the files cannot become a story, or null. The server also checks the content. */
export function filesProblem(
  files: ReadonlyArray<{ name: string; type: string; size: number }>,
): string | null {
  const [file] = files;
  if (!file) return 'Please choose a photo or a video.';
  if (files.length > 1) return 'A story is one photo or one video.';
  const kind = fileKind(file);
  if (!kind) return 'Please choose a photo, or a video as MP4, MOV or WebM.';
  const maxMegabytes = kind === 'photo' ? storyMegabytes.picture : storyMegabytes.video;
  return file.size > maxMegabytes * 1024 * 1024
    ? `This ${kind} is larger than ${maxMegabytes} MB.`
    : null;
}

/** Alternative text of a story: its picture's description, its caption, or its owner. */
export const storyAlt = ({ picture, caption, owner, isPhoto }: StoryModel): string =>
  picture?.alt || caption || `${isPhoto ? 'Photo' : 'Video'} by ${isolate(owner.name)}`;
