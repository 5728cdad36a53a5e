import { mostPhotos } from '#domains/media/media.rules.ts';
import { addPhotos, storePhotos } from '#domains/media/photos.server.ts';
import { photoFields, photosOf } from '#domains/media/uploaded-photos.server.ts';
import { takeWaitingVideo } from '#domains/media/videos/pending-video.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { schedulePost } from '#domains/posts/schedule/schedule.server.ts';
import { originFor } from '#server/base-url.ts';
import type { Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import type { RestRequest, UploadRequest } from '#server/handle.ts';
import { findStoredResponse, withIdempotencyKey } from '#server/idempotency.ts';
import { checkDraft, createPost, type HungMedia, type PostDraft } from './create-post.server.ts';
import type { PostCreated, PostFields } from './new-post.schema.ts';

export const photoFiles = photoFields(mostPhotos);

/** A post that was sent, short of its files. */
export interface NewPost {
  draft: PostDraft;
  /** For later. */
  publishAt?: Date | undefined;
}

export interface SentPost extends NewPost, Pick<PostFields, 'type' | 'alts'> {
  /** An own video that waits for a post, and the words beside it. */
  videoId?: number | undefined;
  title: string;
  description: string;
}

/**
 * Writes the post, or keeps it for later, in one transaction with the rows of what hangs on it. Its
 * files are stored already: a post never goes out without them.
 * @param options.hang writes those rows
 */
export async function publish(
  member: Member,
  { draft: words, publishAt }: NewPost,
  request: RestRequest,
  { hang }: { hang?: (tx: Tx) => Promise<HungMedia[]> } = {},
): Promise<PostCreated> {
  return withIdempotencyKey(
    request.creation,
    async (tx) => {
      const draft = { ...words, media: await hang?.(tx) };
      if (publishAt) return { response: await schedulePost(tx, member, draft, publishAt) };
      const response = await createPost(tx, member, draft, originFor(request));
      const [first] = draft.media ?? [];
      return {
        response,
        data: [response],
        ...(first?.type === 'video' ? { video_id: first.id } : {}),
      };
    },
    { isOneStatement: !publishAt && !hang && !words.uri },
  );
}

/** A post with a video that was sent before. */
async function publishWaitingVideo(
  member: Member,
  post: SentPost,
  id: number,
  request: UploadRequest,
): Promise<PostCreated> {
  if (request.files.length) throw invalid('A post takes photos or a video, not both.', 'video_id');
  const hang = async (tx: Tx): Promise<HungMedia[]> => [
    {
      ...(await takeWaitingVideo(tx, member, id)),
      type: 'video',
      title: post.title,
      body: post.description,
    },
  ];
  return publish(member, post, request, { hang });
}

/** A post, with photos or without. */
export async function publishPost(
  member: Member,
  post: SentPost,
  request: UploadRequest,
): Promise<PostCreated> {
  const { files } = request;
  if (post.type === 'video' && post.videoId === undefined && !post.draft.uri)
    throw invalid('No video selected!', 'video_id');
  if (post.videoId !== undefined) return publishWaitingVideo(member, post, post.videoId, request);
  if (post.type === 'photo' && !files.length) throw invalid('No photo(s) selected!', 'photo');
  if (!files.length) return publish(member, post, request);
  // Everything that can be refused is, before pictures are decoded for nothing; and what was sent
  // before is not decoded again.
  await checkDraft(member, post.draft, files.length);
  const before = await findStoredResponse<PostCreated>(request.creation);
  if (before) return before;
  const photos = await storePhotos(photosOf(files, post.alts), request.folder);
  const hang = async (tx: Tx) =>
    (await addPhotos(tx, member.id, photos)).map((picture): HungMedia => ({
      id: picture.id,
      type: 'photo',
      picture,
    }));
  return publish(member, post, request, { hang });
}
