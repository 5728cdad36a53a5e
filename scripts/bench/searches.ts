import { performance } from 'node:perf_hooks';
import { query } from '../launch/database.ts';
import { addCircles, circleEmail, circles } from './circles.ts';
import type { Target } from './load.ts';
import { familyOf } from './memory.ts';
import { processorTimeOf } from './processor.ts';
import { signIn, type Member } from './scenarios.ts';
import { soughtIn } from './sought.ts';

/**
 * What an answer took, in milliseconds: until it was there, and what server and database worked for
 * it. The wait of an idle machine is the latter and little more.
 */
interface Took {
  wait: number;
  work: number;
}

/** What one kind of question took. */
interface Kind {
  name: string;
  took: Took[];
}

interface Asked {
  target: Target;
  /** Of the server and of each connection to the database. */
  pids: number[];
}

/**
 * The pages of the search that are asked for: the popup of the header, and the screen with its
 * tabs.
 */
const pages = {
  popup: 'limit=5',
  'page 1': 'limit=20',
  'posts, page 2': 'limit=20&type=activity_action&page=2',
  'posts, page 10': 'limit=20&type=activity_action&page=10',
  'members, page 3': 'limit=20&type=user&page=3',
};

/** One after the other: it is the wait for an answer that somebody who types feels. */
async function timed({ target, pids }: Asked, { headers }: Member, path: string): Promise<Took> {
  const [from, worked] = [performance.now(), processorTimeOf(pids)];
  const answer = await fetch(`${target.origin}/api/rest/${path}`, { headers });
  const text = await answer.text();
  const wait = performance.now() - from;
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return { wait, work: processorTimeOf(pids) - worked };
}

/**
 * Asks the search all that people ask, for members with many friends and with none: each question
 * once, after a round that warms.
 */
export async function measureSearches(
  target: Target,
  database: { url: string; pid: number },
): Promise<string> {
  const ask = (): Asked => ({ target, pids: [target.pid, ...familyOf(database.pid)] });
  const sought = await query(database.url, async (sql) => {
    await addCircles(sql);
    return soughtIn(sql);
  });
  const members = await Promise.all(
    circles.map(async (friends) => ({
      friends,
      member: await signIn(target, circleEmail(friends)),
    })),
  );
  const warming = ask();
  for (const [index, one] of Object.values(sought).flat().entries())
    await timed(
      warming,
      members[index % members.length]!.member,
      `search?limit=20&query=${encodeURIComponent(one)}`,
    );

  const rows: Kind[] = [];
  const byPage: Record<string, Took[]> = {};
  for (const [name, queries] of Object.entries(sought)) {
    // A small community has no words that are said so seldom.
    if (queries.length === 0) continue;
    const [asked, all]: [Asked, Took[]] = [ask(), []];
    for (const [index, one] of queries.entries()) {
      for (const [nth, [page, options]] of Object.entries(pages).entries()) {
        const time = await timed(
          asked,
          members[(index + nth) % members.length]!.member,
          `search?${options}&query=${encodeURIComponent(one)}`,
        );
        all.push(time);
        (byPage[page] ??= []).push(time);
      }
    }
    rows.push({ name, took: all });
  }
  const every: Kind = { name: '**all of these**', took: rows.flatMap(({ took }) => took) };
  const people: Kind[] = [];
  for (const { friends, member } of members)
    people.push({
      name: `suggestions, with ${friends} friends`,
      took: await repeated(
        ask(),
        member,
        (turn) => `suggestions/suggestion-listing?limit=24&page=${1 + (turn % 3)}`,
      ),
    });
  const letters = ['a', 'ma', 'mar', 'o', 'ber', ''];
  for (const { friends, member } of members)
    people.push({
      name: `list of ${friends} friends, and its search`,
      took: await repeated(
        ask(),
        member,
        (turn) =>
          `user/get-friend-list?limit=30&page=${1 + (turn % 2)}&search=${letters[turn % letters.length]!}`,
      ),
    });
  return [
    tableOf([...rows, every]),
    tableOf(Object.entries(byPage).map(([name, took]) => ({ name, took }))),
    tableOf(people),
  ].join('\n\n');
}

async function repeated(
  asked: Asked,
  member: Member,
  path: (turn: number) => string,
): Promise<Took[]> {
  const times: Took[] = [];
  for (let turn = -3; turn < 36; turn += 1) {
    const time = await timed(asked, member, path(Math.abs(turn)));
    if (turn >= 0) times.push(time);
  }
  return times;
}

function tableOf(kinds: Kind[]): string {
  const at = (times: number[], share: number) =>
    times
      .toSorted((a, b) => a - b)
      [Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1);
  const lines = kinds.map(({ name, took }) => {
    const [waits, works] = [took.map(({ wait }) => wait), took.map(({ work }) => work)];
    return `| ${[name, took.length, ...[0.5, 0.95, 1].map((share) => at(waits, share)), ...[0.5, 0.95, 1].map((share) => at(works, share))].join(' | ')} |`;
  });
  return [
    '| one at a time | questions | p50 ms | p95 ms | worst ms | work p50 ms | work p95 ms | work worst ms |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
}
