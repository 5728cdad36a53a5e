import type { SQL } from 'drizzle-orm';
import type { VideoWords } from '#domains/media/videos/video.rules.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { factColumns } from '#domains/posts/post-facts.server.ts';
import { lockPost } from '#domains/posts/post-lock.server.ts';
import { mayDeletePost, mayEditPost, type PostFacts } from '#domains/posts/posts.rules.ts';
import { visibleOrOnOwnWall, visibleTo } from '#domains/posts/visibility.server.ts';
import { refuseAudience } from '#domains/posts/writing/edit-post.server.ts';
import { checkRewriting } from '#domains/posts/writing/post-target.server.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
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

/** The own texts of a video that the member may edit, without those of its post; else not found. */
export async function readVideoWords(member: Member, videoId: number): Promise<VideoWords> {
  const [video] = await db.execute<VideoWords & PostFacts & Record<string, unknown>>(sql`
    select at.title, at.body as description, ${factColumns(member, sql`posts`)}
    from attachments at
    join posts on posts.id = at.post_id
    where at.media_id = ${videoId}
      and at.type = 'video'
      and ${visibleTo(member)}`);
  if (!video || !mayEditPost(member, video)) throw notFound();
  return { title: video.title, description: video.description };
}

export interface VideoChange {
  title?: string | undefined;
  description?: string | undefined;
  audience?: Audience | undefined;
}

/** Changes the texts of an own video, or the audience of its post. Absent fields stay. */
export async function editVideo(
  member: Member,
  videoId: number,
  { title, description, audience }: VideoChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const post = await lockPostOf(tx, member, videoId, visibleTo(member));
    if (!mayEditPost(member, post)) throw forbidden();
    await checkRewriting(tx, member, post);
    refuseAudience(post, audience);
    await tx.execute(sql`
      update attachments
      set title = coalesce(${title ?? null}, title), body = coalesce(${description ?? null}, body)
      where post_id = ${post.id}
        and media_id = ${videoId}`);
    if (audience && audience !== post.audience)
      await tx.execute(sql`update posts set audience = ${audience} where id = ${post.id}`);
  });
}

/** Deletes a video from its post, and the post if nothing else is left of it. */
export async function deleteVideo(member: Member, videoId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const post = await lockPostOf(tx, member, videoId, visibleOrOnOwnWall(member));
    if (!mayDeletePost(member, post)) throw forbidden();
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
  });
}
