import type { Member } from '#domains/policy/viewer.ts';
import { prefixQuery, searchWords } from '#lib/search-words.ts';
import { findContainers, searchableKinds } from './container-search.server.ts';
import { findPeople, findSimilarPeople, type Found, type PageRange } from './people.server.ts';
import { findPosts } from './post-search.server.ts';
import { rowsOnPage, similarQuery } from './search.rules.ts';
import type { SearchAnswer, SearchType } from './search.schema.ts';
import { resultsView, totalOf, type Results } from './search.views.server.ts';
import { findVideos } from './video-search.server.ts';
import { suggestCorrections } from './vocabulary.server.ts';

export interface SearchQuery {
  query: string;
  type: SearchType | '';
  page: number;
  limit: number;
}

type Lists = { [List in keyof Results]: (range: PageRange) => Promise<Results[List]> };

const none = { total: 0, rows: [] };
const nothing = () => Promise.resolve(none);
/** Maximum number of similar names when posts are searched too. */
const maxSimilarPeople = 5;
/** Rows of each that come first, so that five results are not all of one kind. */
const firstRows = { people: 2, containers: 1, videos: 1, posts: 1 };
const order = ['people', 'containers', 'videos', 'posts'] as const;

/** The kinds of results, each a tab of the screen. */
export const searchTabs = (): Array<{ type: SearchType | ''; label: string }> => [
  { type: '', label: 'Everything' },
  { type: 'member', label: 'Members' },
  ...searchableKinds().map(({ type, label }) => ({ type, label })),
  { type: 'video', label: 'Videos' },
  { type: 'post', label: 'Posts' },
];

/** Asks one list after the other for its rows of the page; the totals of all decide which. */
async function readPage(lists: Lists, page: PageRange): Promise<Results> {
  const mixed: Array<{ first: number; total?: number }> = order.map((name) => ({
    first: firstRows[name],
  }));
  const found: Partial<Record<keyof Results, Found<unknown> & { from: number }>> = {};
  for (const [index, name] of order.entries()) {
    const { from, until } = rowsOnPage(mixed, index, page);
    const answer = await lists[name]({ offset: from, limit: until - from });
    mixed[index]!.total = answer.total;
    found[name] = { ...answer, from };
  }
  const shown = order.map((name, index) => {
    const { total, rows, from } = found[name]!;
    const range = rowsOnPage(mixed, index, page);
    return [name, { total, rows: rows.slice(range.from - from, range.until - from) }];
  });
  return Object.fromEntries(shown) as unknown as Results;
}

/**
 * Searches visible members by name, containers, videos and posts by words. Returns similar matches only if
 * there is no exact one.
 */
export async function search(
  member: Member,
  { query, type, page, limit }: SearchQuery,
  origin = '',
): Promise<SearchAnswer> {
  const words = searchWords(query);
  const includes = (kind: SearchType) => type === '' || type === kind;
  const kinds = searchableKinds().flatMap((kind) => (includes(kind.type) ? [kind.type] : []));
  const range = { offset: (page - 1) * limit, limit };
  const context = { member, page, origin };
  if (!words.length)
    return resultsView({ people: none, containers: none, videos: none, posts: none }, [], context);

  const exact = await readPage(
    {
      people: includes('member') ? (rows) => findPeople(member, query, rows) : nothing,
      containers: kinds.length
        ? (rows) => findContainers(member, { query, words: prefixQuery(words), kinds }, rows)
        : nothing,
      videos: includes('video') ? (rows) => findVideos(member, prefixQuery(words), rows) : nothing,
      posts: includes('post') ? (rows) => findPosts(member, prefixQuery(words), rows) : nothing,
    },
    range,
  );
  if (totalOf(exact)) return resultsView(exact, words, context);

  const max = type === '' ? maxSimilarPeople : undefined;
  const corrections = includes('post') ? await suggestCorrections(words) : [];
  const isCorrected = corrections.some((others) => others.length);
  const similar = await readPage(
    {
      people: includes('member') ? (rows) => findSimilarPeople(member, query, rows, max) : nothing,
      containers: nothing,
      videos: nothing,
      posts: isCorrected
        ? (rows) => findPosts(member, similarQuery(words, corrections), rows)
        : nothing,
    },
    range,
  );
  return resultsView(similar, [...words, ...corrections.flat()], {
    ...context,
    isSimilar: totalOf(similar) > 0,
  });
}
