import { env } from '#server/env.ts';
import { refused } from '#server/errors.ts';
import { log } from '#server/log.ts';
import { noSpace } from '#server/no-space.ts';
import { answerIn, runSandboxed } from '#server/sandbox.ts';
import { createSemaphore } from '#server/semaphore.ts';
import type { VideoAnswer, VideoFacts, VideoTask } from './task.ts';

/** It holds the index of a video, never the video. */
const limits = { longestRun: 180_000, memory: 1024 * 1024 };

const turns = createSemaphore({ max: 2, maxQueue: 50, maxWait: 120_000, retryAfter: 10 });

async function run(task: VideoTask): Promise<VideoAnswer> {
  const { code, signal, said, complaint } = await runSandboxed('videos/worker.ts', task, limits);
  if (code === 0 || code === 3) return answerIn<VideoAnswer>(said) ?? { problem: 'unreadable' };
  log('warn', 'a video ended its process', {
    code,
    signal,
    complaint: complaint.split('\n').slice(0, 3).join(' | '),
  });
  return { problem: 'unreadable' };
}

const texts = {
  unreadable: () => 'This video cannot be read. It may be damaged.',
  truncated: () => 'This video is not complete. Please send it again, or another copy of it.',
  too_long: () => `This video is longer than ${env().UPLOAD_VIDEO_MINUTES} minutes.`,
  too_large: () => 'This video has too many pixels: at most 8,192 on a side.',
};

/** What the text says when nobody here can convert it. */
export const unplayable = () =>
  refused(
    'invalid_file',
    'Browsers cannot play this kind of video. Please send it as MP4 (H.264) or WebM.',
  );

/**
 * Writes a video anew as `video` in the task's folder: the same coded pictures and sounds, as MP4
 * with its index first or as WebM, and nothing else of what was in it (places, dates, devices). Two
 * at once. Undefined for what we cannot hold as it is; throws 415 invalid_file with a text for
 * people when it is broken or beyond the limits.
 */
export async function rewriteVideo(
  task: Omit<VideoTask, 'longest'>,
): Promise<VideoFacts | undefined> {
  const release = await turns.acquire();
  try {
    const made = await run({ ...task, longest: env().UPLOAD_VIDEO_MINUTES * 60 });
    if (!('problem' in made)) return made;
    if (made.problem === 'unknown') return undefined;
    if (made.problem === 'no_space') throw noSpace();
    throw refused('invalid_file', texts[made.problem]());
  } finally {
    release();
  }
}
