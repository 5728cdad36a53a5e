import { playPath } from '#domains/lightbox/lightbox-route.rules.ts';
import type { SetOwner } from '#domains/lightbox/lightbox-sets.server.ts';
import { toVideo } from '#domains/lightbox/lightbox.model.ts';
import { toLightboxRoute, videoView } from '#domains/lightbox/lightbox.views.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { listVideos } from './video-list.server.ts';
import type { VideoGridProps } from './VideoGrid.tsx';

const pageSize = 24;

export interface VideosScreen {
  videos: VideoGridProps['videos'];
  pageCount: number;
}

/** A page of the videos of a member or container that the viewer may see. */
export async function readVideosScreen(
  viewer: Viewer,
  owner: SetOwner,
  page: number,
): Promise<VideosScreen> {
  const { total, items } = await listVideos(viewer, {
    owner,
    withEmbedded: true,
    page,
    limit: pageSize,
  });
  const videos = items.map((row) => {
    // An embedded video opens with its post.
    const route = row.videoUrl
      ? toLightboxRoute(row)
      : ({ type: 'video', id: row.id, subjectType: owner.type, subjectId: owner.id } as const);
    return { ...toVideo(videoView(row, { viewer, origin: '' })), href: playPath(route) };
  });
  return { videos, pageCount: Math.ceil(total / pageSize) };
}
