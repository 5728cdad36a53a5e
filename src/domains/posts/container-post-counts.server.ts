import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export const postCountsQueue = 'compare-container-posts';

const batch = 500;

/**
 * Compares the numbers of posts in containers with the posts and corrects them, each night: some
 * containers at a time, locked in the order of their keys while they are counted. Returns how many
 * were wrong.
 */
export async function compareContainerPosts(): Promise<number> {
  let wrong = 0;
  for (let last = { type: '', id: 0 }; ;) {
    const [compared] = await compareBatch(last);
    wrong += compared!.corrected;
    if (compared!.type === null) return wrong;
    last = { type: compared!.type, id: Number(compared!.id) };
  }
}

interface Compared extends Record<string, unknown> {
  corrected: number;
  /** The last key of the batch; null after the last one. */
  type: string | null;
  id: number | null;
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
    const last = locked.at(-1);
    return tx.execute<Compared>(sql`
      with corrected as (
        update containers c
        set post_count = counted.posts
        from unnest(
          ${sql.param(locked.map((one) => one.type))}::text[],
          ${sql.param(locked.map((one) => Number(one.id)))}::bigint[]
        ) one (type, id)
        cross join lateral (
          select count(*)::int as posts
          from posts p
          where p.object_type = one.type and p.object_id = one.id
        ) counted
        where c.type = one.type and c.id = one.id and c.post_count <> counted.posts
        returning 1
      )
      select (select count(*)::int from corrected) as corrected, ${last?.type ?? null}::text as type,
        ${last ? Number(last.id) : null}::bigint as id`);
  });
