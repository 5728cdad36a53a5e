import type { Page, Request, Route } from 'playwright';
import type { Sql } from 'postgres';
import type { BrowserCommand } from 'vitest/node';
import { reactionNamed } from '#domains/reactions/reactions.rules.ts';
import { postgresAt } from '#server/postgres-at.ts';
import { act } from '../act.ts';
import { keepFirstTry } from '../first-tries.ts';
import { addCrowd, memberOf, type ApiMember } from '../member.ts';
import { addStoryCrowd } from '../story-crowd.ts';
import { islandServer } from './proxy.ts';

/*
 * Parts of island tests that run outside the browser, beside Playwright. Test files use them through
 * tests/support/islands/island.tsx.
 */

/** How calls are answered instead of by the server. */
export type Interception =
  /** No answer; the server is not asked. */
  | { kind: 'abort' }
  /** The server does its work, but its answer is lost. */
  | { kind: 'lose' }
  /** Waits until `release`. */
  | { kind: 'hold' }
  /** An error in the form of the interface; `isHeld` waits until `release` first. */
  | {
      kind: 'refuse';
      status: number;
      code: string;
      /** Or one for each field. */
      message: string | Record<string, string>;
      isHeld?: boolean;
    };

/** A call that the island has made. */
export interface SentCall {
  method: string;
  path: string;
  body: string;
}

interface Network {
  sent: SentCall[];
  /** Paths of answered calls. */
  answered: string[];
  releases: Map<string, () => void>;
  /** By path that is held: settled when the first call has arrived. */
  arrivals: Map<string, Promise<void>>;
  /** Intercepted calls that are not answered yet. */
  pending: Set<Promise<void>>;
}
const networks = new WeakMap<Page, Network>();

function networkOf(page: Page): Network {
  let network = networks.get(page);
  if (!network) {
    const sent: SentCall[] = [];
    const answered: string[] = [];
    network = { sent, answered, releases: new Map(), arrivals: new Map(), pending: new Set() };
    networks.set(page, network);
    page.on('request', (request) => {
      const path = callPath(request);
      if (path) sent.push({ method: request.method(), path, body: bodyOf(request) });
    });
    page.on('requestfinished', (request) => {
      const path = callPath(request);
      if (path) answered.push(path);
    });
  }
  return network;
}

function callPath(request: Request): string | undefined {
  const { pathname, search } = new URL(request.url());
  return pathname.startsWith('/api/rest/')
    ? pathname.slice('/api/rest'.length) + search
    : undefined;
}
const bodyOf = (request: Request): string => request.postDataBuffer()?.toString('utf8') ?? '';
/** The call and its query, but no longer path. */
const callPattern = (path: string) =>
  new RegExp(`/api/rest${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(\\?|$)`);

async function inDatabase(work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = postgresAt(islandServer.databaseUrl, { max: 1 });
  await work(sql);
  await sql.end();
}

export const islandCommands = {
  /** Forgets calls, interceptions and pointer of the test before. */
  async startTest({ page, context }) {
    const network = networkOf(page);
    network.sent.length = 0;
    network.answered.length = 0;
    for (const release of network.releases.values()) release();
    network.releases.clear();
    network.arrivals.clear();
    await Promise.allSettled(network.pending);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearCookies();
    await page.emulateMedia({ colorScheme: 'light' });
    // Left over a button, the pointer would open what reacts to hovering.
    await page.mouse.move(0, 0);
  },

  /** Keeps what there is to see of a failed test. */
  keepFirstTry: ({ page }, file: string, test: string, error: string) =>
    keepFirstTry({ file, test, error, pages: [page] }),

  newMember: (_, firstName: string, lastName: string): Promise<ApiMember> =>
    memberOf(islandServer, firstName, lastName),

  /** Members 'Person No 01' to 'Person No {size}' who have reacted to a post, the first with wow. */
  async addReactors(_, post: number, size: number): Promise<number[]> {
    const [wow, love] = [reactionNamed('wow').id, reactionNamed('love').id];
    const crowd = await addCrowd(islandServer, size);
    await inDatabase(
      (sql) => sql`
        insert into reactions (subject_type, subject_id, member_id, kind, created_at)
        select 'post', ${post}, member_id, case position when 1 then ${wow}::int else ${love} end,
          now() + position * interval '1 millisecond'
        from unnest(${crowd}::bigint[]) with ordinality as crowd (member_id, position)`,
    );
    return crowd;
  },

  /** Members 'Person No 01' to 'Person No {size}' who ask this one to be friends. */
  async addRequests(_, recipient: ApiMember, size: number): Promise<void> {
    const crowd = await addCrowd(islandServer, size);
    await inDatabase(
      (sql) => sql`
        insert into friend_requests (sender_id, recipient_id)
        select sender_id, ${recipient.id}
        from unnest(${crowd}::bigint[]) with ordinality as crowd (sender_id, position)
        order by position`,
    );
  },

  /** Friends 'Person No 01' to 'Person No {size}' of this member with a story each, without files. */
  addStoryCrowd: (_, member: ApiMember, size: number) => addStoryCrowd(islandServer, member, size),

  /** Gives a page two places; each of those who wait has asked for so many. */
  addSeats: (_, page: number, seats: number) =>
    inDatabase(
      (sql) => sql`
        with seats as (
          insert into container_seats (type, item_id, id, capacity, has_queue)
          values ('page', ${page}, ${page}, 2, false)
        )
        update memberships
        set item_answers = jsonb_build_object(
          ${page}::text, jsonb_build_object('answer', 'going', 'seats', ${seats}::int)
        )
        where type = 'page' and id = ${page} and state = 'requested'`,
    ),

  /** Gives a member a photo whose file does not exist. */
  breakAvatar: (_, { id }: ApiMember) =>
    inDatabase((sql) => {
      const file = `${'0'.repeat(32)}.webp`;
      return sql`update members set avatar = ${file} where id = ${id}`;
    }),

  act: (_, who: ApiMember, path: string, fields: Record<string, string | number>) =>
    act(islandServer, who, path, fields),

  async signIn({ page, context }, { cookie }: ApiMember) {
    const url = new URL(page.url()).origin;
    const cookies = cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
    });
    await context.addCookies(cookies);
  },

  async intercept({ page }, path: string, how: Interception) {
    const { releases, arrivals, pending } = networkOf(page);
    const isHeld = how.kind === 'hold' || (how.kind === 'refuse' && how.isHeld);
    const held = isHeld
      ? new Promise<void>((resolve) => releases.set(path, resolve))
      : Promise.resolve();
    let arrive = () => {};
    if (isHeld) arrivals.set(path, new Promise<void>((resolve) => (arrive = resolve)));
    const answer = async (route: Route) => {
      if (how.kind === 'lose') await route.fetch();
      await held;
      if (how.kind === 'abort') return route.abort();
      if (how.kind === 'lose') return route.abort('connectionreset');
      if (how.kind === 'hold') return route.continue();
      const { status, code, message } = how;
      const body = { status_code: status, error: true, error_code: code, message };
      return route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify(body),
      });
    };
    await page.route(callPattern(path), async (route) => {
      const answered = answer(route).finally(() => pending.delete(answered));
      pending.add(answered);
      arrive();
      await answered;
    });
  },

  /**
   * Waits for a call to this path and lets it go on; later ones are intercepted no more. A change
   * may show before its call arrives.
   */
  async release({ page }, path: string) {
    const { releases, arrivals, pending } = networkOf(page);
    await arrivals.get(path);
    arrivals.delete(path);
    releases.get(path)?.();
    releases.delete(path);
    await Promise.all(pending);
    await page.unroute(callPattern(path));
  },

  sentCalls: ({ page }) => networkOf(page).sent,
  answeredPaths: ({ page }) => networkOf(page).answered,

  /** Not Playwright's own, which would cut the test from its runner. */
  abortAll: ({ page }) =>
    page.route(/\/(api|media)\//, (route) => route.abort('internetdisconnected')),

  chooseTheme: ({ page }, colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme }),

  press: ({ page }, key: string) => page.keyboard.press(key),
  type: ({ page }, text: string) => page.keyboard.type(text),
  movePointer: ({ page }, x: number, y: number) => page.mouse.move(x, y),
  clickAt: ({ page }, x: number, y: number) => page.mouse.click(x, y),
  pressPointer: ({ page }) => page.mouse.down(),
  releasePointer: ({ page }) => page.mouse.up(),
  turnWheel: ({ page }, x: number, y: number) => page.mouse.wheel(x, y),
} satisfies Record<string, BrowserCommand<never[]>>;

type Command<Run> = Run extends (context: never, ...args: infer Args) => infer Answer
  ? (...args: Args) => Promise<Awaited<Answer>>
  : never;

export type IslandCommands = {
  [Name in keyof typeof islandCommands]: Command<(typeof islandCommands)[Name]>;
};
