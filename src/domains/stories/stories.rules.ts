import { endsAs, isImage } from '#domains/media/media.rules.ts';

export const captionLength = 150;
/** Active at once, of one member. */
export const mostStories = 30;
export const storyHours = 24;
/** People in the strip that one call gives. */
export const groupsAtOnce = 30;
/** How long a photo stands. */
export const imageSeconds = 5;
export const longestVideoSeconds = 60;
/** What may be sent; the site may allow less. */
export const storyMegabytes = { picture: 10, video: 50 } as const;

export const storyAudiences = ['everyone', 'friends'] as const;
export type StoryAudience = (typeof storyAudiences)[number];

/** The contract's word for what an item is. */
export const isImageCode = (code: string): boolean => code === 'jpg';

/** What a chosen file looks like; what it really holds, the server finds out. */
export function kindOfFile(file: { name: string; type: string }): 'photo' | 'video' | undefined {
  if (isImage(file)) return 'photo';
  return file.type.startsWith('video/') ||
    (file.type === '' && endsAs(file.name, 'mp4|m4v|mov|webm'))
    ? 'video'
    : undefined;
}

/** Why files cannot become a story, or null. The server looks again, at what they hold. */
export function filesProblem(
  files: ReadonlyArray<{ name: string; type: string; size: number }>,
): string | null {
  const [file] = files;
  if (!file) return 'Please choose a photo or a video.';
  if (files.length > 1) return 'A story takes one photo or one video.';
  const kind = kindOfFile(file);
  if (!kind) return 'Please choose a photo, or a video as MP4, MOV or WebM.';
  const most = kind === 'photo' ? storyMegabytes.picture : storyMegabytes.video;
  return file.size > most * 1024 * 1024 ? `This ${kind} is larger than ${most} MB.` : null;
}
