import type { Member } from '#domains/policy/viewer.ts';
import { findPeople, findSimilarPeople } from './people.server.ts';
import { findPosts } from './post-search.server.ts';
import { wordsOf } from './search.rules.ts';
import type { SearchAnswer, SearchType } from './search.schema.ts';
import { personResult, postResult } from './search.views.server.ts';

export interface SearchQuery {
  query: string;
  type: SearchType | '';
  page: number;
  limit: number;
}

/** What the member may see of what bears that name or holds those words: members first, then posts, newest first. */
export async function search(member: Member, { query, type, page, limit }: SearchQuery, origin = ''): Promise<SearchAnswer> {
  const words = wordsOf(query);
  const nothing: SearchAnswer = { totalItemCount: 0, page, result: [], is_similar: 0 };
  if (!words.length) return nothing;
  const offset = (page - 1) * limit;
  const named = type === '' || type === 'user' ? await findPeople(member, query, { offset, limit }) : { total: 0, rows: [] };
  const room = limit - named.rows.length;
  const said = type === '' || type === 'activity_action' ? await findPosts(member, words, { offset: Math.max(0, offset - named.total), limit: room }) : { total: 0, rows: [] };
  const total = named.total + said.total;
  if (!total && type !== 'activity_action') {
    // Only now: who asks for a name that exists does not want others as well.
    const similar = type === '' || type === 'user' ? await findSimilarPeople(member, query, { offset, limit }) : { total: 0, rows: [] };
    return { ...nothing, totalItemCount: similar.total, result: similar.rows.map((row) => personResult(row, origin)), is_similar: similar.total ? 1 : 0 };
  }
  return {
    ...{ totalItemCount: total, page, is_similar: 0 },
    result: [...named.rows.map((row) => personResult(row, origin)), ...said.rows.map((row) => postResult(row, words, origin))],
  };
}
