import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { env } from '#server/env.ts';
import { log } from '#server/log.ts';
import { noSpace, reportsNoSpace } from '#server/no-space.ts';
import { runWithLimits } from '#server/sandbox.ts';
import { createSemaphore } from '#server/semaphore.ts';

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

let found: { path: string | undefined } | undefined;

function candidates(): string[] {
  const named = env().FFMPEG_PATH;
  if (named === 'off') return [];
  if (named) return [named];
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'));
}

/** Path of ffmpeg: FFMPEG_PATH, else the one in PATH; undefined if missing or `off`. */
export function findFfmpeg(): string | undefined {
  if (found) return found.path;
  found = { path: candidates().find(isProgram) };
  return found.path;
}

const unshare = '/usr/bin/unshare';
let hasUnshare: boolean | undefined;

/**
 * In an empty network namespace where the system allows it; elsewhere ffmpeg is only restricted to
 * opening files.
 */
function withoutNetwork(program: string, args: string[]): [program: string, args: string[]] {
  hasUnshare ??=
    process.platform === 'linux' &&
    isProgram(unshare) &&
    spawnSync(unshare, ['--map-root-user', '--net', 'true'], { timeout: 5_000 }).status === 0;
  return hasUnshare
    ? [unshare, ['--map-root-user', '--net', '--', program, ...args]]
    : [program, args];
}

/** One at a time: it uses every core it gets. */
const semaphore = createSemaphore({ max: 1, maxQueue: 10_000 });

interface Source {
  input: string;
  kind: 'mp4' | 'mov' | 'webm';
  signal: AbortSignal;
}

/**
 * Opens only files, and the input only as its identified format: a disguised playlist reaches
 * nothing.
 */
const open = ({ input, kind }: Source) => [
  '-nostdin',
  '-hide_banner',
  '-loglevel',
  'error',
  '-protocol_whitelist',
  'file,pipe',
  '-f',
  kind === 'webm' ? 'matroska' : 'mov',
  '-i',
  input,
];

async function ffmpeg(
  args: string[],
  { signal, maxMilliseconds }: { signal: AbortSignal; maxMilliseconds: number },
): Promise<boolean> {
  const program = findFfmpeg();
  if (!program) return false;
  const release = await semaphore.acquire();
  try {
    const { code, stderr } = await runWithLimits(...withoutNetwork(program, args), {
      maxMilliseconds,
      memory: 1536 * 1024,
      signal,
    });
    signal.throwIfAborted();
    if (reportsNoSpace(stderr)) throw noSpace();
    if (code !== 0)
      log('warn', 'ffmpeg gave up', {
        code,
        stderr: stderr.split('\n').slice(-4).join(' | '),
      });
    return code === 0;
  } finally {
    release();
  }
}

/** Maximum duration of a conversion in seconds; a longer one fails. */
export const longestConversion = 60 * 60;

/**
 * Converts to an MP4 that every browser plays (H.264 and AAC, at most 1,920 pixels on a side, index
 * first), without metadata. False if that is impossible.
 */
export const convertVideo = (source: Source, output: string): Promise<boolean> =>
  ffmpeg(
    [
      ...open(source),
      '-map',
      '0:v:0',
      '-map',
      '0:a:0?',
      '-sn',
      '-dn',
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
      '-fflags',
      '+bitexact',
      '-vf',
      "scale='min(1920,iw)':'min(1920,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2",
      '-pix_fmt',
      'yuv420p',
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '23',
      '-threads',
      '2',
      '-c:a',
      'aac',
      '-b:a',
      '128k',
      '-ac',
      '2',
      '-t',
      String(env().UPLOAD_VIDEO_MINUTES * 60 + 1),
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      '-y',
      output,
    ],
    { signal: source.signal, maxMilliseconds: (longestConversion - 60) * 1_000 },
  );

/** Writes a PNG of the frame at that second. False if there is none. */
export const takePoster = (source: Source, second: number, output: string): Promise<boolean> =>
  ffmpeg(
    [
      '-ss',
      String(second),
      ...open(source),
      '-map',
      '0:v:0',
      '-frames:v',
      '1',
      '-c:v',
      'png',
      '-f',
      'image2',
      '-y',
      output,
    ],
    { signal: source.signal, maxMilliseconds: 60_000 },
  );
