import { setAltTexts } from '#domains/media/alt.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { hashtagKeysOf } from '#domains/posts/hashtags.ts';
import { lockPost, type LockedPost } from '#domains/posts/post-lock.server.ts';
import { audienceField } from '#domains/posts/posts.model.ts';
import { mayEditPost, otherWallProblem } from '#domains/posts/posts.rules.ts';
import { visibleTo } from '#domains/posts/visibility.server.ts';
import { checkRewriting } from '#domains/posts/writing/post-target.server.ts';
import { toWireTime } from '#lib/dates.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface PostEdit {
  body: string;
  /** Unchanged if absent. */
  audience?: Audience | undefined;
  isPaid?: boolean | undefined;
  alts?: Array<{ photoId: number; text: string }> | undefined;
  /** Wire time of the edited version; a newer one is not overwritten. */
  seen?: string | undefined;
}

/** Throws for an audience that the post cannot have; its own, or none, is no change. */
export function refuseAudience(post: LockedPost, audience: Audience | undefined): void {
  if (audience === undefined || audience === post.audience) return;
  const refuse = (problem: string) => invalid(problem, audienceField);
  if (post.isOfAlbum) throw refuse('Its album decides who can see it.');
  if (post.isOfFriends) throw refuse('Only friends can see news about friendships.');
  if (post.audience === 'container')
    throw refuse('It is visible to everyone who can read the place where it was posted.');
  const isOnOtherWall = post.objectType === 'member' && post.objectId !== post.authorId;
  const problem = isOnOtherWall && otherWallProblem(audience);
  if (problem) throw refuse(problem);
}

/**
 * Changes a post that the member may edit. A new audience holds from the next request on; `edited_at` changes only with
 * the text or the descriptions of photos.
 */
export async function editPost(
  member: Member,
  id: number,
  { body, audience, isPaid, alts = [], seen }: PostEdit,
): Promise<void> {
  await db.transaction(async (tx) => {
    const post = await lockPost(tx, member, id, visibleTo(member));
    if (!mayEditPost(member, post)) throw forbidden();
    await checkRewriting(tx, member, post);
    if (seen !== undefined && seen !== toWireTime(post.modifiedAt))
      throw invalid('This post has changed in the meantime.', 'modified_date');
    refuseAudience(post, audience);
    if (!post.isMarkOpen && isPaid !== undefined && isPaid !== post.isPaid)
      throw invalid('This can be changed for 24 hours after publishing.', 'is_paid');
    if (body === '' && !post.hasMore) throw invalid('Post cannot be empty', 'body');
    const hasNewAlts = alts.length > 0 && (await describePhotos(tx, id, alts));
    const hashtags = sql`${sql.param(hashtagKeysOf(body))}::text[]`;
    await tx.execute(sql`
      with deleted_hashtags as (
        delete from post_hashtags
        where post_id = ${id}
          and hashtag <> all(${hashtags})
      ),
        inserted_hashtags as (
          insert into post_hashtags (hashtag, post_id)
          select hashtag, ${id}
          from unnest(${hashtags}) keys (hashtag)
          on conflict
          do nothing
        )
      update posts
      set body = ${body}, audience = ${audience ?? post.audience},
        is_paid = ${isPaid ?? post.isPaid},
        edited_at = case when body <> ${body} or ${hasNewAlts} then ${now()} else edited_at end
      where id = ${id}`);
  });
}

/** Sets alt texts; not found if a photo belongs to another post. */
async function describePhotos(
  tx: Tx,
  postId: number,
  alts: Array<{ photoId: number; text: string }>,
): Promise<boolean> {
  const found = await tx.execute(sql`
    select 1
    from attachments
    where post_id = ${postId}
      and type = 'photo'
      and coalesce(media_id, target_id) = any (
        ${sql.param(alts.map(({ photoId }) => photoId))}::bigint[]
      )`);
  if (found.length !== alts.length) throw notFound();
  return setAltTexts(
    tx,
    alts.map(({ photoId: mediaId, text }) => ({ mediaId, text })),
  );
}
