import type { SQL } from 'drizzle-orm';
import type { videoFields } from '#domains/media/videos/video.fields.ts';
import type { VideoWords } from '#domains/media/videos/video.rules.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { videoRights } from '#domains/posts/post-facts.server.ts';
import { lockPost, recordPostRemoval } from '#domains/posts/post-lock.server.ts';
import { mayDeletePost, mayEditPost } from '#domains/posts/posts.rules.ts';
import { visibleOrDeletable, visibleTo } from '#domains/posts/visibility.server.ts';
import { refuseAudience } from '#domains/posts/writing/edit-post.server.ts';
import { checkRewriting } from '#domains/posts/writing/post-target.server.ts';
import type { WallType } from '#lib/container-types.ts';
import type { FieldValues } from '#lib/field-list.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';

/** Locks the post that a video is attached to. */
async function lockPostOf(tx: Tx, member: Member, videoId: number, condition: SQL) {
  const [attachment] = await tx.execute<{ id: number }>(
    sql`
      select post_id as id
      from attachments
      where media_id = ${videoId}
        and type = 'video'`,
  );
  if (!attachment) throw notFound();
  return { ...(await lockPost(tx, member, attachment.id, condition)), id: attachment.id };
}

/** A video that the member may edit or delete. */
export interface ChangeableVideo extends VideoWords, Record<string, unknown> {
  canEdit: boolean;
  canDelete: boolean;
  /** The list of videos that it is in. */
  listType: WallType;
  listId: number;
}

/**
 * A video with its own texts, without those of its post; not found if the member may neither edit
 * nor delete it.
 */
export async function readChangeableVideo(
  member: Member,
  videoId: number,
): Promise<ChangeableVideo> {
  const [video] = await db.execute<ChangeableVideo>(sql`
    select at.title, at.body as description, rights.can_edit as "canEdit",
      rights.can_delete as "canDelete", posts.object_type as "listType",
      case posts.object_type
        when 'member' then posts.author_id
        else posts.object_id
      end::float8 as "listId"
    from attachments at
    join posts on posts.id = at.post_id
    cross join lateral (${videoRights(member, sql`posts.id`)}) rights
    where at.media_id = ${videoId}
      and at.type = 'video'
      and (rights.can_edit or rights.can_delete)
      and ${visibleOrDeletable(member)}`);
  if (!video) throw notFound();
  return video;
}

/** Changes the texts of an own video, or the audience of its post. Absent fields stay. */
export async function editVideo(
  member: Member,
  videoId: number,
  { title, description: body, audience }: FieldValues<typeof videoFields>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const post = await lockPostOf(tx, member, videoId, visibleTo(member));
    if (!mayEditPost(member, post)) throw forbidden();
    await checkRewriting(tx, member, post);
    refuseAudience(post, audience);
    const attachment = sql`post_id = ${post.id} and media_id = ${videoId}`;
    await updateRow(tx, 'attachments', attachment, { title, body });
    if (audience && audience !== post.audience)
      await tx.execute(sql`update posts set audience = ${audience} where id = ${post.id}`);
  });
}

/** Deletes a video from its post, and the post if nothing else is left of it. */
export async function deleteVideo(member: Member, videoId: number): Promise<void> {
  await retryOnDeadlock(() => db.transaction((tx) => removeVideo(tx, member, videoId)));
}

async function removeVideo(tx: Tx, member: Member, videoId: number): Promise<void> {
  const post = await lockPostOf(tx, member, videoId, visibleOrDeletable(member));
  if (!mayDeletePost(member, post)) throw forbidden();
  await recordPostRemoval(tx, member, post, 'video');
  const [left] = await tx.execute<{ isBare: boolean }>(sql`
      with deleted as (
        delete from attachments
        where post_id = ${post.id}
          and media_id = ${videoId}
        returning 1
      )
      update posts
      set attachment_count = greatest(0, attachment_count - (select count(*) from deleted))
      where id = ${post.id}
      returning body = '' and attachment_count = 0 and shared_id is null as "isBare"`);
  if (left!.isBare) await tx.execute(sql`delete from posts where id = ${post.id}`);
}
