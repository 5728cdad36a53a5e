import { sql, type SQL } from 'drizzle-orm';
import { audienceCondition } from '#domains/policy/audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { ownSubject } from '#server/subjects.ts';
import { posts } from './posts.table.ts';

/** The condition of every read of `posts`. Groups, events and pages will add their container's here. */
export const visibleTo = (viewer: Viewer): SQL =>
  audienceCondition(viewer, { author: sql`${posts.authorId}`, audience: sql`${posts.audience}`, publishedAt: sql`${posts.publishedAt}` });

/** The owners are its author and whoever owns the wall it stands on. */
ownSubject(
  'activity_action',
  (viewer, id) => sql`select posts.id, posts.can_comment,
      array[posts.author_id, case when posts.object_type = 'user' then posts.object_id else posts.author_id end] as owner_ids
    from posts where posts.id = ${id} and ${visibleTo(viewer)}`,
  {
    content: (id) => sql`select jsonb_build_object('path', '/posts/' || reported.id, 'body', reported.body, 'isPublic', reported.audience = 'everyone',
      'photoCount', (select count(*) from attachments at where at.post_id = reported.id and at.type = 'album_photo'))
      from posts reported where reported.id = ${id}`,
    remove: async (tx, id) => void (await tx.execute(sql`delete from posts where id = ${id}`)),
  },
);
