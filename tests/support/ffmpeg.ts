import { spawnSync } from 'node:child_process';

/** Tests of what ffmpeg adds run where it is; everything else holds without it. */
export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** A film made by ffmpeg for one test, such as one that only some browsers play. */
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
