import { ownerAfterPurge } from '#domains/containers/ownership/succession.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/**
 * Posts in the name of a page survive the member who wrote them, with their pictures and videos:
 * they pass to its owner. Its readers never see which member it is.
 */
export async function reassignPosts(memberId: number): Promise<void> {
  const owner = ownerAfterPurge(sql`p.subject_type`, sql`p.subject_id`, memberId);
  await db.execute(sql`
    update media m
    set owner_id = ${owner}
    from attachments at
    join posts p on p.id = at.post_id
    where at.media_id = m.id
      and m.owner_id = ${memberId}
      and p.author_id = ${memberId}
      and p.subject_type <> 'member'`);
  await db.execute(sql`
    update posts p
    set author_id = ${owner}
    where p.author_id = ${memberId}
      and p.subject_type <> 'member'`);
}
