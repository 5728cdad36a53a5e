import type { SQL } from 'drizzle-orm';
import {
  activityTitle,
  containerOfActivity,
  postColumns,
  visibleActivity,
} from '#domains/activities/activity.server.ts';
import {
  hasRole,
  readableContainerPost,
  readableFrom,
  readableOrFound,
  staffIds,
} from '#domains/containers/container-access.server.ts';
import { wallId } from '#domains/containers/container-items.server.ts';
import { albumsShown } from '#domains/containers/container-kinds.server.ts';
import { sortKeyAt } from '#domains/containers/sort-key-now.server.ts';
import type { AttachmentSource } from '#domains/lightbox/attachment-sources.server.ts';
import { mediaCounts, reportedMedia } from '#domains/media/reported-media.server.ts';
import { hasModerationAccess } from '#domains/moderation/queue/moderation-access.server.ts';
import type { MutableRow } from '#domains/notifications/mute/mute.server.ts';
import {
  andVisibleToOwner,
  audienceAllowsContent,
  composedForMembers,
  isBlockBetween,
  visibleAuthor,
} from '#domains/policy/audience.server.ts';
import { settingsAllow, visibleProfile } from '#domains/policy/profile-audience.server.ts';
import { isMember, type Member, type SqlViewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';
import { contentAuthor, type SubjectSource } from '#server/subjects.ts';
import { isOpenForComments, isPublicPost, videoRights, wallOwnerIds } from './post-facts.server.ts';
import { lockContainerOf } from './post-lock.server.ts';
import { posts } from './posts.table.ts';

const isInContainer = sql`${posts.audience} = 'container'`;
const isPublished = (): SQL => sql`${posts.publishedAt} <= ${now()}`;
const isOnOwnWall = sql`${posts.objectId} = ${posts.authorId}`;

/** A post in the name of a page has no author that could be blocked. */
const isAuthorVisible = (viewer: SqlViewer): SQL =>
  sql`(${posts.subjectType} <> 'member' or ${visibleAuthor(viewer, sql`${posts.authorId}`)})`;

/** The condition on a post in a container besides that on the container. */
const isContainerAuthorVisible = (viewer: SqlViewer): SQL =>
  sql`(${isPublished()} and ${isAuthorVisible(viewer)})`;

/** For a post on a wall: its audience, and after a block with the owner of the wall its author alone. */
const isOnWallFor = (viewer: SqlViewer): SQL => {
  const isAllowed = audienceAllowsContent(viewer, {
    author: sql`${posts.authorId}`,
    audience: sql`${posts.audience}`,
    publishedAt: sql`${posts.publishedAt}`,
    wallOwner: sql`${posts.objectId}`,
  });
  const isOwn = isMember(viewer) ? sql`or ${posts.authorId} = ${viewer.id}` : sql``;
  const isBlocked = isBlockBetween(sql`${posts.authorId}`, sql`${posts.objectId}`);
  return sql`(${isAllowed} and (${isOnOwnWall} ${isOwn} or not ${isBlocked}))`;
};

/**
 * Whether the viewer sees the members besides the author that it concerns: the owner of
 * another's wall with the profile, the new friend with both lists of friends, and with an album the
 * profile of its owner. The author of a post on another's wall sees it, and so do both new friends.
 */
function areOthersVisible(viewer: SqlViewer, isOnWall: SQL): SQL {
  const [author, friend] = [sql`${posts.authorId}`, sql`${posts.friendId}`];
  const me = isMember(viewer) ? sql`${viewer.id}` : sql`null`;
  const isFriend = sql`((${friend}, ${author}) in ((${me}, m.id), (m.id, ${me}))) is true`;
  const audiences = [
    sql`s.profile_audience`,
    sql`case when ${friend} is null then 'everyone' else s.friends_audience end`,
  ];
  return sql`
    (
      (${isOnOwnWall} or not ${isOnWall}) and ${friend} is null and ${posts.albumId} is null
      or not exists (
        select from members m
        left join member_settings s on s.member_id = m.id
        where m.id = any (
            array[
              case when ${isOnWall} and ${author} <> coalesce(${me}, 0) then ${posts.objectId} end,
              ${friend},
              case when ${isOnWall} and (${posts.albumId} is not null or ${friend} is not null)
                then ${author}
              end
            ]
          )
          and not (
            ${visibleAuthor(viewer, sql`m.id`, sql`m.status`)}
            and (${isFriend} or ${settingsAllow(viewer, audiences, sql`m.id`)})
          )
      )
    )`;
}

/** The wall of another, for posts about nothing. */
const isWallVisible = (viewer: SqlViewer): SQL => {
  const [author, owner] = [sql`${posts.authorId}`, sql`${posts.objectId}`];
  const isOwn = isMember(viewer) ? sql`or ${viewer.id} in (${author}, ${owner})` : sql``;
  return sql`(${isOnOwnWall} ${isOwn} or ${visibleProfile(viewer, owner)})`;
};

/** The container where a post about nothing stands. */
const isContainerVisible = (viewer: SqlViewer): SQL => sql`
  exists (
    select from containers c
    where c.type = ${posts.objectType}
      and c.id = ${posts.objectId}
      and ${readableContainerPost(viewer, sql`c`, sql`${posts.sortKey}`)}
  )`;

/** Feed items about photos of a member's album are for those who may open the album. */
const isAlbumVisible = (viewer: SqlViewer, isOnWall: SQL): SQL => sql`
  (
    ${posts.albumId} is null
    or not ${isOnWall}
    or (
      select ${audienceAllowsContent(viewer, {
        author: sql`${posts.authorId}`,
        audience: sql`a.audience`,
        publishedAt: sql`a.created_at`,
      })}
      from albums a
      where a.id = ${posts.albumId} and a.container_id is null and a.owner_id = ${posts.authorId}
    )
  )`;

/** Later than every post: a sort key for what is no post in a container, but the container itself. */
const latest = sql.raw('9223372036854775807');

/**
 * In the container where it stands, as old as the album that it is about, and of the one that it is
 * about: both asked by one condition, and neither of ordinary posts on walls.
 */
const areContainersVisible = (viewer: SqlViewer): SQL => {
  const about = containerOfActivity(postColumns(sql`posts`), wallId);
  const key = sql`
    case
      when ${posts.albumId} is null then ${posts.sortKey}
      else (
        select least(${posts.sortKey}, ${sortKeyAt(sql`a.created_at`)})
        from albums a
        where a.id = ${posts.albumId}
          and a.container_type = ${posts.objectType}
          and a.container_id = ${posts.objectId}
      )
    end`;
  return sql`
    (
      not ${isInContainer} and ${posts.itemId} is null
      or not exists (
        select from (
          values
            (case when ${isInContainer} then ${posts.objectType} end, ${posts.objectId}, ${key}, false),
            (${about.type}, ${about.id}, ${latest}, ${about.isFound})
        ) required (type, id, sort_key, is_found)
        where required.type is not null
          and not coalesce(
            (
              select ${readableOrFound(viewer, sql`c`, sql`required.sort_key`, sql`required.is_found`)}
                and (${posts.albumId} is null or ${albumsShown(viewer, sql`c`)})
              from containers c
              where c.type = required.type and c.id = required.id
            ),
            false
          )
      )
    )`;
};

/** The container that a post on a wall is about. */
const isItemVisible = (viewer: SqlViewer): SQL => {
  const about = containerOfActivity(postColumns(sql`posts`), wallId);
  return sql`
    (
      ${posts.itemId} is null
      or ${about.type} is null
      or coalesce(
        (
          select ${readableOrFound(viewer, sql`c`, latest, about.isFound)}
          from containers c
          where c.type = ${about.type} and c.id = ${about.id}
        ),
        false
      )
    )`;
};

const isActivityVisible = (viewer: SqlViewer): SQL =>
  visibleActivity(viewer, postColumns(sql`posts`));

/** The condition of every read of `posts`. */
export const visibleTo = composedForMembers((viewer) =>
  andVisibleToOwner(
    viewer,
    (one) => sql`
      (
        ${isAuthorVisible(one)}
        and case when ${isInContainer} then ${isPublished()} else ${isOnWallFor(one)} end
        and ${areContainersVisible(one)}
        and ${areOthersVisible(one, sql`not (${isInContainer})`)}
        and ${isAlbumVisible(one, sql`not (${isInContainer})`)}
        and ${isActivityVisible(one)}
      )`,
  ),
);

/** `visibleTo` for posts on walls of members only: the first part of the home feed. */
export const visibleOnWalls = composedForMembers((viewer) =>
  andVisibleToOwner(
    viewer,
    (one) => sql`
      (
        not (${isInContainer})
        and ${isOnWallFor(one)}
        and ${visibleAuthor(one, sql`${posts.authorId}`)}
        and ${isItemVisible(one)}
        and ${areOthersVisible(one, sql`true`)}
        and ${isAlbumVisible(one, sql`true`)}
        and ${isActivityVisible(one)}
      )`,
  ),
);

/** `visibleTo` for posts of a container that the statement has found readable. */
export const visibleInContainer = composedForMembers((viewer) => isContainerAuthorVisible(viewer));

/** `visibleTo` for shares only, which are about no item (check `posts_share`). */
export const visibleShares = (viewer: SqlViewer): SQL =>
  andVisibleToOwner(
    viewer,
    (one) => sql`
      (
        ${posts.sharedId} is not null
        and ${isAuthorVisible(one)}
        and case
          when ${isInContainer} then ${isPublished()} and ${isContainerVisible(one)}
          else ${isOnWallFor(one)} and ${isWallVisible(one)}
        end
      )`,
  );

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
