import { createPendingVideo } from '#domains/lightbox/videos/pending-video.server.ts';
import { findEmbed } from '#domains/media/videos/embeds.ts';
import { addVideo, storeVideo, type StoredVideo } from '#domains/media/videos/videos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { checkDraft } from '#domains/posts/writing/create-post.server.ts';
import type { NewAttachment } from '#domains/posts/writing/new-post-row.server.ts';
import { publish, type NewPost } from '#domains/posts/writing/new-post.server.ts';
import { originFor } from '#server/base-url.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import type { UploadRequest } from '#server/handle.ts';
import { findStoredResponse, withIdempotencyKey } from '#server/idempotency.ts';
import type { PictureKind } from '#server/pictures/task.ts';
import type { VideoKind } from '#server/uploads/file-kinds.ts';
import type { FileRules } from '#server/uploads/uploads.ts';
import type { VideoPostCreated, VideoPostFields } from './video-post.schema.ts';

/** One video and its poster. */
export const videoFiles: FileRules = {
  fields: /^(filedata|photo)$/,
  takes: 'a video',
  still: 'photo',
  max: 2,
};

/** A post with a video, without its file. */
export interface NewVideoPost extends NewPost, Pick<VideoPostFields, 'type' | 'url'> {
  title: string;
  description: string;
  /** Without a post the video stays pending. */
  hasPost: boolean;
}

/** A post with a video of YouTube or Vimeo. */
async function publishLink(
  member: Member,
  post: NewVideoPost,
  request: UploadRequest,
): Promise<VideoPostCreated> {
  if (request.files.length) throw invalid('A video is a file or a link, not both.', 'url');
  if (!findEmbed(post.url))
    throw invalid('Please enter the address of a video at YouTube or Vimeo.', 'url');
  return publish(member, { ...post, draft: { ...post.draft, uri: post.url } }, request);
}

async function storeReceived({ files, folder }: UploadRequest): Promise<StoredVideo> {
  const video = files.find(({ field }) => field === 'filedata')!;
  const still = files.find(({ field }) => field === 'photo');
  return storeVideo(
    {
      video: { path: video.path, kind: video.kind as VideoKind, size: video.size },
      poster: still && { path: still.path, kind: still.kind as PictureKind },
    },
    folder,
  );
}

/** A post with a video, a scheduled one, or with `post_attach` 0 only the pending video. */
export async function publishVideo(
  member: Member,
  post: NewVideoPost,
  request: UploadRequest,
): Promise<VideoPostCreated> {
  if (post.type !== 3) return publishLink(member, post, request);
  const videos = request.files.filter(({ field }) => field === 'filedata');
  if (!videos.length) throw invalid('No video selected!', 'filedata');
  if (request.files.length > videos.length + 1 || videos.length > 1)
    throw invalid('A post can have one video.', 'filedata');
  // Validates before reading the video; a repeated request does not read it again.
  if (post.hasPost) await checkDraft(db, member, post.draft, 1);
  const before = await findStoredResponse<VideoPostCreated>(request.creation);
  if (before) return before;
  const stored = await storeReceived(request);
  if (!post.hasPost)
    return withIdempotencyKey(request.creation, async (tx) => ({
      response: await createPendingVideo(tx, member, stored, post, originFor(request)),
    }));
  const attach = async (tx: Tx): Promise<NewAttachment[]> => [
    {
      ...(await addVideo(tx, member.id, stored)),
      type: 'video',
      title: post.title,
      body: post.description,
    },
  ];
  return publish(member, post, request, { attach });
}
