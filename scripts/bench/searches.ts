import { performance } from 'node:perf_hooks';
import { query } from '../launch/database.ts';
import { addFriendCountMembers, friendCountEmail, friendCounts } from './friend-counts.ts';
import type { Target } from './load.ts';
import { getProcessTree } from './memory.ts';
import { getProcessorTime } from './processor.ts';
import { signIn, type Member } from './scenarios.ts';
import { sampleSearchQueries } from './search-queries.ts';

/**
 * Time of a response in milliseconds: latency, and processor time of server and database. On an
 * idle machine latency is only a little more.
 */
interface Timing {
  wait: number;
  work: number;
}

/** Timings of one kind of query. */
interface QueryKind {
  name: string;
  timings: Timing[];
}

interface SearchTarget {
  target: Target;
  /** Process ids of the server and of each database connection. */
  pids: number[];
}

/** The server with its processes as they are now. */
export const toSearchTarget = (target: Target, databasePid: number): SearchTarget => ({
  target,
  pids: [target.pid, ...getProcessTree(databasePid)],
});

/** The requested pages of the search: the header's popup, and the screen with its tabs. */
const pages = {
  popup: 'limit=5',
  'page 1': 'limit=20',
  'posts, page 2': 'limit=20&type=activity_action&page=2',
  'posts, page 10': 'limit=20&type=activity_action&page=10',
  'members, page 3': 'limit=20&type=user&page=3',
};

/** One request at a time: a person typing feels the latency. */
async function timeSearch(
  { target, pids }: SearchTarget,
  { headers }: Member,
  path: string,
): Promise<Timing> {
  const [from, workBefore] = [performance.now(), getProcessorTime(pids)];
  const response = await fetch(`${target.origin}/api/rest/${path}`, { headers });
  const text = await response.text();
  const wait = performance.now() - from;
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return { wait, work: getProcessorTime(pids) - workBefore };
}

/**
 * Runs all kinds of queries, for members with many friends and with none: each query once, after a
 * warm-up round.
 */
export async function measureSearches(
  target: Target,
  database: { url: string; pid: number },
): Promise<string> {
  const createTarget = () => toSearchTarget(target, database.pid);
  const queriesByKind = await query(database.url, async (sql) => {
    await addFriendCountMembers(sql);
    return sampleSearchQueries(sql);
  });
  const members = await Promise.all(
    friendCounts.map(async (friends) => ({
      friends,
      member: await signIn(target, friendCountEmail(friends)),
    })),
  );
  const warming = createTarget();
  for (const [index, one] of Object.values(queriesByKind).flat().entries())
    await timeSearch(
      warming,
      members[index % members.length]!.member,
      `search?limit=20&query=${encodeURIComponent(one)}`,
    );

  const rows: QueryKind[] = [];
  const byPage: Record<string, Timing[]> = {};
  for (const [name, queries] of Object.entries(queriesByKind)) {
    // A small community has no such rare words.
    if (queries.length === 0) continue;
    const [searchTarget, all]: [SearchTarget, Timing[]] = [createTarget(), []];
    for (const [index, one] of queries.entries()) {
      for (const [nth, [page, options]] of Object.entries(pages).entries()) {
        const time = await timeSearch(
          searchTarget,
          members[(index + nth) % members.length]!.member,
          `search?${options}&query=${encodeURIComponent(one)}`,
        );
        all.push(time);
        (byPage[page] ??= []).push(time);
      }
    }
    rows.push({ name, timings: all });
  }
  const every: QueryKind = {
    name: '**all of these**',
    timings: rows.flatMap(({ timings }) => timings),
  };
  const people: QueryKind[] = [];
  for (const { friends, member } of members)
    people.push({
      name: `suggestions, with ${friends} friends`,
      timings: await timeRepeated(
        createTarget(),
        member,
        (turn) => `suggestions/suggestion-listing?limit=24&page=${1 + (turn % 3)}`,
      ),
    });
  const letters = ['a', 'ma', 'mar', 'o', 'ber', ''];
  for (const { friends, member } of members)
    people.push({
      name: `list of ${friends} friends, and its search`,
      timings: await timeRepeated(
        createTarget(),
        member,
        (turn) =>
          `user/get-friend-list?limit=30&page=${1 + (turn % 2)}&search=${letters[turn % letters.length]!}`,
      ),
    });
  return [
    formatTable([...rows, every]),
    formatTable(Object.entries(byPage).map(([name, timings]) => ({ name, timings: timings }))),
    formatTable(people),
  ].join('\n\n');
}

/** One path after the other, after three to warm up. */
export async function timeRepeated(
  searchTarget: SearchTarget,
  member: Member,
  path: (turn: number) => string,
  count = 36,
): Promise<Timing[]> {
  const times: Timing[] = [];
  for (let turn = -3; turn < count; turn += 1) {
    const time = await timeSearch(searchTarget, member, path(Math.abs(turn)));
    if (turn >= 0) times.push(time);
  }
  return times;
}

export function formatTable(kinds: QueryKind[]): string {
  const at = (times: number[], share: number) =>
    times
      .toSorted((a, b) => a - b)
      [Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1);
  const lines = kinds.map(({ name, timings }) => {
    const [waits, works] = [timings.map(({ wait }) => wait), timings.map(({ work }) => work)];
    const shares = [waits, works].flatMap((times) =>
      [0.5, 0.95, 1].map((share) => at(times, share)),
    );
    return `| ${[name, timings.length, ...shares].join(' | ')} |`;
  });
  return [
    '| one at a time | questions | p50 ms | p95 ms | worst ms | work p50 ms | work p95 ms | work worst ms |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
}
