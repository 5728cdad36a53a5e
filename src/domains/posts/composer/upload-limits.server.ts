import { env } from '#server/env.ts';
import type { FileLimits } from './draft.rules.ts';

/** What the server takes: the composer says so before anything is sent. */
export const uploadLimits = (): FileLimits => ({
  imageMegabytes: env().UPLOAD_IMAGE_MB,
  videoMegabytes: env().UPLOAD_VIDEO_MB,
});
