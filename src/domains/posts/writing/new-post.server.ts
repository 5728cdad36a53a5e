import { claimPendingVideo } from '#domains/lightbox/videos/pending-video.server.ts';
import { maxPhotos } from '#domains/media/media.rules.ts';
import { addPhotos, storePhotos } from '#domains/media/photos.server.ts';
import { photoFields, toPhotos } from '#domains/media/uploaded-photos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { createOrPend } from '#domains/posts/pending/pending-posts.server.ts';
import { publishedView } from '#domains/posts/posts.views.server.ts';
import { schedulePost } from '#domains/posts/schedule/schedule.server.ts';
import { originFor } from '#server/base-url.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import type { RestRequest, UploadRequest } from '#server/handle.ts';
import { findStoredResponse, withIdempotencyKey } from '#server/idempotency.ts';
import { checkDraft, type PostDraft } from './create-post.server.ts';
import type { NewAttachment } from './new-post-row.server.ts';
import type { PostCreated, PostFields } from './new-post.schema.ts';

export const photoFiles = photoFields(maxPhotos);

/** A received post without its files. */
export interface NewPost {
  draft: PostDraft;
  /** Set for a scheduled post. */
  publishAt?: Date | undefined;
}

export interface SentPost extends NewPost, Pick<PostFields, 'type' | 'alts'> {
  /** A pending video of the member; title and description are its texts. */
  videoId?: number | undefined;
  title: string;
  description: string;
}

/**
 * Writes or schedules the post in one transaction with the rows of its media, whose files are
 * stored already.
 * @param options.attach writes those rows
 */
export async function publish(
  member: Member,
  { draft: content, publishAt }: NewPost,
  request: RestRequest,
  { attach }: { attach?: (tx: Tx) => Promise<NewAttachment[]> } = {},
): Promise<PostCreated> {
  return withIdempotencyKey(
    request.creation,
    async (tx) => {
      const draft = { ...content, media: await attach?.(tx) };
      if (publishAt) return { response: await schedulePost(tx, member, draft, publishAt) };
      const response = await createOrPend(tx, member, draft, originFor(request));
      if ('pending' in response) return { response };
      const [first] = draft.media ?? [];
      return publishedView(response, first?.type === 'video' ? first.id : undefined);
    },
    // Posts in containers lock the container first.
    {
      isOneStatement:
        !publishAt && !attach && !content.uri && (content.target?.type ?? 'member') === 'member',
    },
  );
}

/** A post with a video that was uploaded before. */
async function publishPendingVideo(
  member: Member,
  post: SentPost,
  id: number,
  request: UploadRequest,
): Promise<PostCreated> {
  if (request.files.length)
    throw invalid('A post can have photos or a video, not both.', 'video_id');
  const attach = async (tx: Tx): Promise<NewAttachment[]> => [
    {
      ...(await claimPendingVideo(tx, member, id)),
      type: 'video',
      title: post.title,
      body: post.description,
    },
  ];
  return publish(member, post, request, { attach });
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
  if (post.videoId !== undefined) return publishPendingVideo(member, post, post.videoId, request);
  if (post.type === 'photo' && !files.length) throw invalid('No photo(s) selected!', 'photo');
  if (!files.length) return publish(member, post, request);
  // Validates before decoding pictures; a repeated request does not decode them again.
  await checkDraft(db, member, post.draft, files.length);
  const before = await findStoredResponse<PostCreated>(request.creation);
  if (before) return before;
  const photos = await storePhotos(toPhotos(files, post.alts), request.folder);
  const attach = async (tx: Tx) =>
    (await addPhotos(tx, member.id, photos)).map((picture): NewAttachment => ({
      id: picture.id,
      type: 'photo',
      picture,
    }));
  return publish(member, post, request, { attach });
}
