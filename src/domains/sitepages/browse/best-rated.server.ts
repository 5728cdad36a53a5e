import type { SQL } from 'drizzle-orm';
import { listedContainer } from '#domains/containers/container-access.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { priorRatings } from '#domains/sitepages/sitepages.rules.ts';
import { sql } from '#server/sql.ts';

/** The mean rating of all pages, which a page with few reviews is drawn to. */
const siteMean = sql`
  (
    select coalesce(sum(sp.rating_sum)::float8 / nullif(sum(sp.review_count), 0), 3)
    from sitepages sp
  )`;

/** The order of the best rated, for the columns `rating_sum` and `review_count` of a row. */
export const ratingOrder = (row: SQL): SQL => sql`
  (${row}.rating_sum + ${priorRatings} * ${siteMean}) / (${row}.review_count + ${priorRatings}) desc`;

/**
 * Listed pages among which are the first ones in the order of `ratingOrder`. No index has it, since
 * the mean of the site is part of it. But of pages with equally many reviews it is the order of
 * their sums: it walks an index to the first ones with each number of reviews.
 */
export const firstRated = (viewer: Viewer, count: SQL): SQL => sql`
  with recursive numbers (review_count) as (
    select max(sp.review_count)
    from sitepages sp
    union all
    select (select max(sp.review_count) from sitepages sp where sp.review_count < n.review_count)
    from numbers n
    where n.review_count is not null
  )
  select best.*
  from numbers n
  cross join lateral (
    select p.id, p.rating_sum, p.review_count
    from sitepages p
    join containers c on c.type = p.type and c.id = p.id
    where p.review_count = n.review_count
      and ${listedContainer(viewer, sql`c`)}
    order by p.rating_sum desc, p.id desc
    limit ${count}
  ) best`;
