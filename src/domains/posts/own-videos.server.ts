import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { visibleOnWalls } from './visibility.server.ts';

/** The newest 20 uploaded videos of public posts on the own wall. */
export const listOwnPublicVideos = (member: Member) =>
  db.execute<{ id: number; title: string }>(sql`
    select at.media_id as id,
      coalesce(nullif(at.title, ''), nullif(left(posts.body, 60), ''), 'Without a title') as title
    from posts
    join attachments at on at.post_id = posts.id and at.type = 'video' and at.position = 0
    where posts.author_id = ${member.id}
      and posts.object_type = 'member'
      and posts.object_id = ${member.id}
      and posts.audience = 'everyone'
      and posts.published_at <= ${now()}
      and ${visibleOnWalls(member)}
      and at.media_id is not null
      and at.video_url is null
    order by posts.sort_key desc
    limit 20`);
