import type { SQL } from 'drizzle-orm';
import { mayWriteTo } from '#domains/friends/friendship.server.ts';
import { pictureJson } from '#domains/media/picture-json.server.ts';
import { memberCardJson } from '#domains/members/members.server.ts';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import type { SqlMember } from '#domains/policy/viewer.ts';
import { myReaction, reactionCounts } from '#domains/reactions/reactions.server.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';

/**
 * True for 24 hours by the server's clock. Afterwards nobody sees the story, its owner included.
 */
export const isActive = (): SQL => sql`stories.created_at > ${now()} - interval '24 hours'`;

/** Selects a `StoryMedia` from a row of `media`. */
export const mediaJson = (media: SQL): SQL => {
  const of = (column: string) => sql`${media}.${sql.identifier(column)}`;
  const isPhoto = sql`${of('kind')} = 'photo'`;
  return sql`
    json_build_object(
      'mediaId', ${of('id')}, 'kind', ${of('kind')}, 'details', ${of('details')}, 'picture',
      case when ${isPhoto}
        or ${of('poster_hash')} is not null then ${pictureJson(media)} end
    )`;
};

/** True if the member has seen it, by the server's record or the device's cookie. */
export const isSeen = (member: SqlMember, seen: number[]): SQL => sql`
  (
    stories.id = any (${sql.param(seen)}::bigint[])
      or exists (
        select from story_views seen
        where seen.story_id = stories.id
          and seen.member_id = ${member.id}
      )
  )`;

/**
 * Time when the member saw the story: from the server's record, or the story's creation if only the
 * device's cookie has it.
 */
export const openedAt = (member: SqlMember, seen: number[]): SQL => sql`greatest(
  case when stories.id = any (${sql.param(seen)}::bigint[]) then stories.created_at end,
  (select opened.viewed_at
   from story_views opened
   where opened.story_id = stories.id
     and opened.member_id = ${member.id}))`;

export const isMuted = (member: SqlMember, owner: SQL): SQL =>
  sql`
    exists (
      select from story_mutes mute
      where mute.member_id = ${member.id}
        and mute.owner_id = ${owner}
    )`;

/** Views of the story except the owner's, limited to members the owner may see. */
export const seenBy = (member: SqlMember): SQL =>
  sql`
    from story_views viewer
    where viewer.story_id = stories.id
      and viewer.member_id <> stories.owner_id
      and ${visibleAuthor(member, sql`viewer.member_id`)}`;

/** Columns of a `StoryRow`; the caller's condition decides visibility. */
export const storyColumns = (member: SqlMember, seen: number[]): SQL => {
  const type = sql`'story'::subject_type`;
  return sql`
    stories.id, stories.body, stories.audience, stories.created_at::text as "createdAt",
    ${memberCardJson(sql`owner`)} as owner,
    ${mediaJson(sql`media`)} as media, stories.owner_id = ${member.id} as "isOwn",
    case
      when stories.owner_id = ${member.id} then (select count(*)::int ${seenBy(member)})
      else 0
    end as views,
    ${isSeen(member, seen)} as "isSeen", ${isMuted(member, sql`stories.owner_id`)} as "isMuted",
    ${mayWriteTo(member, sql`stories.owner_id`)} as "canWrite",
    ${reactionCounts(member, type, sql`stories.id`)} as counts,
    ${myReaction(member, type, sql`stories.id`)} as "myReaction"`;
};

export const storyTables = sql`
  stories
  join members owner on owner.id = stories.owner_id
  join media on media.id = stories.media_id`;
