import type { SQL } from 'drizzle-orm';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { avatarFor } from '#domains/policy/profile-audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { visibleTo } from '#domains/posts/visibility.server.ts';
import type { WallType } from '#lib/container-types.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { Found, PageRange } from './people.server.ts';

export interface PostFound extends MemberCard {
  postId: number;
  /** In whose name: 'member', or the kind of container that the card is of. */
  subjectType: WallType;
  body: string;
  publishedAt: string;
}

/** Counting stops here: every post's visibility is checked. */
const maxCounted = sql.raw('200');
/** Maximum number of matching posts to check, for members who may see almost none of them. */
const maxChecked = sql.raw('20000');
/** Number of newest posts to read sequentially: enough for very common words. */
const maxNewest = sql.raw('2000');
/** Span of four weeks in sort keys, as in the database's post_month(). */
const month = sql.raw(String(28 * 86_400_000 * 1024));

/**
 * Posts of `candidates` (by `post_id`) visible to the viewer. Looked up one by one by primary key
 * (`offset 0`), so it can stop early.
 */
const visiblePosts = (viewer: Viewer, candidates: SQL): SQL => sql`
  (
    select posts.id, posts.sort_key
    from posts
    where posts.id = ${candidates}.post_id
      and ${visibleTo(viewer)}
    offset 0
  ) visible`;

const inContainer = ({ type, id }: ContainerRef): SQL =>
  sql`&& container_word(${type}::text, ${id}::bigint)::text::tsquery`;

/**
 * Selects the newest matching posts visible to the viewer: count and page. Reads the newest posts
 * first, which suffices for common words; then the word index month by month until enough are found
 * (docs/decisions/028-search-by-months.md). The cost hardly depends on the words, so the plan can
 * be cached.
 * @param words a tsquery
 * @param within only posts there: each has a word for its container
 */
export const postsStatement = (
  viewer: Viewer,
  words: string,
  { offset, limit }: PageRange,
  within?: ContainerRef,
): SQL => sql`
  with recursive query as materialized (
    select to_tsquery('simple', ${words}) ${within ? inContainer(within) : sql``} as words
  ),
    newest as materialized (
      select w.post_id, w.post_sort_key, w.words @@ (select words from query) as is_match
      from post_words w
      order by w.post_sort_key desc
      limit ${maxNewest}
    ),
    newest_found as materialized (
      select visible.*
      from (
        select post_id, post_sort_key
        from newest
        where is_match
        order by post_sort_key desc
        offset 0
      ) match
      cross join lateral ${visiblePosts(viewer, sql`match`)}
      order by match.post_sort_key desc
      limit ${maxCounted}
    ),
    months (sort_key) as (
      select (
        select w.post_sort_key
        from post_words w
        where w.post_sort_key < (select min(post_sort_key) from newest)
        order by w.post_sort_key desc
        limit 1
      )
      where (select count(*) < ${maxCounted} from newest_found)
      union all
      select (
        select w.post_sort_key
        from post_words w
        where w.post_sort_key < post_month(months.sort_key)::bigint * ${month}
        order by w.post_sort_key desc
        limit 1
      )
      from months
      where months.sort_key >= ${month}
    ),
    older_found as materialized (
      select visible.*
      from (
        select month.name as month, match.post_id, match.post_sort_key
        from (
          select post_month(months.sort_key) as name
          from months
          where months.sort_key is not null
          order by name desc
          offset 0
        ) month
        cross join lateral (
          select w.post_id, w.post_sort_key
          from post_words w
          where words_by_month(w.words, w.post_sort_key) @@ words_in_month(
            (select words from query), month.name
          )
          offset 0
        ) match
        where match.post_sort_key < (select min(post_sort_key) from newest)
        order by month.name desc, match.post_sort_key desc
        limit ${maxChecked}
      ) older
      cross join lateral ${visiblePosts(viewer, sql`older`)}
      order by older.month desc, older.post_sort_key desc
      limit ${maxCounted}
    ),
    found as materialized (
      select *
      from (select * from newest_found union all select * from older_found) matches
      order by matches.sort_key desc
      limit ${maxCounted}
    )
  select (select count(*)::int from found) as total,
    coalesce(
      (
        select json_agg(row_to_json(shown))
        from (
          select page.id as "postId", posts.body, posts.published_at::text as "publishedAt",
            posts.subject_type as "subjectType", posts.subject_id as id,
            coalesce(c.title, m.displayname) as displayname, coalesce(m.username, '') as username,
            case when m.id is null then c.avatar else ${avatarFor(viewer, sql`m`)} end as avatar
          from (select * from found order by sort_key desc limit ${limit} offset ${offset}) page
          join posts on posts.id = page.id
          left join members m on posts.subject_type = 'member' and m.id = posts.subject_id
          left join containers c on c.type = posts.subject_type and c.id = posts.subject_id
          order by page.sort_key desc
        ) shown
      ),
      '[]'
    ) as rows`;

/** Finds posts, newest first, everywhere or in one container. */
export async function findPosts(
  viewer: Viewer,
  words: string,
  range: PageRange,
  within?: ContainerRef,
): Promise<Found<PostFound>> {
  const [row] = await db.execute<Found<PostFound> & Record<string, unknown>>(
    postsStatement(viewer, words, range, within),
  );
  return row!;
}
