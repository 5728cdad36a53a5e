import type { Member } from '#domains/policy/viewer.ts';
import { prefixQuery, searchWords } from '#lib/search-words.ts';
import { findPeople, findSimilarPeople, type Found, type PersonFound } from './people.server.ts';
import { findPosts, type PostFound } from './post-search.server.ts';
import { similarQuery } from './search.rules.ts';
import type { SearchAnswer, SearchType } from './search.schema.ts';
import { personResult, postResult } from './search.views.server.ts';
import { suggestCorrections } from './vocabulary.server.ts';

export interface SearchQuery {
  query: string;
  type: SearchType | '';
  page: number;
  limit: number;
}

const none = { total: 0, rows: [] };
/** Maximum number of similar names when posts are searched too. */
const maxSimilarPeople = 5;

/**
 * Searches visible members by name, then posts by words, newest first. Returns similar matches only
 * if there is no exact one.
 */
export async function search(
  member: Member,
  { query, type, page, limit }: SearchQuery,
  origin = '',
): Promise<SearchAnswer> {
  const words = searchWords(query);
  const includes = (kind: SearchType) => type === '' || type === kind;
  const offset = (page - 1) * limit;
  const answer = (people: Found<PersonFound>, posts: Found<PostFound>, matchedWords: string[]) => ({
    totalItemCount: people.total + posts.total,
    page,
    result: [
      ...people.rows.map((row) => personResult(row, origin)),
      ...posts.rows.map((row) => postResult(row, matchedWords, origin)),
    ],
  });
  const remainingRange = (people: Found<PersonFound>) => ({
    offset: Math.max(0, offset - people.total),
    limit: limit - people.rows.length,
  });
  if (!words.length) return { ...answer(none, none, []), is_similar: 0 };

  const people = includes('member') ? await findPeople(member, query, { offset, limit }) : none;
  const posts = includes('post')
    ? await findPosts(member, prefixQuery(words), remainingRange(people))
    : none;
  if (people.total + posts.total) return { ...answer(people, posts, words), is_similar: 0 };

  const max = type === '' ? maxSimilarPeople : undefined;
  const similarPeople = includes('member')
    ? await findSimilarPeople(member, query, { offset, limit }, max)
    : none;
  const corrections = includes('post') ? await suggestCorrections(words) : [];
  const similarPosts = corrections.some((others) => others.length)
    ? await findPosts(member, similarQuery(words, corrections), remainingRange(similarPeople))
    : none;
  return {
    ...answer(similarPeople, similarPosts, [...words, ...corrections.flat()]),
    is_similar: similarPeople.total + similarPosts.total ? 1 : 0,
  };
}
