import type { LightboxRoute } from '#domains/media/viewer/lightbox-route.rules.ts';
import type { ViewerSet } from '#domains/media/viewer/viewer.schema.ts';
import { readViewerSet } from '#domains/media/viewer/viewer.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';

// What hangs on posts is registered there.

/**
 * What is looked at in one place, to step through, for whoever may see it: the photos or the video
 * of a post, the photo of a comment.
 */
export const readShownMedia = (viewer: Viewer, place: LightboxRoute): Promise<ViewerSet> =>
  readViewerSet(viewer, place);
