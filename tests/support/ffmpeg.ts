import { spawnSync } from 'node:child_process';

/** Tests of conversions run only where ffmpeg is installed. */
export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** Makes a video with ffmpeg, such as one that only some browsers play. */
export function makeFilm(path: string, args: string[]): void {
  const { status, stderr } = spawnSync('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=320x240:d=2:r=10',
    '-f',
    'lavfi',
    '-i',
    'sine=d=2',
    ...args,
    '-y',
    path,
  ]);
  if (status !== 0) throw new Error(String(stderr));
}
