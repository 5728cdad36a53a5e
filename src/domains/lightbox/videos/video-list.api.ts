import { onWall } from '#domains/containers/container-items.api.ts';
import { videoView } from '#domains/lightbox/lightbox.views.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { noInput } from '#lib/fields.ts';
import { originFor } from '#server/base-url.ts';
import { handle, handlePublic, type Handler } from '#server/handle.ts';
import { rateVideo } from './ratings.server.ts';
import {
  browseVideosInput,
  categoriesAnswer,
  containerVideosInput,
  manageVideosInput,
  ownVideosAnswer,
  rateVideoInput,
  ratingAnswer,
  videoListAnswer,
  type VideoListAnswer,
} from './video-list.schema.ts';
import { listVideos, mayAddVideos, type VideoQuery } from './video-list.server.ts';
import * as calls from './videos.calls.ts';

async function answer(viewer: Member, query: VideoQuery, origin: string): Promise<VideoListAnswer> {
  const [{ total, items }, mayAdd] = await Promise.all([
    listVideos(viewer, query),
    mayAddVideos(viewer, query.owner),
  ]);
  return {
    canCreate: mayAdd ? 1 : 0,
    totalItemCount: total,
    page: query.page,
    response: items.map((row) => videoView(row, { viewer, origin })),
  };
}

export const videoListHandlers: Handler[] = [
  handle(
    calls.browseVideos,
    browseVideosInput,
    videoListAnswer,
    (member, { user_id: ownerId, ...query }, request) =>
      answer(
        member,
        { ...query, owner: ownerId ? { type: 'member', id: ownerId } : undefined },
        originFor(request),
      ),
    {
      aliases: ['/videos'],
      summary: 'Uploaded videos that the caller may see, of everyone or of one member',
    },
  ),
  handle(
    calls.manageVideos,
    manageVideosInput,
    ownVideosAnswer,
    async (member, query, request) => ({
      ...(await answer(
        member,
        { ...query, owner: { type: 'member', id: member.id } },
        originFor(request),
      )),
      quota: 0,
    }),
    {
      aliases: ['/videos/manage'],
      summary: "The caller's own videos, also those that are still being prepared",
    },
  ),
  handle(
    calls.listContainerVideos,
    containerVideosInput,
    videoListAnswer,
    onWall((member, { subject_type: type, subject_id: id, ...page }, request) =>
      answer(member, { ...page, owner: { type, id } }, originFor(request)),
    ),
    { summary: 'Uploaded videos in a page, group or event that the caller may read' },
  ),
  handlePublic(
    calls.readVideoCategories,
    noInput,
    categoriesAnswer,
    () => Promise.resolve({ categories: [] }),
    { summary: 'Kinds of videos; this site keeps none' },
  ),
  handle(
    calls.rateVideo,
    rateVideoInput,
    ratingAnswer,
    async (member, { id, rating: rated }) => {
      const { rating, count } = await rateVideo(member, id, rated);
      return { rating, rating_count: count };
    },
    { limit: 'reaction', summary: 'Rate a video, from 1 to 5' },
  ),
];
