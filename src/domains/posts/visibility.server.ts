import type { SQL } from 'drizzle-orm';
import { openAlbum } from '#domains/media/albums/visibility.server.ts';
import { mediaCounts, reportedMedia } from '#domains/media/reported-media.server.ts';
import type { AttachmentSource } from '#domains/media/viewer/attachment-sources.server.ts';
import { hasModerationAccess } from '#domains/moderation/queue/moderation-access.server.ts';
import type { MutableRow } from '#domains/notifications/mute/mute.server.ts';
import { audienceCondition, visibleAuthor } from '#domains/policy/audience.server.ts';
import { openFriends } from '#domains/policy/profile-audience.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import type { SubjectSource } from '#server/subjects.ts';
import { posts } from './posts.table.ts';

/**
 * The author's album of what tells of one; asked for those only, by its id (a scalar is never
 * prepared by reading all albums there are).
 */
const isInSight = (viewer: Viewer): SQL =>
  sql`
    (
      ${posts.albumId} is null
      or (
        select ${openAlbum(viewer, sql`a`)}
        from albums a
        where a.id = ${posts.albumId} and a.owner_id = ${posts.authorId}
      )
    )`;

/**
 * Of what tells of a friendship, and is gone with it: for whoever sees both lists of friends, and
 * for the two. Asked for those only; it is never for visitors.
 */
function isFriendshipInSight(viewer: Viewer): SQL {
  const [one, other] = [sql`${posts.authorId}`, sql`${posts.friendId}`];
  if (!isMember(viewer)) return sql`${other} is null`;
  return sql`
    (
      ${other} is null
      or (
        ${visibleAuthor(viewer, other)}
        and (
          ${viewer.id} in (${one}, ${other})
          or (${openFriends(viewer, one)} and ${openFriends(viewer, other)})
        )
      )
    )`;
}

const isForViewer = (viewer: Viewer): SQL =>
  audienceCondition(viewer, {
    author: sql`${posts.authorId}`,
    audience: sql`${posts.audience}`,
    publishedAt: sql`${posts.publishedAt}`,
  });

/**
 * The condition of every read of `posts`. Groups, events and pages will add their container's here.
 */
export const visibleTo = (viewer: Viewer): SQL =>
  sql`(${isForViewer(viewer)} and ${isInSight(viewer)} and ${isFriendshipInSight(viewer)})`;

/**
 * `visibleTo` where only shares are read, which tell of neither an album nor a friendship (the
 * check `posts_share`).
 */
export const visibleShares = (viewer: Viewer): SQL =>
  sql`(${posts.sharedId} is not null and ${isForViewer(viewer)})`;

/** What a post says, or what it is where it says nothing. `post` names its row. */
const wordsOf = (post: SQL): SQL => sql`
  case
    when ${post}.body <> '' then ${post}.body
    when ${post}.type = 'profile_photo_update' then 'New profile photo'
    when ${post}.album_id is not null then (
      select 'New photos: ' || a.title from albums a where a.id = ${post}.album_id
    )
    when ${post}.friend_id is not null then (
      select 'Now friends with ' || friend.displayname
      from members friend
      where friend.id = ${post}.friend_id
    )
    else ''
  end`;

/** Its author and whoever owns the wall it stands on. */
const ownerIds = sql`
  array[posts.author_id,
  case when posts.object_type = 'member' then posts.object_id else posts.author_id end]`;

/** The photo or video that an attachment shows: its own, or one of an album. */
const shownOn = (at: SQL): SQL =>
  sql`coalesce(${at}.media_id, case when ${at}.type = 'photo' then ${at}.target_id end)`;

/** The photos or the video of a post; not the picture of its link, which is another's. */
const hungOn = (post: SQL): SQL =>
  sql`
    select ${shownOn(sql`at`)} as media_id, at.position
    from attachments at
    where at.post_id = ${post}
      and at.type in ('photo', 'video')
      and ${shownOn(sql`at`)} is not null`;

export const postSubject: SubjectSource = {
  rows: (viewer, id) =>
    sql`
      select posts.id, posts.can_comment, posts.can_comment as can_react, ${ownerIds} as owner_ids
      from posts
      where posts.id = ${id} and ${visibleTo(viewer)}`,
  moderated: {
    content: (id) => sql`
      select jsonb_build_object(
        'path', '/posts/' || reported.id, 'body', ${wordsOf(sql`reported`)}, 'isPublic',
        reported.audience = 'everyone'
      ) || ${mediaCounts(hungOn(sql`reported.id`))}
      from posts reported
      where reported.id = ${id}`,
    files: (tx, id) => reportedMedia(tx, hungOn(sql`${id}`)),
    remove: async (tx, id) => void (await tx.execute(sql`delete from posts where id = ${id}`)),
  },
};

export const mutablePost: MutableRow = (member, id) =>
  sql`
      select ${wordsOf(sql`posts`)} as title
      from posts
      where posts.id = ${id} and ${visibleTo(member)}`;

const heldBy = (condition: SQL, media: SQL = sql`hung.media_id`): SQL => sql`
  select 'post' as attachable_type, posts.id as attachable_id, hung.position,
    hung.type as kind, hung.id as attachment_id, ${media} as media_id, hung.video_type,
    hung.video_url, hung.title, coalesce(nullif(hung.body, ''), posts.body) as description,
    posts.author_id, ${ownerIds} as owner_ids, posts.can_comment,
    (posts.can_share and posts.audience = 'everyone') as can_share, posts.published_at
  from attachments hung
  join posts on posts.id = hung.post_id
  where (${media} is not null or hung.video_url is not null) and ${condition}`;

/**
 * Photos and videos of a post, and the picture of its link; photos of an album are the album's. One
 * without words of its own is described by the post's.
 */
export const postAttachments: AttachmentSource = {
  rows: (viewer) => heldBy(visibleTo(viewer)),
  newestVideos: (count) => sql`
    select first.media_id
    from attachments first
    where first.type = 'video'
      and first.position = 0
      and first.media_id is not null
      and first.video_url is null
    order by first.post_sort_key desc
    limit ${sql.raw(String(count))}`,
};
/**
 * Also for a moderator who looks at a report of it, past audience and blocks: to see, not to
 * answer.
 */
export const reportedPostAttachments: AttachmentSource = {
  rows: (viewer) => heldBy(hasModerationAccess(viewer, 'post', sql`posts.id`), shownOn(sql`hung`)),
  isPart: true,
};

/** What waits with a post for later is its author's alone. */
export const scheduledPostAttachments: AttachmentSource = {
  rows: (viewer) => sql`
    select 'scheduled_post' as attachable_type, later.id as attachable_id, waiting.position,
      'scheduled' as kind, 0::bigint as attachment_id, waiting.media_id,
      null::smallint as video_type, null::text as video_url, '' as title, later.body as description,
      later.author_id, array[later.author_id] as owner_ids, false as can_comment,
      false as can_share, later.publish_at as published_at
    from scheduled_media waiting
    join scheduled_posts later on later.id = waiting.schedule_id
    where ${
      isMember(viewer)
        ? sql`
      later.author_id = ${viewer.id}`
        : sql`false`
    }`,
};
