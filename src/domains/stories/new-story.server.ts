import { sql } from 'drizzle-orm';
import { addPhotos, storePhotos } from '#domains/media/photos.server.ts';
import { addVideo, storeVideo } from '#domains/media/videos/videos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { createPost, type HungMedia } from '#domains/posts/writing/create-post.server.ts';
import { originFor } from '#server/base-url.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import type { UploadRequest } from '#server/handle.ts';
import { findStoredResponse, withIdempotencyKey } from '#server/idempotency.ts';
import type { PictureKind } from '#server/pictures/task.ts';
import { isPicture, type VideoKind } from '#server/uploads/file-kinds.ts';
import type { FileRules, UploadedFile } from '#server/uploads/uploads.ts';
import { longestVideoSeconds, mostStories, storyMegabytes } from './stories.rules.ts';
import type { NewStoryFields, StoryItems } from './stories.schema.ts';
import { storyView, type StoryRow } from './stories.views.server.ts';
import { storyColumns, storyTables } from './story-rows.server.ts';
import { visibleStory } from './visibility.server.ts';

/**
 * One photo or one video as `filedata`; native clients send a photo as `photo`, which beside a
 * video is its still.
 */
export const storyFiles: FileRules = {
  fields: /^(filedata|photo)$/,
  takes: 'pictures and videos',
  still: 'photo',
  most: 2,
  megabytes: storyMegabytes,
};

interface Sent {
  file: UploadedFile;
  still: UploadedFile | undefined;
}

function sentIn(files: UploadedFile[]): Sent {
  const [main, ...others] = files.filter(({ field }) => field === 'filedata');
  const [photo, ...more] = files.filter(({ field }) => field === 'photo');
  const file = main ?? photo;
  if (!file) throw invalid('Please choose a photo or a video.', 'filedata');
  const still = main && photo;
  if (others.length || more.length || (still && isPicture(file.kind)))
    throw invalid('A story takes one photo or one video.', 'filedata');
  return { file, still };
}

const countActive = (member: Member) =>
  sql`
    select count(*)::int as count
    from stories
    where stories.owner_id = ${member.id} and ${visibleStory(member)}`;

/**
 * Throws when the member has as many as one may have. In a transaction, after locking the member,
 * it is the last word.
 */
async function refuseTooMany(tx: Tx, member: Member): Promise<void> {
  const [row] = await tx.execute<{ count: number }>(countActive(member));
  if (row!.count >= mostStories)
    throw invalid(
      `You have ${mostStories} stories already. The oldest ends within a day.`,
      'filedata',
    );
}

/** Writes one more row of the file, and gives what a post would hang. */
type AddMedia = (tx: Tx) => Promise<HungMedia>;

/** Stores the file; what it gives writes its row. */
async function storeFile(member: Member, { file, still }: Sent, folder: string): Promise<AddMedia> {
  if (isPicture(file.kind)) {
    const photos = await storePhotos([{ path: file.path, kind: file.kind }], folder);
    return async (tx) => {
      const [picture] = await addPhotos(tx, member.id, photos);
      return { id: picture!.id, type: 'photo', picture: picture! };
    };
  }
  const video = { path: file.path, kind: file.kind as VideoKind, size: file.size };
  const stored = await storeVideo(
    {
      video,
      poster: still && { path: still.path, kind: still.kind as PictureKind },
      longestSeconds: longestVideoSeconds,
    },
    folder,
  );
  return async (tx) => ({ ...(await addVideo(tx, member.id, stored)), type: 'video' });
}

/** Tells one story for a day. */
export async function createStory(
  member: Member,
  input: NewStoryFields,
  request: UploadRequest,
): Promise<StoryItems> {
  const sent = sentIn(request.files);
  const caption = input.description || input.body || '';
  const before = await findStoredResponse<StoryItems>(request.creation);
  if (before) return before;
  await refuseTooMany(db, member);
  const addMedia = await storeFile(member, sent, request.folder);
  return withIdempotencyKey(request.creation, async (tx) => {
    // One after the other, so that two at once cannot both be the last that fits.
    await tx.execute(sql`select 1 from members where id = ${member.id} for no key update`);
    await refuseTooMany(tx, member);
    const { id: mediaId } = await addMedia(tx);
    const [added] = await tx.execute<{ id: number }>(sql`
      insert into stories (owner_id, media_id, body, audience, created_at)
      values (${member.id}, ${mediaId}, ${caption}, ${input.auth_view}, ${now()}) returning id`);
    // A post of its own, with a row of the file of its own: the story ends with its day, the post
    // does not, and neither shows the other.
    if (input.is_storyPost && input.post_attach) {
      await createPost(
        tx,
        member,
        {
          body: caption,
          audience: input.auth_view,
          tagged: [],
          uri: '',
          media: [await addMedia(tx)],
        },
        originFor(request),
      );
    }
    const [row] = await tx.execute<StoryRow & Record<string, unknown>>(
      sql`select ${storyColumns(member, [])} from ${storyTables} where stories.id = ${added!.id}`,
    );
    return { response: [storyView(row!, originFor(request))] };
  });
}
