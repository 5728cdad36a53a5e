import type { SQL } from 'drizzle-orm';
import { memberCardJson } from '#domains/members/members.server.ts';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import { visibleCard } from '#domains/policy/profile-audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { groupsPageSize } from '#domains/stories/stories.rules.ts';
import type { StoryGroups } from '#domains/stories/stories.schema.ts';
import { groupView, type GroupRow } from '#domains/stories/stories.views.server.ts';
import { isMuted, mediaJson, openedAt } from '#domains/stories/story-rows.server.ts';
import { storyOfFriend, visibleStory } from '#domains/stories/visibility.server.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface TrayQuery {
  /** Only that member's stories. */
  ownerId?: number | undefined;
  /** Stories seen on this device, from its cookie. */
  seen?: number[];
  page?: number;
  limit?: number;
}

interface TrayRow extends Record<string, unknown> {
  isFound: boolean;
  total: number;
  muted: number;
  groups: GroupRow[];
}

/**
 * Selects a `TrayRow`: own group first, then unseen, seen and muted ones, each newest first. A
 * group stays seen until a story is added.
 */
export function selectTray(
  member: Member,
  { ownerId, seen = [], page = 1, limit = groupsPageSize }: TrayQuery,
): SQL {
  const own = sql`select ${member.id}::bigint`;
  const friends = sql`select f.friend_id from friendships f where f.member_id = ${member.id}`;
  const owners =
    ownerId === undefined ? sql`${own} union all ${friends}` : sql`select ${ownerId}::bigint`;
  const isVisible = ownerId === undefined ? storyOfFriend(member) : visibleStory(member);
  const isOwn = sql`g.id = ${member.id}`;
  return sql`
    with active as materialized (
      select story.*
      from (${owners}) owner (id)
      cross join lateral (
        select stories.owner_id, stories.id, stories.created_at,
          ${openedAt(member, seen)} as opened_at
        from stories
        where stories.owner_id = owner.id and ${isVisible}
        offset 0
      ) story
    ),
      story_groups as (
        select a.owner_id as id, count(*)::int as total, min(a.id) as first,
          min(a.id) filter (where a.opened_at is null) as unseen, max(a.id) as newest,
          min(a.created_at) + interval '24 hours' as next_end,
          coalesce(max(a.created_at) <= max(a.opened_at), false) as opened
        from active a
        group by a.owner_id
      ),
      groups as (
        select g.*, ${isMuted(member, sql`g.id`)} as muted
        from story_groups g
        where ${visibleAuthor(member, sql`g.id`)}
        union all
        select ${member.id}::bigint, 0, null, null, null, null, true, false
        where ${ownerId ?? member.id}::bigint = ${member.id}
          and not exists (select from story_groups own where own.id = ${member.id})
      ),
      ranked as (
        select g.*,
          row_number() over (order by ${isOwn} desc, g.muted, g.opened, g.newest desc) as position
        from groups g
      ),
      shown as (
        select r.position,
          json_build_object(
            'owner', ${memberCardJson(sql`owner`)}, 'storyId', coalesce(r.unseen, r.first, 0),
            'total', r.total, 'isViewed', r.opened, 'isMuted', r.muted, 'createdAt',
            newest.created_at::text, 'nextEnd', r.next_end::text, 'media',
            case when media.id is not null then ${mediaJson(sql`media`)} end
          ) as entry
        from ranked r
        join members owner on owner.id = r.id
        left join stories newest on newest.id = r.newest
        left join media on media.id = newest.media_id
        where r.position > ${(page - 1) * limit}
          and r.position <= ${page * limit}
      )
    select (select count(*)::int from groups) as total,
      (select count(*)::int from groups where muted) as muted,
      coalesce((select json_agg(entry order by position) from shown), '[]') as groups,
      ${ownerId === undefined ? sql`true` : visibleCard(member, sql`${ownerId}::bigint`)} as
        "isFound"`;
}

/** Lists the groups of the tray in one statement. */
export async function listStories(
  member: Member,
  query: TrayQuery = {},
  origin = '',
): Promise<StoryGroups> {
  const [row] = await db.execute<TrayRow>(selectTray(member, query));
  if (!row!.isFound) throw notFound();
  return {
    response: row!.groups.map((group) => groupView(group, origin)),
    totalItemCount: row!.total,
    muteStoryCount: row!.muted,
  };
}
