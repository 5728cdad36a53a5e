import { listAlbums } from '#domains/albums/album-list.server.ts';
import { listVideos } from '#domains/lightbox/videos/video-list.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';

export interface TabCounts {
  videos: number;
  albums: number;
}

/** Same counts as the lists of those tabs for this viewer. */
export async function countTabs(viewer: Viewer, ownerId: number): Promise<TabCounts> {
  const first = { owner: { type: 'member', id: ownerId }, page: 1, limit: 1 } as const;
  const [videos, albums] = await Promise.all([
    listVideos(viewer, { ...first, withEmbedded: true }),
    listAlbums(viewer, first),
  ]);
  return { videos: videos.total, albums: albums.total };
}
