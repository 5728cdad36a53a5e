import { friendRowView, type PersonRow } from '#domains/friends/friends.views.server.ts';
import { friendshipOf, isOnline, mutualCount } from '#domains/friends/friendship.server.ts';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import { visibleCard } from '#domains/policy/profile-audience.server.ts';
import { isModerator, type Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { StoryItem, StoryViewers } from './stories.schema.ts';
import { storyView, type StoryRow } from './stories.views.server.ts';
import { storyColumns, storyTables } from './story-rows.server.ts';
import { visibleStory } from './visibility.server.ts';

interface ReadOptions {
  /** Stories seen on this device, from its cookie. */
  seen?: number[];
  origin?: string;
}

/**
 * Reads all stories of the owner of that story, oldest first, in one statement. Does not mark them
 * as seen.
 */
export async function readStories(
  member: Member,
  id: number,
  { seen = [], origin = '' }: ReadOptions = {},
): Promise<StoryItem[]> {
  const visible = visibleStory(member);
  const rows = await db.execute<StoryRow & Record<string, unknown>>(sql`
    select ${storyColumns(member, seen)}
    from ${storyTables}
    where stories.owner_id = (
      select stories.owner_id
      from stories
      where stories.id = ${id}
        and ${visible}
    )
      and ${visible}
    order by stories.id`);
  if (!rows.length) throw notFound();
  return rows.map((row) => storyView(row, origin));
}

/**
 * Reads the active stories of a member that the viewer may see, oldest first; none if the viewer
 * may not see the member.
 */
export async function readMemberStories(
  member: Member,
  ownerId: number,
  { seen = [], origin = '' }: ReadOptions = {},
): Promise<StoryItem[]> {
  const rows = await db.execute<StoryRow & Record<string, unknown>>(sql`
    select ${storyColumns(member, seen)}
    from ${storyTables}
    where stories.owner_id = ${ownerId}
      and ${visibleStory(member)}
      and ${visibleCard(member, sql`${ownerId}::bigint`)}
    order by stories.id`);
  return rows.map((row) => storyView(row, origin));
}

/**
 * Deletes a story with its file, reactions and views: by its owner, or by a moderator who sees it,
 * which is logged.
 */
export async function deleteStory(member: Member, id: number): Promise<void> {
  const [row] = await db.execute<{ mayDelete: boolean }>(sql`
    with found as (
      select stories.id, stories.owner_id = ${member.id} as is_own, stories.owner_id = ${member.id}
        or ${isModerator(member)} as may_delete
      from stories
      where stories.id = ${id}
        and ${visibleStory(member)}
    ),
      deleted as (
        delete from stories
        using found
        where stories.id = found.id
          and found.may_delete
        returning stories.id
      ),
      written as (
        insert into moderation_log (moderator_id, action, subject_type, subject_id, created_at)
        select ${member.id}, 'removed', 'story', found.id, ${now()}
        from found
        join deleted on deleted.id = found.id
        where not found.is_own
      )
    select may_delete as "mayDelete"
    from found`);
  if (!row) throw notFound();
  if (!row.mayDelete) throw forbidden();
}

/**
 * Marks the story as seen, idempotently. Own stories do not count as views but are stored for the
 * ring on other devices.
 */
export async function markSeen(member: Member, id: number): Promise<void> {
  const [row] = await db.execute(sql`
    with found as materialized (
      select stories.id
      from stories
      where stories.id = ${id}
        and ${visibleStory(member)}
      for key share
    ),
      seen as (
        insert into story_views (story_id, member_id, viewed_at)
        select id, ${member.id}, ${now()}
        from found
        on conflict (story_id, member_id)
        do update set viewed_at = excluded.viewed_at
      )
    select id
    from found`);
  if (!row) throw notFound();
}

/** Lists the viewers of an own story, latest first; consistent with the view count. */
export async function listViewers(
  member: Member,
  id: number,
  { page, limit }: { page: number; limit: number },
  origin = '',
): Promise<StoryViewers> {
  const views = sql`
    from story_views seen
    where seen.story_id = ${id}
      and seen.member_id <> ${member.id}
      and ${visibleAuthor(member, sql`seen.member_id`)}`;
  const [[found], rows] = await Promise.all([
    db.execute<{ isOwn: boolean; total: number }>(sql`
      select stories.owner_id = ${member.id} as "isOwn", (select count(*)::int ${views}) as total
      from stories
      where stories.id = ${id}
        and ${visibleStory(member)}`),
    db.execute<PersonRow & Record<string, unknown>>(sql`
      with p as materialized (
        select m.id, m.displayname, m.username, m.avatar, last.viewed_at
        from (
          select seen.member_id, seen.viewed_at ${views}
          order by seen.viewed_at desc, seen.member_id
          limit ${limit}
          offset ${(page - 1) * limit}
        ) last
        join members m on m.id = last.member_id
      )
      select p.id, p.displayname, p.username, p.avatar,
        ${friendshipOf(member, sql`p.id`)} as friendship,
        ${mutualCount(member, sql`p.id`)} as mutual, ${isOnline(member, sql`p.id`)} as "isOnline"
      from p
      where exists (
        select from stories
        where stories.id = ${id}
          and stories.owner_id = ${member.id}
          and ${visibleStory(member)}
      )
      order by p.viewed_at desc, p.id`),
  ]);
  if (!found) throw notFound();
  if (!found.isOwn) throw forbidden();
  return { totalItemCount: found.total, response: rows.map((row) => friendRowView(row, origin)) };
}

/**
 * Mutes the owner of that story, who moves to the end of the tray without a ring; or unmutes them.
 */
export async function muteOwner(member: Member, id: number, isMuted: boolean): Promise<void> {
  const found = sql`
    found as (
      select stories.owner_id
      from stories
      where stories.id = ${id}
        and ${visibleStory(member)}
    )`;
  const [row] = await db.execute<{ isOwn: boolean }>(
    isMuted
      ? sql`
        with ${found},
          muted as (
            insert into story_mutes (member_id, owner_id)
            select ${member.id}, owner_id
            from found
            where owner_id <> ${member.id}
            on conflict
            do nothing
          )
        select owner_id = ${member.id} as "isOwn"
        from found`
      : sql`
        with ${found},
          unmuted as (
            delete from story_mutes m
            using found
            where m.member_id = ${member.id}
              and m.owner_id = found.owner_id
          )
        select owner_id = ${member.id} as "isOwn"
        from found`,
  );
  if (!row) throw notFound();
  if (row.isOwn) throw invalid('These are your own stories.', 'id');
}
