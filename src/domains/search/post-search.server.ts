import { sql, type SQL } from 'drizzle-orm';
import type { MemberCard } from '#domains/auth/members.views.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { visibleTo } from '#domains/posts/visibility.server.ts';
import { db } from '#server/db.ts';
import type { Found, Part } from './people.server.ts';

export interface PostFound extends MemberCard {
  postId: number;
  body: string;
  publishedAt: string;
}

/** Each post is judged for this reader, so there is no total to read: counting stops here. */
const mostCounted = sql.raw('200');
/** Of posts that have the words; for who may see next to none of them. */
const mostJudged = sql.raw('20000');
/** So many of the newest are read one by one: enough for a word that is everywhere. */
const mostWalked = sql.raw('2000');
/** How far places go in four weeks, as the database's post_month() has it. */
const month = sql.raw(String(28 * 86_400_000 * 1024));

/**
 * Of the posts that `named` names by `post_id` those the member may see. Each is looked up by its
 * key (`offset 0`), until there are enough.
 */
const seen = (member: Member, named: SQL): SQL => sql`
  (
    select posts.id, posts.sort_key
    from posts
    where posts.id = ${named}.post_id and ${visibleTo(member)}
    offset 0
  ) seen`;

/**
 * The newest posts with those words as far as the member may see them: how many, and those of the
 * page. First the newest posts of all, which is enough for words that are everywhere; then, by the
 * index of words, one month after the other until enough are found
 * (docs/decisions/028-search-by-months.md). So it costs about the same whatever the words are, and
 * its plan can be kept.
 * @param words as to_tsquery reads it
 */
export const postsStatement = (member: Member, words: string, { offset, limit }: Part): SQL => sql`
  with recursive asked as materialized (select to_tsquery('simple', ${words}) as words),
    newest as materialized (
      select w.post_id, w.post_sort_key, w.words @@ (select words from asked) as fits
      from post_words w
      order by w.post_sort_key desc
      limit ${mostWalked}
    ),
    lately as materialized (
      select seen.*
      from (
        select post_id, post_sort_key from newest where fits order by post_sort_key desc offset 0
      ) late
      cross join lateral ${seen(member, sql`late`)}
      order by late.post_sort_key desc
      limit ${mostCounted}
    ),
    months (sort_key) as (
      select (
        select w.post_sort_key
        from post_words w
        where w.post_sort_key < (select min(post_sort_key) from newest)
        order by w.post_sort_key desc
        limit 1
      )
      where (select count(*) < ${mostCounted} from lately)
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
    before as materialized (
      select seen.*
      from (
        select month.name as month, said.post_id, said.post_sort_key
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
            (select words from asked), month.name
          )
          offset 0
        ) said
        where said.post_sort_key < (select min(post_sort_key) from newest)
        order by month.name desc, said.post_sort_key desc
        limit ${mostJudged}
      ) older
      cross join lateral ${seen(member, sql`older`)}
      order by older.month desc, older.post_sort_key desc
      limit ${mostCounted}
    ),
    found as materialized (
      select *
      from (select * from lately union all select * from before) either
      order by either.sort_key desc
      limit ${mostCounted}
    )
  select (select count(*)::int from found) as total,
    coalesce(
      (
        select json_agg(row_to_json(shown))
        from (
          select page.id as "postId", posts.body, posts.published_at::text as "publishedAt", m.id,
            m.displayname, m.username, m.avatar
          from (select * from found order by sort_key desc limit ${limit} offset ${offset}) page
          join posts on posts.id = page.id
          join members m on m.id = posts.author_id
          order by page.sort_key desc
        ) shown
      ),
      '[]'
    ) as rows`;

/** Newest first. */
export async function findPosts(
  member: Member,
  words: string,
  part: Part,
): Promise<Found<PostFound>> {
  const [row] = await db.execute<Found<PostFound> & Record<string, unknown>>(
    postsStatement(member, words, part),
  );
  return row!;
}
