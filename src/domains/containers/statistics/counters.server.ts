import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { withLongStatements, type Db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export const countersQueue = 'compare-container-counters';

/** Containers that are compared at a time. */
export const comparedAtOnce = 500;
/** In milliseconds: counting a million rows takes seconds. */
const countTimeout = 600_000;

/**
 * Compares stored numbers of all containers with the rows, some at a time, and corrects them. Counts
 * without a lock: the stored numbers and the rows come from one snapshot, and triggers change both in
 * one transaction, so the difference stays what it is whatever is written meanwhile. Returns how many
 * were wrong.
 * @param compare reads the next `comparedAtOnce` containers; `last` is undefined when there is none
 */
export async function compareContainers(
  compare: (
    own: Db,
    after: ContainerRef,
  ) => Promise<{ wrong: number; last?: ContainerRef | undefined }>,
): Promise<number> {
  let wrong = 0;
  await withLongStatements(countTimeout, async (own) => {
    for (let last: ContainerRef | undefined = { type: '', id: 0 }; last;) {
      const compared = await compare(own, last);
      wrong += compared.wrong;
      last = compared.last;
    }
  });
  return wrong;
}

/** Compares the numbers of members, followers and requests, each night. */
export const compareCounters = (): Promise<number> => compareContainers(compareBatch);

interface Compared extends ContainerRef, Record<string, unknown> {
  /** To add to the stored numbers; negative where they are too high. */
  members: number;
  followers: number;
  requests: number;
}

async function compareBatch(own: Db, { type, id }: ContainerRef) {
  const compared = await own.execute<Compared>(sql`
    select c.type, c.id::float8 as id, counted.members - c.member_count as members,
      counted.followers - c.follower_count as followers,
      counted.requests - c.request_count as requests
    from (
      select c.type, c.id, c.member_count, c.follower_count, c.request_count
      from containers c
      where (c.type, c.id) > (${type}, ${id}::bigint)
      order by c.type, c.id
      limit ${comparedAtOnce}
    ) c
    cross join lateral (
      select count(*) filter (where ms.state = 'member')::int as members,
        count(*) filter (where ms.is_following)::int as followers,
        count(*) filter (where ms.state = 'requested')::int as requests
      from memberships ms
      join members m on m.id = ms.member_id and m.status = 'active'
      where ms.type = c.type
        and ms.id = c.id
    ) counted
    order by c.type, c.id`);
  const differing = compared.filter(
    ({ members, followers, requests }) => members || followers || requests,
  );
  if (differing.length)
    await own.execute(sql`
      update containers c
      set member_count = c.member_count + one.members,
        follower_count = c.follower_count + one.followers,
        request_count = c.request_count + one.requests
      from unnest(
        ${sql.param(differing.map((one) => one.type))}::text[],
        ${sql.param(differing.map((one) => one.id))}::bigint[],
        ${sql.param(differing.map((one) => one.members))}::int[],
        ${sql.param(differing.map((one) => one.followers))}::int[],
        ${sql.param(differing.map((one) => one.requests))}::int[]
      ) one (type, id, members, followers, requests)
      where c.type = one.type
        and c.id = one.id`);
  return { wrong: differing.length, last: compared.at(-1) };
}
