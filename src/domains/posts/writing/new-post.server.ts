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

/** What every post says. */
type Written = Pick<PostFields, 'body' | 'auth_view' | 'toValues' | 'uri'> &
  Partial<Pick<PostFields, 'composer' | 'schedule_time' | 'subject_type' | 'subject_id'>>;

export const draftOf = ({
  body,
  auth_view: audience,
  toValues: tagged,
  uri,
  composer: feeling,
  subject_type,
  subject_id,
}: Written): PostDraft => ({
  body,
  audience,
  tagged,
  uri,
  feeling,
  place: subject_type && subject_id ? { type: subject_type, id: subject_id } : undefined,
});

/**
 * Writes the post, or keeps it for later, in one transaction with the rows of what hangs on it. Its
 * files are stored already: a post never goes out without them.
 * @param options.hang writes those rows
 */
export async function publish(
  member: Member,
  input: Written,
  request: RestRequest,
  { hang }: { hang?: (tx: Tx) => Promise<HungMedia[]> } = {},
): Promise<PostCreated> {
  const publishAt = input.schedule_time;
  return withIdempotencyKey(
    request.creation,
    async (tx) => {
      const draft = { ...draftOf(input), media: await hang?.(tx) };
      if (publishAt) return { response: await schedulePost(tx, member, draft, publishAt) };
      const response = await createPost(tx, member, draft, originFor(request));
      const [first] = draft.media ?? [];
      return {
        response,
        data: [response],
        ...(first?.type === 'video' ? { video_id: first.id } : {}),
      };
    },
    { isOneStatement: !publishAt && !hang && !input.uri },
  );
}

/** A post with a video that was sent before. */
async function publishWaitingVideo(
  member: Member,
  input: PostFields,
  id: number,
  request: UploadRequest,
): Promise<PostCreated> {
  if (request.files.length) throw invalid('A post takes photos or a video, not both.', 'video_id');
  const hang = async (tx: Tx): Promise<HungMedia[]> => [
    {
      ...(await takeWaitingVideo(tx, member, id)),
      type: 'video',
      title: input.title,
      body: input.description,
    },
  ];
  return publish(member, input, request, { hang });
}

/** A post, with photos or without. */
export async function publishPost(
  member: Member,
  input: PostFields,
  request: UploadRequest,
): Promise<PostCreated> {
  const { files } = request;
  if (input.type === 'video' && input.video_id === undefined && !input.uri)
    throw invalid('No video selected!', 'video_id');
  if (input.video_id !== undefined)
    return publishWaitingVideo(member, input, input.video_id, request);
  if (input.type === 'photo' && !files.length) throw invalid('No photo(s) selected!', 'photo');
  if (!files.length) return publish(member, input, request);
  // Everything that can be refused is, before pictures are decoded for nothing; and what was sent
  // before is not decoded again.
  await checkDraft(member, draftOf(input), files.length);
  const before = await findStoredResponse<PostCreated>(request.creation);
  if (before) return before;
  const photos = await storePhotos(photosOf(files, input.alts), request.folder);
  const hang = async (tx: Tx) =>
    (await addPhotos(tx, member.id, photos)).map((picture): HungMedia => ({
      id: picture.id,
      type: 'photo',
      picture,
    }));
  return publish(member, input, request, { hang });
}
