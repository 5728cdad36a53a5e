/** What the video process is asked for: the same video, written anew as `video` in the folder. */
export interface VideoTask {
  input: string;
  kind: 'mp4' | 'mov' | 'webm';
  folder: string;
  /** In seconds. */
  longest: number;
}

export interface VideoFacts {
  container: 'mp4' | 'webm';
  /** As it is shown, upright. */
  width: number;
  height: number;
  durationSeconds: number;
  /** With its profile, as browsers are asked for it: `avc1.640028`. */
  videoCodec: string;
  /** Null where there is no sound. */
  audioCodec: string | null;
  byteLength: number;
}

/**
 * Ends in `unknown` for what neither MP4 nor WebM of ours can hold; `video` is not written then.
 */
export type VideoAnswer =
  | VideoFacts
  | { problem: 'unreadable' | 'truncated' | 'too_long' | 'too_large' | 'unknown' | 'no_space' };
