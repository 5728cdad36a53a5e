import { sql, type SQL } from 'drizzle-orm';
import type { MemberCard } from '#domains/auth/members.views.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { visibleTo } from '#domains/posts/visibility.server.ts';
import { executeAnew } from '#server/db.ts';
import type { Found, Part } from './people.server.ts';

export interface PostFound extends MemberCard {
  postId: number;
  body: string;
  publishedAt: string;
}

/** Each post is judged for this reader, so there is no total to read: counting stops here. */
const mostCounted = 200;

/** The newest with those words that are judged: as a rule more than enough of them may be seen, and for who may see fewer, again. */
const candidates = { few: 400, many: 20_000 };

/**
 * The newest posts with those words as far as the member may see them: how many, and those of the page; and whether there may be more
 * than were judged. A word that is rare is found by the index of words, one that is everywhere by walking the newest; so it must be
 * planned for the very words (`executeAnew`).
 * @param words as to_tsquery reads it
 */
export const postsStatement = (member: Member, words: string, { offset, limit }: Part, judged: number): SQL => sql`
  with newest as materialized (
    select w.post_id, w.post_place from post_words w where w.words @@ to_tsquery('simple', ${words}) order by w.post_place desc limit ${judged}),
  found as materialized (
    select posts.id, posts.author_id, posts.body, posts.published_at, posts.place from newest join posts on posts.id = newest.post_id
    where ${visibleTo(member)} order by newest.post_place desc limit ${mostCounted})
  select (select count(*)::int from found) as total, (select count(*) = ${judged} from newest) and (select count(*) < ${mostCounted} from found) as "isCut",
    coalesce((select json_agg(row_to_json(shown)) from (
      select page.id as "postId", page.body, page.published_at::text as "publishedAt", m.id, m.displayname, m.username, m.avatar
      from (select * from found order by place desc limit ${limit} offset ${offset}) page join members m on m.id = page.author_id order by page.place desc) shown), '[]') as rows`;

/** Newest first. */
export async function findPosts(member: Member, words: string, part: Part): Promise<Found<PostFound>> {
  const judge = async (judged: number) => (await executeAnew<Found<PostFound> & { isCut: boolean }>(postsStatement(member, words, part, judged)))[0]!;
  const first = await judge(candidates.few);
  return first.isCut ? judge(candidates.many) : first;
}
