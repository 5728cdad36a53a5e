import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** The newest 20 uploaded videos of public posts on the own wall. */
export const listOwnPublicVideos = (member: Member) =>
  db.execute<{ id: number; title: string }>(sql`
    select at.media_id as id,
      coalesce(nullif(at.title, ''), nullif(left(p.body, 60), ''), 'Without a title') as title
    from posts p
    join attachments at on at.post_id = p.id and at.type = 'video' and at.position = 0
    where p.author_id = ${member.id}
      and p.object_type = 'member'
      and p.object_id = ${member.id}
      and p.audience = 'everyone'
      and p.published_at <= ${now()}
      and at.media_id is not null
      and at.video_url is null
    order by p.sort_key desc
    limit 20`);
