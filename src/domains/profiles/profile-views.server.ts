import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** Counts a view of a profile that the member may see: not by its owner, once a day per member. */
export async function countProfileView(member: Member, profileId: number): Promise<void> {
  if (member.id === profileId) return;
  await db.execute(sql`
    insert into profile_views as seen (profile_id, member_id, day)
    values (${profileId}, ${member.id}, (${now()} at time zone 'utc')::date)
    on conflict (profile_id, member_id)
    do update set day = excluded.day, days = seen.days + 1
    where seen.day < excluded.day`);
}

export async function profileViewCount(profileId: number): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`
      select coalesce(sum(days), 0)::int as count from profile_views where profile_id = ${profileId}`,
  );
  return row!.count;
}
