/** Task of the video process: rewrites the video as `video` in the folder. */
export interface VideoTask {
  input: string;
  kind: 'mp4' | 'mov' | 'webm';
  folder: string;
  /** In seconds. */
  longest: number;
}

export interface VideoFacts {
  container: 'mp4' | 'webm';
  /** After rotation. */
  width: number;
  height: number;
  durationSeconds: number;
  /** Includes the profile, as browsers expect in type queries: `avc1.640028`. */
  videoCodec: string;
  /** Null without sound. */
  audioCodec: string | null;
  byteLength: number;
}

/** `unknown` for codecs that neither our MP4 nor WebM can contain; `video` is not written then. */
export type VideoAnswer =
  | VideoFacts
  | { problem: 'unreadable' | 'truncated' | 'too_long' | 'too_large' | 'unknown' | 'no_space' };
