import type { SQL } from 'drizzle-orm';
import {
  activityTitle,
  postColumns,
  visibleActivity,
} from '#domains/activities/activity.server.ts';
import {
  hasRole,
  readableContainerPost,
  readableFrom,
  staffIds,
} from '#domains/containers/container-access.server.ts';
import type { AttachmentSource } from '#domains/lightbox/attachment-sources.server.ts';
import { mediaCounts, reportedMedia } from '#domains/media/reported-media.server.ts';
import { hasModerationAccess } from '#domains/moderation/queue/moderation-access.server.ts';
import type { MutableRow } from '#domains/notifications/mute/mute.server.ts';
import {
  audienceAllowsContent,
  composedForMembers,
  isBlockBetween,
  visibleAuthor,
} from '#domains/policy/audience.server.ts';
import { visibleProfile } from '#domains/policy/profile-audience.server.ts';
import { isMember, type Member, type SqlViewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';
import { contentAuthor, type SubjectSource } from '#server/subjects.ts';
import { isOpenForComments, isPublicPost, videoRights, wallOwnerIds } from './post-facts.server.ts';
import { lockContainerOf } from './post-lock.server.ts';
import { posts } from './posts.table.ts';

/**
 * A post on the wall of somebody else: for those only who may open that wall as well, and after a
 * block between its author and the owner for its author alone.
 */
function isWallOfOthersVisible(viewer: SqlViewer): SQL {
  const [author, wallOwner] = [sql`${posts.authorId}`, sql`${posts.objectId}`];
  const isWallVisible = visibleProfile(viewer, wallOwner);
  const isOnOpenWall = (isReader: SQL) =>
    sql`(${isReader} and not ${isBlockBetween(author, wallOwner)})`;
  if (!isMember(viewer)) return sql`(${wallOwner} = ${author} or ${isOnOpenWall(isWallVisible)})`;
  const isReader = sql`(${wallOwner} = ${viewer.id} or ${isWallVisible})`;
  return sql`(${author} in (${wallOwner}, ${viewer.id}) or ${isOnOpenWall(isReader)})`;
}

/** On a wall, less the condition on the author, which `isForViewer` asks once. */
const isOnVisibleWall = (viewer: SqlViewer): SQL => sql`
  (
    ${posts.audience} <> 'container'
    and ${audienceAllowsContent(viewer, {
      author: sql`${posts.authorId}`,
      audience: sql`${posts.audience}`,
      publishedAt: sql`${posts.publishedAt}`,
      wallOwner: sql`${posts.objectId}`,
    })}
    and ${isWallOfOthersVisible(viewer)}
  )`;

/** A post in the name of a page has no author that could be blocked. */
const isAuthorVisible = (viewer: SqlViewer): SQL =>
  sql`(${posts.subjectType} <> 'member' or ${visibleAuthor(viewer, sql`${posts.authorId}`)})`;

const isPublished = (): SQL => sql`${posts.publishedAt} <= ${now()}`;

/** The condition on a post in a container besides that on the container. */
const isContainerAuthorVisible = (viewer: SqlViewer): SQL =>
  sql`(${isPublished()} and ${isAuthorVisible(viewer)})`;

const isInVisibleContainer = (viewer: SqlViewer): SQL => sql`
  (
    ${posts.audience} = 'container'
    and exists (
      select from containers c
      where c.type = ${posts.objectType}
        and c.id = ${posts.objectId}
        and ${readableContainerPost(viewer, sql`c`, sql`${posts.sortKey}`)}
    )
    and ${isPublished()}
  )`;

const isActivityVisible = (viewer: SqlViewer): SQL =>
  visibleActivity(viewer, postColumns(sql`posts`));

const isForViewer = (viewer: SqlViewer): SQL => sql`
  (
    (${isOnVisibleWall(viewer)} or ${isInVisibleContainer(viewer)})
    and ${isAuthorVisible(viewer)}
  )`;

/** The condition of every read of `posts`. */
export const visibleTo = composedForMembers(
  (viewer) => sql`(${isForViewer(viewer)} and ${isActivityVisible(viewer)})`,
);

/** `visibleTo` for posts on walls of members only: the first part of the home feed. */
export const visibleOnWalls = composedForMembers(
  (viewer) => sql`
    (
      ${isOnVisibleWall(viewer)}
      and ${visibleAuthor(viewer, sql`${posts.authorId}`)}
      and ${isActivityVisible(viewer)}
    )`,
);

/** `visibleTo` for posts of a container that the statement has found readable. */
export const visibleInContainer = composedForMembers((viewer) => isContainerAuthorVisible(viewer));

/** `visibleTo` for shares only, which are about no item (check `posts_share`). */
export const visibleShares = (viewer: SqlViewer): SQL =>
  sql`(${posts.sharedId} is not null and ${isForViewer(viewer)})`;

/**
 * `visibleTo`, and all that stands on the own wall or was written in the own name: what the member
 * may delete, wherever it is and whoever may read it by now.
 */
export const visibleOrDeletable = (member: Member): SQL => sql`
  (
    ${visibleTo(member)}
    or (${posts.objectType} = 'member' and ${posts.objectId} = ${member.id})
    or (${posts.subjectType} = 'member' and ${posts.authorId} = ${member.id})
  )`;

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

/** The photo or video that an attachment shows: its own, or one of an album. */
const mediaIdOf = (at: SQL): SQL =>
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
const pageOf = (id: SQL): SQL => sql`
  select p.subject_type as type, p.subject_id as id, c.title as displayname, c.avatar
  from posts p
  join containers c on c.type = p.subject_type and c.id = p.subject_id
  where p.id = ${id}`;

export const postSubject: SubjectSource = {
  rows: (viewer, id) => {
    const isOpen = isOpenForComments(viewer, sql`posts`);
    return sql`
      select posts.id, posts.can_comment and ${isOpen} as can_comment,
        posts.can_comment and ${isOpen} as can_react, ${ownerIds} as owner_ids
      from posts
      where posts.id = ${id} and ${visibleTo(viewer)}`;
  },
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

/** Whether the viewer may comment; for visitors, who are invited to log in, whether anybody may. */
const answerable = (viewer: SqlViewer): SQL =>
  isMember(viewer)
    ? sql`posts.can_comment and ${isOpenForComments(viewer, sql`posts`)}`
    : sql`posts.can_comment`;

const attachmentRows = (
  viewer: SqlViewer,
  condition: SQL,
  { media = sql`at.media_id`, columns = sql`` }: { media?: SQL; columns?: SQL } = {},
): SQL => sql`
  select 'post' as attachable_type, posts.id as attachable_id, at.position,
    at.type as kind, at.id as attachment_id, ${media} as media_id, at.video_type,
    at.video_url, at.title, coalesce(nullif(at.body, ''), posts.body) as description,
    case when posts.subject_type = 'member' then posts.author_id end as author_id,
    posts.author_id as writer_id, ${ownerIds} as owner_ids,
    ${answerable(viewer)} as can_comment,
    (posts.can_share and ${isPublicPost(sql`posts`)}) as can_share, posts.published_at,
    at.object_type as container_type, at.object_id as container_id ${columns}
  from attachments at
  join posts on posts.id = at.post_id
  where (${media} is not null or at.video_url is not null) and ${condition}`;

/**
 * Photos and videos of a post and the preview image of its link; photos of albums belong to the
 * album. The text of the post describes media without a text.
 */
export const postAttachments: AttachmentSource = {
  rows: (viewer) => attachmentRows(viewer, visibleTo(viewer)),
  tables: ['attachments'],
  author: pageOf,
  rights: videoRights,
  isPaid: (item) => sql`
    case
      when ${item}.own_id is not null then exists (
        select from attachments at
        join posts original on original.id = at.post_id
        where at.media_id = ${item}.own_id and original.is_paid
      )
      when ${item}.attachable_type = 'post' then exists (
        select from posts original where original.id = ${item}.attachable_id and original.is_paid
      )
      else false
    end`,
  objectsOf: (mediaId) => sql`
    select at.post_id as id from attachments at where at.media_id = ${mediaId}`,
  inContainer: (viewer, { type, id }) => ({
    rows: attachmentRows(
      viewer,
      sql`
        at.type = 'video'
          and at.position = 0
          and at.object_type = ${type}
          and at.object_id = ${id}
          and at.object_type <> 'member'
          and (at.post_sort_key, 0) >= (${readableFrom(viewer, type, id)}, 0)
          and ${isContainerAuthorVisible(viewer)}`,
      { columns: sql`, at.post_sort_key as sort_key` },
    ),
    order: sql`attached.sort_key desc`,
  }),
  // Apart: the newest of all may stand in containers whose readers are few.
  newestVideos: (count) => sql`
    (${newestVideosWhere(sql`first.object_type = 'member'`, count)})
    union all (${newestVideosWhere(sql`first.object_type <> 'member'`, count)})`,
  newestPhotosOnWall: (viewer, owner, limit) => sql`
    select at.media_id, at.title, coalesce(nullif(at.body, ''), posts.body) as description,
      posts.published_at
    from (
      select posts.*
      from (
        select first.post_id, first.post_sort_key
        from attachments first
        where first.object_type = 'member'
          and first.object_id = ${owner}
          and first.type = 'photo'
          and first.position = 0
          and first.media_id is not null
        order by first.post_sort_key desc
        limit ${candidatesAtMost}
      ) newest
      join posts on posts.id = newest.post_id
      where posts.author_id = ${owner}
        and posts.subject_type = 'member'
        and ${visibleOnWalls(viewer)}
      order by newest.post_sort_key desc
      limit ${limit}
    ) posts
    join attachments at on at.post_id = posts.id
      and at.type = 'photo'
      and at.media_id is not null`,
};

/** Only so many posts are looked at: the rights of each cost more than its row. */
const candidatesAtMost = 100;

const newestVideosWhere = (condition: SQL, count: number): SQL => sql`
  select first.media_id
  from attachments first
  where first.type = 'video'
    and first.position = 0
    and ${condition}
    and first.media_id is not null
    and first.video_url is null
  order by first.post_sort_key desc
  limit ${sql.raw(String(count))}`;

/** For moderators of a reported post, past audience and blocks: read only. */
export const reportedPostAttachments: AttachmentSource = {
  rows: (viewer) =>
    attachmentRows(viewer, hasModerationAccess(viewer, 'post', sql`posts.id`), {
      media: mediaIdOf(sql`at`),
    }),
  tables: ['attachments', 'album_photos'],
  isPart: true,
};

/** Media of scheduled posts, visible to the author only. */
export const scheduledPostAttachments: AttachmentSource = {
  rows: (viewer) => sql`
    select 'scheduled_post' as attachable_type, s.id as attachable_id, sm.position,
      'scheduled' as kind, 0::bigint as attachment_id, sm.media_id,
      null::smallint as video_type, null::text as video_url, '' as title, s.body as description,
      s.author_id, s.author_id as writer_id, array[s.author_id] as owner_ids, false as can_comment,
      false as can_share, s.publish_at as published_at,
      null::text as container_type, null::bigint as container_id
    from scheduled_media sm
    join scheduled_posts s on s.id = sm.schedule_id
    where ${
      isMember(viewer)
        ? sql`
      s.author_id = ${viewer.id}`
        : sql`false`
    }`,
  tables: ['scheduled_media'],
};

/** Media of posts that wait in a container, visible to the author and the staff only. */
export const pendingPostAttachments: AttachmentSource = {
  rows: (viewer) => sql`
    select 'pending_post' as attachable_type, p.id as attachable_id, pm.position,
      'pending' as kind, 0::bigint as attachment_id, pm.media_id,
      null::smallint as video_type, null::text as video_url, '' as title, p.body as description,
      p.author_id, p.author_id as writer_id, array[p.author_id] as owner_ids, false as can_comment,
      false as can_share, p.created_at as published_at,
      null::text as container_type, null::bigint as container_id
    from pending_media pm
    join pending_posts p on p.id = pm.pending_id
    join containers c on c.type = p.target_type and c.id = p.target_id
    where ${
      isMember(viewer)
        ? sql`(p.author_id = ${viewer.id} or ${hasRole(viewer, sql`c`)})`
        : sql`false`
    }`,
  tables: ['pending_media'],
};
