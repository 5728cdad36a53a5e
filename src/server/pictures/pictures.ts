import { refused, unavailable } from '#server/errors.ts';
import { log } from '#server/log.ts';
import { noSpace } from '#server/no-space.ts';
import { answerIn, runSandboxed } from '#server/sandbox.ts';
import { createSemaphore } from '#server/semaphore.ts';
import type { Master, PictureTask } from './task.ts';

/**
 * A picture of 64 megapixels takes some 1.3 GB at most. One that has worked for so long is at fault
 * itself; one whose time was over before was kept from working by a busy machine.
 */
const limits = { longestRun: 20_000, longestWork: 18, memory: 2 * 1024 * 1024 };

/** Requests wait here, and proxies in front of us do not wait for ever. */
const turns = createSemaphore({ max: 2, maxQueue: 200, maxWait: 120_000, retryAfter: 10 });

async function run<Answer>(task: PictureTask): Promise<Answer | undefined> {
  const { code, signal, isOverdue, said, complaint } = await runSandboxed(
    'pictures/worker.ts',
    task,
    limits,
  );
  if (code === 0 || code === 3) return answerIn<Answer>(said);
  log('warn', 'a picture ended its process', {
    code,
    signal,
    isOverdue,
    complaint: complaint.split('\n').slice(0, 3).join(' | '),
  });
  if (isOverdue) throw unavailable(10);
  return undefined;
}

const unreadable = () => refused('invalid_file', 'This picture cannot be read. It may be damaged.');

async function perform<Made>(task: PictureTask): Promise<Made> {
  const release = await turns.acquire();
  try {
    const made = await run<Made & { problem?: string }>(task);
    if (!made) throw unreadable();
    if (made.problem === 'too_many_pixels')
      throw refused(
        'invalid_file',
        'This picture has too many pixels: at most 64 million, 16,384 on a side and 200 frames.',
      );
    if (made.problem === 'too_small' && task.make === 'master')
      throw refused(
        'invalid_file',
        `This picture is too small: at least ${task.least!.width} by ${task.least!.height} pixels.`,
      );
    if (made.problem === 'no_space') throw noSpace();
    if (made.problem) throw unreadable();
    return made;
  } finally {
    release();
  }
}

/**
 * Decodes a picture and writes it anew as `original.webp` in the task's folder: upright, without
 * metadata, at most 2,560 pixels on its longest side. Two at once; throws 415 invalid_file with a
 * text for people when it is broken or beyond the limits, and 503 when the machine had no time for
 * it.
 */
export const makeMaster = (task: Omit<PictureTask & { make: 'master' }, 'make'>): Promise<Master> =>
  perform<Master>({ ...task, make: 'master' });

/** Writes `{width}.avif` and `{width}.webp` for each width into the task's folder. */
export const makeWidths = async (
  task: Omit<PictureTask & { make: 'widths' }, 'make'>,
): Promise<void> => void (await perform({ ...task, make: 'widths' }));
