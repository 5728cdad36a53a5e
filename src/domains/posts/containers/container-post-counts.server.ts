import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import {
  compareContainers,
  comparedAtOnce,
} from '#domains/containers/statistics/counters.server.ts';
import type { Db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export const postCountsQueue = 'compare-container-posts';

/** Compares the numbers of posts in containers and of comments on them, each night. */
export const compareContainerPosts = (): Promise<number> => compareContainers(compareBatch);

interface Compared extends ContainerRef, Record<string, unknown> {
  /** To add to the stored numbers; negative where they are too high. */
  posts: number;
  comments: number;
}

async function compareBatch(own: Db, { type, id }: ContainerRef) {
  const compared = await own.execute<Compared>(sql`
    select c.type, c.id::float8 as id, counted.posts - c.post_count as posts,
      counted.comments - coalesce(t.comments, counted.comments) as comments
    from (
      select c.type, c.id, c.post_count
      from containers c
      where (c.type, c.id) > (${type}, ${id}::bigint)
      order by c.type, c.id
      limit ${comparedAtOnce}
    ) c
    left join container_totals t on t.type = c.type and t.id = c.id
    cross join lateral (
      select count(*) filter (where p.item_id is null)::int as posts, coalesce(sum(total.count), 0)::int as comments
      from posts p
      left join comment_totals total on total.subject_type = 'post' and total.subject_id = p.id
      where p.object_type = c.type
        and p.object_id = c.id
    ) counted
    order by c.type, c.id`);
  const correct = (
    differing: Compared[],
    update: (differences: ReturnType<typeof sql>) => unknown,
  ) =>
    differing.length &&
    update(sql`
      unnest(
        ${sql.param(differing.map((one) => one.type))}::text[],
        ${sql.param(differing.map((one) => one.id))}::bigint[],
        ${sql.param(differing.map((one) => one.posts))}::int[],
        ${sql.param(differing.map((one) => one.comments))}::int[]
      ) one (type, id, posts, comments)`);
  const byPosts = compared.filter(({ posts }) => posts !== 0);
  const byComments = compared.filter(({ comments }) => comments !== 0);
  await correct(byPosts, (differences) =>
    own.execute(sql`
      update containers c
      set post_count = c.post_count + one.posts
      from ${differences}
      where c.type = one.type
        and c.id = one.id`),
  );
  await correct(byComments, (differences) =>
    own.execute(sql`
      update container_totals t
      set comments = t.comments + one.comments
      from ${differences}
      where t.type = one.type
        and t.id = one.id`),
  );
  return { wrong: byPosts.length + byComments.length, last: compared.at(-1) };
}
