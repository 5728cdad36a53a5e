import type { Viewer } from '#domains/policy/viewer.ts';
import { playPath } from './lightbox-route.rules.ts';
import { listVideos } from './video-list.server.ts';
import type { VideoGridProps } from './VideoGrid.tsx';
import { placeOfRow, videoView } from './viewer.views.server.ts';

const pageSize = 24;

export interface VideosScreen {
  videos: VideoGridProps['videos'];
  pageCount: number;
}

/** A page of the videos of a member, as far as each is for the viewer. */
export async function readVideosScreen(
  viewer: Viewer,
  ownerId: number,
  page: number,
): Promise<VideosScreen> {
  const { total, items } = await listVideos(viewer, {
    ownerId,
    withEmbedded: true,
    page,
    limit: pageSize,
  });
  const videos = items.map((row) => {
    // One that plays from another site is looked at with its post.
    const place = row.videoUrl
      ? placeOfRow(row)
      : ({ type: 'video', id: row.id, subjectType: 'member', subjectId: ownerId } as const);
    return { ...videoView(row, { viewer, origin: '' }), href: playPath(place) };
  });
  return { videos, pageCount: Math.ceil(total / pageSize) };
}
