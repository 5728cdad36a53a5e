import { env } from '#server/env.ts';
import { httpError } from '#server/errors.ts';
import { log } from '#server/log.ts';
import { noSpace } from '#server/no-space.ts';
import { parseAnswer, runSandboxed } from '#server/sandbox.ts';
import { createSemaphore } from '#server/semaphore.ts';
import type { VideoAnswer, VideoFacts, VideoTask } from './task.ts';

/** It holds the video's index in memory, never the video. */
const limits = { maxMilliseconds: 180_000, memory: 1024 * 1024 };

const semaphore = createSemaphore({ max: 2, maxQueue: 50, maxWait: 120_000, retryAfter: 10 });

async function run(task: VideoTask): Promise<VideoAnswer> {
  const { code, signal, stdout, stderr } = await runSandboxed('videos/worker.ts', task, limits);
  if (code === 0 || code === 3)
    return parseAnswer<VideoAnswer>(stdout) ?? { problem: 'unreadable' };
  log('warn', 'a video ended its process', {
    code,
    signal,
    stderr: stderr.split('\n').slice(0, 3).join(' | '),
  });
  return { problem: 'unreadable' };
}

const texts = {
  unreadable: () => 'This video cannot be read. It may be damaged.',
  truncated: () => 'This video is incomplete. Please upload it again.',
  too_long: () => `This video is longer than ${env().UPLOAD_VIDEO_MINUTES} minutes.`,
  too_large: () => 'This video has too many pixels: at most 8,192 on a side.',
};

/** The error when no converter is available. */
export const unplayable = () =>
  httpError(
    'invalid_file',
    'Browsers cannot play this kind of video. Please send it as MP4 (H.264) or WebM.',
  );

/**
 * Remuxes a video as `video` in the task's folder: the same coded frames and audio, as MP4 with its
 * index first or as WebM, without any other data (locations, dates, devices). Two at once.
 * Undefined for unsupported codecs; throws 415 invalid_file with a message for people if it is
 * broken or beyond the limits.
 */
export async function rewriteVideo(
  task: Omit<VideoTask, 'longest'>,
): Promise<VideoFacts | undefined> {
  const release = await semaphore.acquire();
  try {
    const made = await run({ ...task, longest: env().UPLOAD_VIDEO_MINUTES * 60 });
    if (!('problem' in made)) return made;
    if (made.problem === 'unknown') return undefined;
    if (made.problem === 'no_space') throw noSpace();
    throw httpError('invalid_file', texts[made.problem]());
  } finally {
    release();
  }
}
