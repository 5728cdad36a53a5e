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
/** Names that are not quite the one asked for, where posts are asked for as well. */
const mostSimilarPeople = 5;

/**
 * What the member may see of what bears that name or holds those words: members first, then posts,
 * newest first. Only where there is nothing at all, what is written nearly like that: who asks for
 * a name that exists does not want others as well.
 */
export async function search(
  member: Member,
  { query, type, page, limit }: SearchQuery,
  origin = '',
): Promise<SearchAnswer> {
  const words = searchWords(query);
  const isFor = (kind: SearchType) => type === '' || type === kind;
  const offset = (page - 1) * limit;
  const answer = (named: Found<PersonFound>, said: Found<PostFound>, sought: string[]) => ({
    totalItemCount: named.total + said.total,
    page,
    result: [
      ...named.rows.map((row) => personResult(row, origin)),
      ...said.rows.map((row) => postResult(row, sought, origin)),
    ],
  });
  const after = (named: Found<PersonFound>) => ({
    offset: Math.max(0, offset - named.total),
    limit: limit - named.rows.length,
  });
  if (!words.length) return { ...answer(none, none, []), is_similar: 0 };

  const named = isFor('member') ? await findPeople(member, query, { offset, limit }) : none;
  const said = isFor('post') ? await findPosts(member, prefixQuery(words), after(named)) : none;
  if (named.total + said.total) return { ...answer(named, said, words), is_similar: 0 };

  const most = type === '' ? mostSimilarPeople : undefined;
  const similar = isFor('member')
    ? await findSimilarPeople(member, query, { offset, limit }, most)
    : none;
  const meant = isFor('post') ? await suggestCorrections(words) : [];
  const nearly = meant.some((others) => others.length)
    ? await findPosts(member, similarQuery(words, meant), after(similar))
    : none;
  return {
    ...answer(similar, nearly, [...words, ...meant.flat()]),
    is_similar: similar.total + nearly.total ? 1 : 0,
  };
}
