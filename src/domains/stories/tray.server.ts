import { sql, type SQL } from 'drizzle-orm';
import { visibleCard } from '#domains/policy/profile-audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { groupsAtOnce } from './stories.rules.ts';
import type { StoryGroups } from './stories.schema.ts';
import { groupView, type GroupRow } from './stories.views.server.ts';
import { isMuted, mediaJson, openedAt } from './story-rows.server.ts';
import { visibleStory } from './visibility.server.ts';

export interface StripQuery {
  /** Only that member's. */
  ownerId?: number | undefined;
  /** What the device remembers to have opened. */
  seen?: number[];
  page?: number;
  limit?: number;
}

interface Strip extends Record<string, unknown> {
  isFound: boolean;
  total: number;
  muted: number;
  groups: GroupRow[];
}

/**
 * Selects a `Strip`: the own group first, then unseen, then seen, then muted ones, each newest
 * first. A group is seen once it was opened, until a story is added to it.
 */
export function selectStrip(
  member: Member,
  { ownerId, seen = [], page = 1, limit = groupsAtOnce }: StripQuery,
): SQL {
  const owners =
    ownerId === undefined
      ? sql`
        select ${member.id}::bigint
        union all
        select f.friend_id
        from friendships f
        where f.member_id = ${member.id}`
      : sql`select ${ownerId}::bigint`;
  const isOwn = sql`g.id = ${member.id}`;
  return sql`
    with active as (
      select stories.owner_id, stories.id, stories.created_at,
        ${openedAt(member, seen)} as opened_at
      from stories
      where stories.owner_id in (${owners}) and ${visibleStory(member)}
    ),
      each_one as (
        select a.owner_id as id, count(*)::int as total, min(a.id) as first,
          min(a.id) filter (where a.opened_at is null) as unseen, max(a.id) as newest,
          min(a.created_at) + interval '24 hours' as next_end,
          coalesce(max(a.created_at) <= max(a.opened_at), false) as opened
        from active a
        group by a.owner_id
      ),
      groups as (
        select g.*, ${isMuted(member, sql`g.id`)} as muted
        from each_one g
        union all
        select ${member.id}::bigint, 0, null, null, null, null, true, false
        where ${ownerId ?? member.id}::bigint = ${member.id}
          and not exists (select from each_one own where own.id = ${member.id})
      ),
      placed as (
        select g.*,
          row_number() over (order by ${isOwn} desc, g.muted, g.opened, g.newest desc) as place
        from groups g
      ),
      shown as (
        select p.place,
          json_build_object(
            'id', who.id, 'displayname', who.displayname, 'username', who.username, 'avatar',
            who.avatar, 'storyId', coalesce(p.unseen, p.first, 0), 'total', p.total, 'isViewed',
            p.opened, 'isMuted', p.muted, 'createdAt', newest.created_at::text, 'nextEnd',
            p.next_end::text, 'media',
            case when media.id is not null then ${mediaJson(sql`media`)} end
          ) as entry
        from placed p
        join members who on who.id = p.id
        left join stories newest on newest.id = p.newest
        left join media on media.id = newest.media_id
        where p.place > ${(page - 1) * limit} and p.place <= ${page * limit}
      )
    select (select count(*)::int from groups) as total,
      (select count(*)::int from groups where muted) as muted,
      coalesce((select json_agg(entry order by place) from shown), '[]') as groups,
      ${ownerId === undefined ? sql`true` : visibleCard(member, sql`${ownerId}::bigint`)} as
        "isFound"`;
}

/** Who has stories for this member, in one statement. */
export async function listStories(
  member: Member,
  query: StripQuery = {},
  origin = '',
): Promise<StoryGroups> {
  const [row] = await db.execute<Strip>(selectStrip(member, query));
  if (!row!.isFound) throw notFound();
  return {
    response: row!.groups.map((group) => groupView(group, origin)),
    totalItemCount: row!.total,
    muteStoryCount: row!.muted,
  };
}
