import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export const countersQueue = 'compare-container-counters';

const batch = 500;

/**
 * Compares the counters with the rows and corrects them, each night: some containers at a time,
 * locked in the order of their keys while they are counted. Safe to run concurrently. Returns how
 * many were wrong.
 */
export async function compareCounters(): Promise<number> {
  let wrong = 0;
  for (let last = { type: '', id: 0 }; ;) {
    const compared = await compareBatch(last);
    wrong += compared.filter(({ isCorrected }) => isCorrected).length;
    const newest = compared.at(-1);
    if (!newest) return wrong;
    last = { type: newest.type, id: Number(newest.id) };
  }
}

/** In two statements: the second sees what was committed before the first had all locks. */
const compareBatch = ({ type, id }: { type: string; id: number }) =>
  db.transaction(async (tx) => {
    const locked = await tx.execute<{ type: string; id: number }>(sql`
      select c.type, c.id
      from containers c
      where (c.type, c.id) > (${type}, ${id}::bigint)
      order by c.type, c.id
      limit ${batch}
      for no key update`);
    const corrected = await tx.execute<{ type: string; id: number }>(sql`
      with counted as (
        select one.type, one.id, count(*) filter (where ms.state = 'member')::int as members,
          count(*) filter (where ms.is_following)::int as followers,
          count(*) filter (where ms.state = 'requested')::int as requests
        from unnest(
          ${sql.param(locked.map((one) => one.type))}::text[],
          ${sql.param(locked.map((one) => Number(one.id)))}::bigint[]
        ) one (type, id)
        left join (memberships ms join members m on m.id = ms.member_id and m.status = 'active')
          on ms.type = one.type and ms.id = one.id
        group by one.type, one.id
      )
      update containers c
      set member_count = counted.members, follower_count = counted.followers,
        request_count = counted.requests
      from counted
      where c.type = counted.type
        and c.id = counted.id
        and (
          c.member_count <> counted.members
          or c.follower_count <> counted.followers
          or c.request_count <> counted.requests
        )
      returning c.type, c.id`);
    const keys = new Set(corrected.map((one) => `${one.type} ${one.id}`));
    return locked.map((one) => ({ ...one, isCorrected: keys.has(`${one.type} ${one.id}`) }));
  });
