import type { LightboxRoute } from '#domains/lightbox/lightbox-route.rules.ts';
import type { LightboxSet } from '#domains/lightbox/lightbox.schema.ts';
import { readLightboxSet } from '#domains/lightbox/lightbox.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';

/** The media of a lightbox route that the viewer may see, e.g. the photos of a post. */
export const readShownMedia = (viewer: Viewer, route: LightboxRoute): Promise<LightboxSet> =>
  readLightboxSet(viewer, route);
