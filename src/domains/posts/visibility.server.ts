import { sql, type SQL } from 'drizzle-orm';
import { mediaCounts, reportedMedia } from '#domains/media/reported-media.server.ts';
import { holdMedia } from '#domains/media/viewer/holders.server.ts';
import { isLookedAt } from '#domains/moderation/queue/looking.server.ts';
import { audienceCondition } from '#domains/policy/audience.server.ts';
import { ownMutable } from '#domains/notifications/mute/mute.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { ownSubject } from '#server/subjects.ts';
import { posts } from './posts.table.ts';

/** The condition of every read of `posts`. Groups, events and pages will add their container's here. */
export const visibleTo = (viewer: Viewer): SQL =>
  audienceCondition(viewer, { author: sql`${posts.authorId}`, audience: sql`${posts.audience}`, publishedAt: sql`${posts.publishedAt}` });

/** Its author and whoever owns the wall it stands on. */
const ownerIds = sql`array[posts.author_id, case when posts.object_type = 'user' then posts.object_id else posts.author_id end]`;

/** The photos or the video of a post; not the picture of its link, which is another's. */
const hungOn = (post: SQL): SQL => sql`select at.media_id, at.position from attachments at where at.post_id = ${post} and at.type in ('album_photo', 'video') and at.media_id is not null`;

ownSubject(
  'activity_action',
  (viewer, id) => sql`select posts.id, posts.can_comment, posts.can_comment as can_react, ${ownerIds} as owner_ids from posts where posts.id = ${id} and ${visibleTo(viewer)}`,
  {
    content: (id) => sql`select jsonb_build_object('path', '/posts/' || reported.id, 'body', reported.body, 'isPublic', reported.audience = 'everyone') || ${mediaCounts(hungOn(sql`reported.id`))}
      from posts reported where reported.id = ${id}`,
    files: (tx, id) => reportedMedia(tx, hungOn(sql`${id}`)),
    remove: async (tx, id) => void (await tx.execute(sql`delete from posts where id = ${id}`)),
  },
);

ownMutable('activity_action', (member, id) => sql`select posts.body as title from posts where posts.id = ${id} and ${visibleTo(member)}`);

const heldBy = (condition: SQL): SQL => sql`select 'activity_action' as holder_type, posts.id as holder_id, hung.position, hung.type as kind, hung.id as attachment_id, hung.media_id,
      hung.video_type, hung.video_url, hung.title, coalesce(nullif(hung.body, ''), posts.body) as description, posts.author_id,
      ${ownerIds} as owner_ids, posts.can_comment, posts.published_at
    from attachments hung join posts on posts.id = hung.post_id
    where (hung.media_id is not null or hung.video_url is not null) and ${condition}`;

/** Photos and videos of a post, and the picture of its link. One without words of its own is described by the post's. */
holdMedia('activity_action', (viewer) => heldBy(visibleTo(viewer)));
/** Also for a moderator who looks at a report of it, past audience and blocks: to see, not to answer. */
holdMedia('reported_post', (viewer) => heldBy(isLookedAt(viewer, 'activity_action', sql`posts.id`)), { isPart: true });

/** What waits with a post for later is its author's alone. */
holdMedia(
  'scheduled_post',
  (viewer) => sql`select 'scheduled_post' as holder_type, later.id as holder_id, waiting.position, 'scheduled' as kind, 0::bigint as attachment_id, waiting.media_id,
      null::smallint as video_type, null::text as video_url, '' as title, later.body as description, later.author_id,
      array[later.author_id] as owner_ids, false as can_comment, later.publish_at as published_at
    from scheduled_media waiting join scheduled_posts later on later.id = waiting.schedule_id where ${isMember(viewer) ? sql`later.author_id = ${viewer.id}` : sql`false`}`,
);
