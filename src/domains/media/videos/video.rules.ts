interface Coding {
  container: 'mp4' | 'webm';
  /** As `avc1.640028`. */
  videoCodec: string;
  audioCodec: string | null;
}

/**
 * Of H.264: Baseline, Main, Extended, High. Professional profiles (10 bits, 4:2:2) are played by
 * hardly any browser.
 */
const commonAvc = /^avc[13]\.(42|4d|58|64)/i;

/** Whether every browser of today plays a video as it is. */
export function playsEverywhere({ container, videoCodec, audioCodec }: Coding): boolean {
  if (container === 'webm')
    return (
      /^(vp8|vp0?9|av01)/i.test(videoCodec) &&
      (audioCodec === null || /^(opus|vorbis)/i.test(audioCodec))
    );
  return commonAvc.test(videoCodec) && (audioCodec === null || /^(mp4a|mp3)/i.test(audioCodec));
}

/** Lengths, in characters. */
export const videoTitleLength = 100;
export const videoTextLength = 5_000;

/** What is said of a video. */
export interface VideoWords {
  title: string;
  description: string;
}

/** The contract's type of a video that was uploaded as a file. */
export const uploadedVideo = 3;

/** The contract's status of a video. */
export const videoStatus = { ready: 1, processing: 2, failed: 3 } as const;
export type VideoStatus = (typeof videoStatus)[keyof typeof videoStatus];

/** What is said where a video would play. */
export const waitingText = (status: number): string =>
  status === videoStatus.failed
    ? 'This video could not be converted, so it cannot be played.'
    : 'This video is still being prepared. It will play here in a little while.';

export const statusOf = (state: 'processing' | 'failed' | undefined): VideoStatus =>
  videoStatus[state ?? 'ready'];
