import { httpError, unavailable } from '#server/errors.ts';
import { log } from '#server/log.ts';
import { isSmall, siteMemory } from '#server/memory.ts';
import { noSpace, reportsNoSpace } from '#server/no-space.ts';
import { findProgram, parseAnswer, runSandboxed } from '#server/sandbox.ts';
import { createSemaphore } from '#server/semaphore.ts';
import type { CardWords, Master, PictureTask } from './task.ts';

/**
 * 64 megapixels take about 1.3 GB. An image that uses up its CPU time is itself at fault; one that
 * only exceeds the wall-clock time was delayed by a busy machine.
 */
const limits = { maxMilliseconds: 20_000, maxCpuSeconds: 18, memory: 2 * 1024 * 1024 };

/** Gives way to everything else, so it may take longer by the clock. */
const backgroundLimits = { ...limits, maxMilliseconds: 120_000, isBackground: true };

/**
 * A photo of a phone takes 130 to 200 MB. Requests wait here, and proxies in front of us time out.
 */
const semaphore = createSemaphore({
  max: isSmall(siteMemory()) ? 1 : 2,
  maxQueue: 200,
  maxWait: 120_000,
  retryAfter: 10,
});

async function run<Answer>(task: PictureTask): Promise<Answer | undefined> {
  const { code, signal, hasTimedOut, stdout, stderr } = await runSandboxed(
    'pictures/worker.mjs',
    task,
    task.make === 'variants' ? backgroundLimits : limits,
  );
  if (code === 0 || code === 3) return parseAnswer<Answer>(stdout);
  log('warn', 'a picture ended its process', {
    code,
    signal,
    hasTimedOut,
    stderr: stderr.split('\n').slice(0, 3).join(' | '),
  });
  if (hasTimedOut) throw unavailable(10);
  return undefined;
}

const unreadable = () =>
  httpError('invalid_file', 'This picture cannot be read. It may be damaged.');

/** Previews for other sites never keep an upload waiting. */
const previews = createSemaphore({ max: 1, maxQueue: 10, maxWait: 4_000, retryAfter: 10 });

/**
 * Keeps jobs, which nobody waits for, from taking slots of uploads, unless memory is short.
 */
const background = isSmall(siteMemory())
  ? semaphore
  : createSemaphore({ max: 1, maxQueue: 200, maxWait: 120_000, retryAfter: 10 });

async function perform<Made>(task: PictureTask, slots = semaphore): Promise<Made> {
  const release = await slots.acquire();
  try {
    const made = await run<Made & { problem?: string; detail?: string }>(task);
    if (!made) throw unreadable();
    if (made.problem === 'too_many_pixels')
      throw httpError(
        'invalid_file',
        'This picture has too many pixels: at most 64 million, 16,384 on a side and 200 frames.',
      );
    if (made.problem === 'too_small' && task.make === 'master')
      throw httpError(
        'invalid_file',
        `This picture is too small: it needs at least ${task.least!.width} by ${task.least!.height} pixels.`,
      );
    if (made.detail && reportsNoSpace(made.detail)) throw noSpace();
    if (made.problem) throw unreadable();
    return made;
  } finally {
    release();
  }
}

/**
 * Decodes an image and re-encodes it as `original.webp` in the task's folder: upright, without
 * metadata, at most 2,560 pixels on its longest side, with a `cut` of the same pixels if wanted.
 * Runs two at once, one where memory is short. Throws 415 invalid_file with a message for people if
 * it is broken or beyond the limits, and 503 if the machine was too busy.
 */
export const makeMaster = (task: Omit<PictureTask & { make: 'master' }, 'make'>): Promise<Master> =>
  perform<Master>({ ...task, make: 'master' });

/** Writes `{width}.avif` and `{width}.webp` for each width into the task's folder. */
export const makeVariants = async (
  task: Omit<PictureTask & { make: 'variants' }, 'make'>,
): Promise<void> => void (await perform({ ...task, make: 'variants' }, background));

/** Writes `preview.jpg` of a stored picture into the task's folder. */
export const makeJpeg = async (task: Omit<PictureTask & { make: 'jpeg' }, 'make'>): Promise<void> =>
  void (await perform({ ...task, make: 'jpeg' }, previews));

/** Size of a drawn card. */
export const cardSize = { width: 1_200, height: 630 } as const;

/** Draws a card with these words as `preview.jpg` into the folder. */
export async function drawCard(words: CardWords, folder: string): Promise<void> {
  const input = findProgram('pictures/fonts/DejaVuSans.ttf');
  await perform({ ...words, make: 'card', input, folder }, previews);
}
