import { sql } from 'drizzle-orm';
import type { Member } from '#domains/policy/viewer.ts';
import { tell } from '#domains/notifications/tell.server.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { onePost } from '#domains/posts/feed-selection.server.ts';
import { hashtagKeysOf } from '#domains/posts/hashtags.ts';
import { readPostRows } from '#domains/posts/post-rows.server.ts';
import { maySharePost } from '#domains/posts/posts.rules.ts';

/** Shares a post on the own wall for everyone; a share of a share shares the original. Returns the new post's id. */
export async function sharePost(tx: Tx, member: Member, id: number, body: string): Promise<number> {
  const [row] = await readPostRows(member, onePost(member, id), { withPreview: false });
  if (!row) throw notFound();
  const original = row.sharedId === null ? row : row.shared;
  // A share whose original is gone has nothing to share.
  if (!original) throw notFound();
  if (!maySharePost(member, original)) throw forbidden('This post cannot be shared.');
  const [created] = await tx.execute<{ id: number }>(sql`
    with added as (
      insert into posts (author_id, type, subject_id, object_id, body, audience, published_at, shared_type, shared_id)
      values (${member.id}, 'share', ${member.id}, ${member.id}, ${body}, 'everyone', ${now()}, 'activity_action', ${original.id}) returning id),
    subjects as (insert into post_hashtags (hashtag, post_id) select said.hashtag, added.id from added, unnest(${sql.param(hashtagKeysOf(body))}::text[]) said (hashtag)),
    ${tell(member, sql`select ${original.authorId}::bigint, 'shared', 'activity_action', ${original.id}::bigint, 1, 'activity_action', added.id from added`, { place: sql`select 'activity_action', ${original.id}::bigint` })}
    select id from added`);
  return created!.id;
}
