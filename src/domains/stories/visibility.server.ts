import type { SQL } from 'drizzle-orm';
import type { AttachmentSource } from '#domains/lightbox/attachment-sources.server.ts';
import { mediaCounts } from '#domains/media/reported-media.server.ts';
import { hasModerationAccess } from '#domains/moderation/queue/moderation-access.server.ts';
import { audienceCondition } from '#domains/policy/audience.server.ts';
import { isMember, type SqlMember, type SqlViewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';
import type { SubjectSource } from '#server/subjects.ts';
import { reportedFiles } from './reported-files.server.ts';
import { isActive } from './story-rows.server.ts';

const storyColumns = {
  author: sql`stories.owner_id`,
  audience: sql`stories.audience`,
  publishedAt: sql`stories.created_at`,
};

/** Condition of every query of `stories`: members only, within 24 hours, by audience and blocks. */
export const visibleStory = (viewer: SqlViewer): SQL =>
  isMember(viewer)
    ? sql`
      (
        ${isActive()}
        and ${audienceCondition(viewer, storyColumns)}
      )`
    : sql`false`;

/** `visibleStory` for a list of the member's own stories and those of friends. */
export const storyOfFriend = (member: SqlMember): SQL => sql`
  (
    ${isActive()}
    and stories.created_at <= ${now()}
    and (stories.owner_id = ${member.id} or stories.audience in ('everyone', 'friends'))
  )`;

/**
 * Stories can be reacted to and reported, but not commented on: replies are messages to the owner.
 */
export const storySubject: SubjectSource = {
  rows: (viewer, id) => sql`
    select stories.id, array[stories.owner_id] as owner_ids, false as can_comment, true as can_react
    from stories
    where stories.id = ${id}
      and ${visibleStory(viewer)}`,
  moderated: {
    content: (id) => sql`
      select jsonb_build_object(
        'path', '/stories/' || reported.id, 'body', reported.body, 'isPublic', false
      ) || ${mediaCounts(sql`select reported.media_id`)}
      from stories reported
      where reported.id = ${id}`,
    files: reportedFiles,
    remove: async (tx, id) => void (await tx.execute(sql`delete from stories where id = ${id}`)),
  },
};

const attachmentsWhere = (condition: SQL): SQL => sql`
  select 'story'::text as attachable_type, stories.id as attachable_id,
    0::smallint as position, 'story'::text as kind, stories.id as attachment_id, stories.media_id,
    null::smallint as video_type, null::text as video_url, ''::text as title,
    stories.body as description, stories.owner_id as author_id, stories.owner_id as writer_id,
    array[stories.owner_id] as owner_ids, false as can_comment, false as can_share,
    stories.created_at as published_at,
    null::text as container_type, null::bigint as container_id
  from stories
  where ${condition}`;

/** The file belongs to the story: same visibility, deleted with it. */
export const storyAttachments: AttachmentSource = {
  rows: (viewer) => attachmentsWhere(visibleStory(viewer)),
  tables: ['stories'],
  isPart: true,
};
/**
 * Also visible to moderators with access to a report, regardless of audience and blocks, until the
 * story expires.
 */
export const reportedStoryAttachments: AttachmentSource = {
  rows: (viewer) =>
    attachmentsWhere(
      sql`${isActive()} and ${hasModerationAccess(viewer, 'story', sql`stories.id`)}`,
    ),
  tables: ['stories'],
  isPart: true,
};
