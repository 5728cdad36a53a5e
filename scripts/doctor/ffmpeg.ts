import { spawnSync } from 'node:child_process';
import type { Settings } from '../launch/settings.ts';
import { ok, warning, wrong, type Finding } from './finding.ts';

/** Everything but video conversion works without ffmpeg, so its absence is no fault. */
export function checkFfmpeg({ FFMPEG_PATH }: Settings): Finding {
  if (FFMPEG_PATH === 'off')
    return ok('videos', 'ffmpeg is not used (FFMPEG_PATH=off): videos are given as they came');
  const { status, stdout } = spawnSync(FFMPEG_PATH ?? 'ffmpeg', ['-hide_banner', '-encoders'], {
    encoding: 'utf8',
  });
  if (status !== 0) {
    if (FFMPEG_PATH)
      return wrong('videos', `${FFMPEG_PATH} does not run: correct FFMPEG_PATH, or leave it empty`);
    return ok(
      'videos',
      'no ffmpeg here: videos are given as they came, which some browsers cannot play; install ffmpeg to have them converted',
    );
  }
  if (!stdout.includes('libx264') || !/ aac /.test(stdout))
    return warning('videos', 'this ffmpeg makes no H.264 with AAC: install one with libx264');
  return ok('videos', 'ffmpeg converts what not every browser plays');
}
