import { listNewestPhotos } from '#domains/albums/newest-photos.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { readProfileAside } from '#domains/profiles/profile-aside.server.ts';
import type { ProfileTab } from '#domains/profiles/profile-tabs.ts';

const photosAtMost = 6;

/** Reads what stands beside the tab of a profile. */
export async function readBesideProfile(viewer: Viewer, id: number, tab: ProfileTab) {
  const [{ details, friends }, photos] = await Promise.all([
    readProfileAside(viewer, id),
    tab === 'albums' ? [] : listNewestPhotos(viewer, { type: 'member', id }, photosAtMost),
  ]);
  return { details, friends, photos };
}
