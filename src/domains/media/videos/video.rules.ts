interface Coding {
  container: 'mp4' | 'webm';
  /** Such as `avc1.640028`. */
  videoCodec: string;
  audioCodec: string | null;
}

/**
 * H.264 profiles: Baseline, Main, Extended, High. Hardly any browser plays professional ones (10
 * bits, 4:2:2).
 */
const commonAvc = /^avc[13]\.(42|4d|58|64)/i;

/** Whether every current browser plays a video as it is. */
export function playsEverywhere({ container, videoCodec, audioCodec }: Coding): boolean {
  if (container === 'webm')
    return (
      /^(vp8|vp0?9|av01)/i.test(videoCodec) &&
      (audioCodec === null || /^(opus|vorbis)/i.test(audioCodec))
    );
  return commonAvc.test(videoCodec) && (audioCodec === null || /^(mp4a|mp3)/i.test(audioCodec));
}

/** The editable text of a video. */
export interface VideoWords {
  title: string;
  description: string;
}

/** The contract's type of an uploaded video. */
export const uploadedVideo = 3;

/** The contract's status of a video. */
export const videoStatus = { ready: 1, processing: 2, failed: 3 } as const;
export type VideoStatus = (typeof videoStatus)[keyof typeof videoStatus];

/** Text in place of the player. */
export const waitingText = (status: number): string =>
  status === videoStatus.failed
    ? 'This video could not be converted, so it cannot be played.'
    : 'This video is still being prepared. It will play here in a little while.';

export const toStatus = (state: 'processing' | 'failed' | undefined): VideoStatus =>
  videoStatus[state ?? 'ready'];
