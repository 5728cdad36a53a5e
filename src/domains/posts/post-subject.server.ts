import type { SQL } from 'drizzle-orm';
import { activityTitle, postColumns } from '#domains/activities/activity.server.ts';
import { staffIds } from '#domains/containers/container-access.server.ts';
import { mediaCounts, reportedMedia } from '#domains/media/reported-media.server.ts';
import type { MutableRow } from '#domains/notifications/mute/mute.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import { contentAuthor, type SubjectRows, type SubjectSource } from '#server/subjects.ts';
import { isPublicPost, wallOwnerIds } from './post-facts.server.ts';
import { formOf, isOpenAs, visibleAs } from './post-forms.server.ts';
import { lockContainerOf } from './post-lock.server.ts';
import { visibleTo } from './visibility.server.ts';

/** The text of a post, or its title without one. `post` names its row. */
const textOf = (post: SQL): SQL => sql`
  case when ${post}.body <> '' then ${post}.body else ${activityTitle(postColumns(post))} end`;

/**
 * Its author first, and the owner of its wall or the staff of its container. A post in the name of a
 * page belongs to the staff alone: to its writer only while they are of the staff.
 */
const ownerIds = sql`
  case
    when posts.subject_type = 'member' then array[posts.author_id] || ${wallOwnerIds(sql`posts`)}
    else ${staffIds(sql`posts.subject_type`, sql`posts.subject_id`, sql`posts.author_id`)}
  end`;

const ownersInContainer = sql`
  case
    when posts.subject_type = 'member'
      then array[posts.author_id] || ${staffIds(sql`posts.object_type`, sql`posts.object_id`)}
    else ${staffIds(sql`posts.subject_type`, sql`posts.subject_id`, sql`posts.author_id`)}
  end`;

/** `ownerIds` of a post of that form. */
export function ownerIdsAs(form: string | undefined): SQL {
  if (form === 'ownWall') return sql`array[posts.author_id, posts.object_id]`;
  return form === 'inContainer' ? ownersInContainer : ownerIds;
}

/** The photo or video that an attachment shows: its own, or one of an album. */
export const mediaIdOf = (at: SQL): SQL =>
  sql`coalesce(${at}.media_id, case when ${at}.type = 'photo' then ${at}.target_id end)`;

/** The photos or the video of a post, without the preview image of its link. */
const mediaOf = (post: SQL): SQL =>
  sql`
    select ${mediaIdOf(sql`at`)} as media_id, at.position
    from attachments at
    where at.post_id = ${post}
      and at.type in ('photo', 'video')
      and ${mediaIdOf(sql`at`)} is not null`;

/** The page in whose name a post stands. */
export const pageOf = (id: SQL): SQL => sql`
  select p.subject_type as type, p.subject_id as id, c.title as displayname, c.avatar
  from posts p
  join containers c on c.type = p.subject_type and c.id = p.subject_id
  where p.id = ${id}`;

/** Apart, because every member who sees it may answer where the author lets them. */
const rowsOnOwnWall: SubjectRows = (viewer, id, item) => sql`
  select posts.id, posts.can_comment, posts.can_comment as can_react,
    ${ownerIdsAs(item?.form)} as owner_ids
  from posts
  where posts.id = ${id} and ${visibleAs(viewer, item?.form)}`;

const rowsAnywhere: SubjectRows = (viewer, id, item) => sql`
  select post.id, post.is_open as can_comment, post.is_open as can_react, post.owner_ids
  from (
    select posts.id, posts.can_comment and ${isOpenAs(viewer, item?.form)} as is_open,
      ${ownerIdsAs(item?.form)} as owner_ids
    from posts
    where posts.id = ${id} and ${visibleAs(viewer, item?.form)}
  ) post`;

export const postSubject: SubjectSource = {
  rows: (viewer, id, item) =>
    item?.form === 'ownWall' && isMember(viewer)
      ? rowsOnOwnWall(viewer, id, item)
      : rowsAnywhere(viewer, id, item),
  inContainer: { ownWall: false, inContainer: true },
  seen: (viewer, id, item) => sql`
    select from posts where posts.id = ${id} and ${visibleAs(viewer, item?.form)}`,
  located: (id) => sql`
    select 0 as depth, 'post' as type, located.id, ${formOf(sql`located`)} as form
    from posts located
    where located.id = ${id}`,
  container: (id) => sql`
    select p.object_type as type, p.object_id as id
    from posts p
    where p.id = ${id} and p.audience = 'container'`,
  label: (id) => sql`select ${textOf(sql`named`)} from posts named where named.id = ${id}`,
  moderated: {
    content: (id) => sql`
      select jsonb_build_object(
        'path', '/posts/' || reported.id, 'body', ${textOf(sql`reported`)}, 'isPublic',
        ${isPublicPost(sql`reported`)}
      ) || ${mediaCounts(mediaOf(sql`reported.id`))} || ${contentAuthor(pageOf(sql`reported.id`))}
      from posts reported
      where reported.id = ${id}`,
    files: (tx, id) => reportedMedia(tx, mediaOf(sql`${id}`)),
    remove: async (tx, id) => {
      await lockContainerOf(tx, id);
      await tx.execute(sql`delete from posts where id = ${id}`);
    },
  },
};

export const mutablePost: MutableRow = (member, id) =>
  sql`
      select ${textOf(sql`posts`)} as title
      from posts
      where posts.id = ${id} and ${visibleTo(member)}`;
