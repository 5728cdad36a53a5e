import { sql, type SQL } from 'drizzle-orm';
import type { MemberCard } from '#domains/auth/members.views.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { visibleTo } from '#domains/posts/visibility.server.ts';
import { db } from '#server/db.ts';
import type { Found, Part } from './people.server.ts';
import { prefixQuery } from './search.rules.ts';

export interface PostFound extends MemberCard {
  postId: number;
  body: string;
  publishedAt: string;
}

/** Each post is judged for this reader, so there is no total to read: counting stops here. */
const mostCounted = 200;

/** Posts with all of those words, or words that begin like them, as far as the member may see them. */
export const postMatches = (member: Member, words: string[]): SQL =>
  sql`from posts where to_tsvector('simple', folded(body)) @@ to_tsquery('simple', ${prefixQuery(words)}) and ${visibleTo(member)}`;

/** Newest first. */
export async function findPosts(member: Member, words: string[], { offset, limit }: Part): Promise<Found<PostFound>> {
  const page = sql`
    select found.id as "postId", found.body, found.published_at::text as "publishedAt", m.id, m.displayname, m.username, m.avatar
    from (select posts.* ${postMatches(member, words)} order by posts.id desc limit ${limit} offset ${offset}) found
    join members m on m.id = found.author_id order by found.id desc`;
  const [[counted], rows] = await Promise.all([
    db.execute<{ total: number }>(sql`select count(*)::int as total from (select ${postMatches(member, words)} limit ${mostCounted}) found`),
    limit > 0 && offset < mostCounted ? db.execute<PostFound & Record<string, unknown>>(page) : [],
  ]);
  return { total: counted!.total, rows };
}
