import { handleUpload, type Handler } from '#server/handle.ts';
import { createVideo } from './video-post.calls.ts';
import { videoPostCreated, videoPostInput } from './video-post.schema.ts';
import { publishVideo, videoFiles } from './video-post.server.ts';

export const videoPostHandlers: Handler[] = [
  handleUpload(createVideo, videoFiles, videoPostInput, videoPostCreated, publishVideo, {
    limit: 'post',
    aliases: ['/videos/create'],
    summary: 'Write a post with a video: a file, or the address of one at YouTube or Vimeo',
    needs: [['filedata'], ['type', 'url']],
  }),
];
