import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export const postCountsQueue = 'compare-container-posts';

const batch = 500;

/**
 * Compares the numbers of posts in containers and of comments on them with the rows and corrects
 * them, each night: some containers at a time, locked in the order of their keys while they are
 * counted. Returns how many were wrong.
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

/** In several statements: the last sees what was committed before the others had all locks. */
const compareBatch = ({ type, id }: { type: string; id: number }) =>
  db.transaction(async (tx) => {
    const locked = await tx.execute<{ type: string; id: number }>(sql`
      select c.type, c.id
      from containers c
      where (c.type, c.id) > (${type}, ${id}::bigint)
      order by c.type, c.id
      limit ${batch}
      for no key update`);
    const types = sql.param(locked.map((one) => one.type));
    const ids = sql.param(locked.map((one) => Number(one.id)));
    await tx.execute(sql`
      select from container_totals t
      where (t.type, t.id) in (select * from unnest(${types}::text[], ${ids}::bigint[]))
      order by t.type, t.id
      for no key update`);
    const last = locked.at(-1);
    return tx.execute<Compared>(sql`
      with corrected as (
        update containers c
        set post_count = counted.posts
        from unnest(${types}::text[], ${ids}::bigint[]) one (type, id)
        cross join lateral (
          select count(*)::int as posts
          from posts p
          where p.object_type = one.type and p.object_id = one.id
        ) counted
        where c.type = one.type and c.id = one.id and c.post_count <> counted.posts
        returning 1
      ),
        corrected_comments as (
          update container_totals t
          set comments = counted.comments
          from unnest(${types}::text[], ${ids}::bigint[]) one (type, id)
          cross join lateral (
            select coalesce(sum(total.count), 0)::int as comments
            from posts p
            join comment_totals total on total.subject_type = 'post' and total.subject_id = p.id
            where p.object_type = one.type and p.object_id = one.id
          ) counted
          where t.type = one.type and t.id = one.id and t.comments <> counted.comments
          returning 1
        )
      select (select count(*)::int from (table corrected union all table corrected_comments) both_kinds)
          as corrected, ${last?.type ?? null}::text as type,
        ${last ? Number(last.id) : null}::bigint as id`);
  });
