import { onWall } from '#domains/containers/container-items.api.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { createVideo } from '#domains/posts/posts.calls.ts';
import { toDraft } from '#domains/posts/writing/post-fields.api.ts';
import { handleUpload, type Handler, type UploadRequest } from '#server/handle.ts';
import { videoPostCreated, videoPostInput, type VideoPostFields } from './video-post.schema.ts';
import { publishVideo, videoFiles } from './video-post.server.ts';

const createVideoPost = onWall((member: Member, fields: VideoPostFields, request: UploadRequest) =>
  publishVideo(
    member,
    {
      draft: toDraft(fields),
      publishAt: fields.schedule_time,
      type: fields.type,
      url: fields.url,
      title: fields.title,
      description: fields.description,
      hasPost: fields.post_attach === 1,
    },
    request,
  ),
);

export const videoPostHandlers: Handler[] = [
  handleUpload(createVideo, videoFiles, videoPostInput, videoPostCreated, createVideoPost, {
    limit: 'post',
    aliases: ['/videos/create'],
    summary: 'Write a post with a video: a file, or the address of one at YouTube or Vimeo',
    needs: [['filedata'], ['type', 'url']],
  }),
];
