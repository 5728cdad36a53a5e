import { addPhotos, storePhotos } from '#domains/media/photos.server.ts';
import { addVideo, storeVideo } from '#domains/media/videos/videos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import type { NewAttachment } from '#domains/posts/writing/new-post-row.server.ts';
import {
  maxStories,
  maxVideoSeconds,
  storyMegabytes,
  type StoryAudience,
} from '#domains/stories/stories.rules.ts';
import type { StoryItems } from '#domains/stories/stories.schema.ts';
import { storyView, type StoryRow } from '#domains/stories/stories.views.server.ts';
import { storyColumns, storyTables } from '#domains/stories/story-rows.server.ts';
import { visibleStory } from '#domains/stories/visibility.server.ts';
import { originFor } from '#server/base-url.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import type { UploadRequest } from '#server/handle.ts';
import { findStoredResponse, withIdempotencyKey } from '#server/idempotency.ts';
import type { PictureKind } from '#server/pictures/task.ts';
import { sql } from '#server/sql.ts';
import { isPicture, type VideoKind } from '#server/uploads/file-kinds.ts';
import type { FileRules, UploadedFile } from '#server/uploads/uploads.ts';

/**
 * One photo or video as `filedata`; native clients send a photo as `photo`, which next to a video
 * is its poster.
 */
export const storyFiles: FileRules = {
  fields: /^(filedata|photo)$/,
  takes: 'pictures and videos',
  still: 'photo',
  max: 2,
  megabytes: storyMegabytes,
};

interface StoryFiles {
  file: UploadedFile;
  still: UploadedFile | undefined;
}

function toStoryFiles(files: UploadedFile[]): StoryFiles {
  const [main, ...others] = files.filter(({ field }) => field === 'filedata');
  const [photo, ...more] = files.filter(({ field }) => field === 'photo');
  const file = main ?? photo;
  if (!file) throw invalid('Please choose a photo or a video.', 'filedata');
  const still = main && photo;
  if (others.length || more.length || (still && isPicture(file.kind)))
    throw invalid('A story is one photo or one video.', 'filedata');
  return { file, still };
}

const countActive = (member: Member) =>
  sql`
    select count(*)::int as count
    from stories
    where stories.owner_id = ${member.id}
      and ${visibleStory(member)}`;

/**
 * Throws if the member has the maximum number of stories. Final only in a transaction that has
 * locked the member.
 */
async function checkStoryLimit(tx: Tx, member: Member): Promise<void> {
  const [row] = await tx.execute<{ count: number }>(countActive(member));
  if (row!.count >= maxStories)
    throw invalid(
      `You already have ${maxStories} stories. The oldest ends within a day.`,
      'filedata',
    );
}

/** Inserts another media row for the file and returns its attachment for a post. */
type AddMedia = (tx: Tx) => Promise<NewAttachment>;

/** Stores the file; the returned function inserts its row. */
async function storeFile(
  member: Member,
  { file, still }: StoryFiles,
  folder: string,
): Promise<AddMedia> {
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
      longestSeconds: maxVideoSeconds,
    },
    folder,
  );
  return async (tx) => ({ ...(await addVideo(tx, member.id, stored)), type: 'video' });
}

export interface NewStory {
  caption: string;
  audience: StoryAudience;
  /** A post of its own beside it. */
  isAlsoPost: boolean;
}

/** Creates a story. */
export async function createStory(
  member: Member,
  { caption, audience, isAlsoPost }: NewStory,
  request: UploadRequest,
): Promise<StoryItems> {
  const upload = toStoryFiles(request.files);
  const stored = await findStoredResponse<StoryItems>(request.creation);
  if (stored) return stored;
  await checkStoryLimit(db, member);
  const addMedia = await storeFile(member, upload, request.folder);
  return withIdempotencyKey(request.creation, async (tx) => {
    // Serialized by the lock, so that two concurrent requests cannot both take the last slot.
    await tx.execute(sql`select 1 from members where id = ${member.id} for no key update`);
    await checkStoryLimit(tx, member);
    const { id: mediaId } = await addMedia(tx);
    const [added] = await tx.execute<{ id: number }>(sql`
      insert into stories (owner_id, media_id, body, audience, created_at)
      values (${member.id}, ${mediaId}, ${caption}, ${audience}, ${now()}) returning id`);
    // A separate post with its own media row: the story expires, the post does not.
    if (isAlsoPost) {
      await createPost(
        tx,
        member,
        {
          body: caption,
          audience,
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
