import { env } from '#server/env.ts';
import type { FileLimits } from './draft.rules.ts';

/** Upload limits of the server, which the composer checks before sending. */
export const uploadLimits = (): FileLimits => ({
  imageMegabytes: env().UPLOAD_IMAGE_MB,
  videoMegabytes: env().UPLOAD_VIDEO_MB,
});
