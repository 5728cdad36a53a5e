import type { SQL } from 'drizzle-orm';
import { hasRole, readableFrom } from '#domains/containers/container-access.server.ts';
import type { AttachmentSource } from '#domains/lightbox/attachment-sources.server.ts';
import { hasModerationAccess } from '#domains/moderation/queue/moderation-access.server.ts';
import { isMember, type SqlViewer } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import { isPublicPost, videoRights } from './post-facts.server.ts';
import { isOpenAs, visibleAs } from './post-forms.server.ts';
import { mediaIdOf, ownerIdsAs, pageOf } from './post-subject.server.ts';
import { visibleInContainer, visibleOnWalls } from './visibility.server.ts';

/** Whether the viewer may comment; for visitors, who are invited to log in, whether anybody may. */
const answerable = (viewer: SqlViewer, form?: string): SQL =>
  isMember(viewer) ? sql`posts.can_comment and ${isOpenAs(viewer, form)}` : sql`posts.can_comment`;

const attachmentRows = (
  viewer: SqlViewer,
  condition: SQL,
  {
    media = sql`at.media_id`,
    columns = sql``,
    form,
  }: { media?: SQL; columns?: SQL; form?: string | undefined } = {},
): SQL => sql`
  select 'post' as attachable_type, posts.id as attachable_id, at.position,
    at.type as kind, at.id as attachment_id, ${media} as media_id, at.video_type,
    at.video_url, at.title, coalesce(nullif(at.body, ''), posts.body) as description,
    case when posts.subject_type = 'member' then posts.author_id end as author_id,
    posts.author_id as writer_id, ${ownerIdsAs(form)} as owner_ids,
    ${answerable(viewer, form)} as can_comment,
    (posts.can_share and ${isPublicPost(sql`posts`)}) as can_share, posts.published_at,
    at.object_type as container_type, at.object_id as container_id ${columns}
  from attachments at
  join posts on posts.id = at.post_id
  where (${media} is not null or at.video_url is not null) and ${condition}`;

/** Whether the attachment `at` is that picture or uploaded video, with a page of its own. */
const isOwnFile = (mediaId: SQL): SQL => sql`
  at.media_id = ${mediaId} and at.type in ('photo', 'video') and at.video_url is null`;

/**
 * Photos and videos of a post and the preview image of its link; photos of albums belong to the
 * album. The text of the post describes media without a text.
 */
export const postAttachments: AttachmentSource = {
  rows: (viewer, form) => attachmentRows(viewer, visibleAs(viewer, form), { form }),
  homes: {
    of: (mediaId) => sql`
      select distinct at.post_id as id
      from attachments at
      where ${isOwnFile(mediaId)}`,
    rows: (viewer, mediaId, { id, form }) => sql`
      select ${ownerIdsAs(form)} as owner_ids, ${answerable(viewer, form)} as can_comment
      from posts
      where posts.id = ${id}
        and exists (select from attachments at where at.post_id = posts.id and ${isOwnFile(mediaId)})
        and ${visibleAs(viewer, form)}`,
  },
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
          and ${visibleInContainer(viewer)}`,
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

/**
 * Only so many posts are looked at, because the rights of each cost more than its row: whoever may
 * see none of them is shown no older ones here.
 */
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
