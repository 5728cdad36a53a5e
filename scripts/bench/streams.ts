import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresAt } from '#server/postgres-at.ts';
import type { Target } from './load.ts';
import { getTreeMemory } from './memory.ts';

export interface Streams {
  count: number;
  openSeconds: number;
  kilobytesEach: number;
  /**
   * Milliseconds from the statement until the last stream has received an event of the member's
   * own.
   */
  ownMs: number;
  /** The same for a post on all screens, checked by the policy for each member. */
  watchedMs: number;
}

const maxPerAddress = 180;
const batchSize = 200;

interface Listener {
  socket: Socket;
  memberId: number;
  name: string;
  received: Map<string, number>;
}

/** Creates sessions of the first members in the database: log-in is not measured. */
export async function createSessions(sql: ReturnType<typeof postgresAt>, count: number) {
  const members = await sql<
    Array<{ id: string }>
  >`select id from members where status = 'active' order by id limit ${count}`;
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const all = members.map(({ id }) => ({
    id: Number(id),
    token: randomBytes(16).toString('hex'),
    secret: randomBytes(32).toString('hex'),
  }));
  await sql`
    insert into sessions (token_hash, secret_hash, member_id, device, address)
    select decode(token, 'hex'), decode(secret, 'hex'), id, 'bench', '127.0.0.1'
    from unnest(
      ${all.map(({ token }) => hash(token))}::text[],
      ${all.map(({ secret }) => hash(secret))}::text[], ${all.map(({ id }) => id)}::bigint[]
    ) t (token, secret, id)`;
  return all;
}

/** Opens a stream, from enough loopback addresses to stay below the limit per address. */
function openOne(
  port: number,
  index: number,
  { id, token, secret }: { id: number; token: string; secret: string },
): Promise<Listener> {
  const part = Math.floor(index / maxPerAddress);
  const socket = connect({
    port,
    host: '127.0.0.1',
    localAddress: `127.0.${1 + Math.floor(part / 250)}.${1 + (part % 250)}`,
  });
  const listener: Listener = { socket, memberId: id, name: '', received: new Map() };
  return new Promise((resolve, reject) => {
    socket.setEncoding('latin1');
    socket
      .on('error', reject)
      .on('close', () => reject(new Error('A stream was closed before it was open')));
    // An idle client must not lose its stream.
    socket.on('end', () => process.stderr.write('A stream was closed\n'));
    socket.on('data', (text: string) => {
      for (const [, type] of text.matchAll(/event: (\w+)/g))
        listener.received.set(type!, (listener.received.get(type!) ?? 0) + 1);
      const name = /"stream":"([\w-]+)"/.exec(text)?.[1];
      if (name) resolve(Object.assign(listener, { name }));
      else if (!text.startsWith('HTTP/1.1 200') && text.startsWith('HTTP/'))
        reject(new Error(text.slice(0, 200)));
    });
    socket.write(
      `GET /live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\noauth_token: ${token}\r\noauth_secret: ${secret}\r\n\r\n`,
    );
  });
}

/** Milliseconds until every listener has received one more event of this type. */
async function waitUntilAllReceive(
  all: Listener[],
  type: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = all.map(({ received }) => received.get(type) ?? 0);
  const start = performance.now();
  await work();
  while (!all.every(({ received }, index) => (received.get(type) ?? 0) > before[index]!)) {
    if (performance.now() - start > 60_000)
      throw new Error(`Not everybody heard of ${type} within a minute`);
    await sleep(5);
  }
  return performance.now() - start;
}

/** Opens `count` streams to one process and sends events to all of them. */
export async function measureStreams(
  app: Target,
  databaseUrl: string,
  count: number,
): Promise<Streams> {
  const sql = postgresAt(databaseUrl, { max: 2 });
  const port = Number(new URL(app.origin).port);
  const all: Listener[] = [];
  try {
    const sessions = await createSessions(sql, count);
    const [post] = await sql<Array<{ id: string; author: string }>>`
      select id, author_id as author
      from posts
      where audience = 'everyone'
        and can_comment
      order by id desc
      limit 1`;
    // Warm up before measuring memory.
    for (const session of sessions.slice(0, 100))
      (await openOne(port, 0, session)).socket.destroy();
    await sleep(2_000);
    const before = getTreeMemory(app.pid);
    const start = performance.now();
    for (let from = 0; from < sessions.length; from += batchSize) {
      all.push(
        ...(await Promise.all(
          sessions
            .slice(from, from + batchSize)
            .map((session, index) => openOne(port, from + index, session)),
        )),
      );
    }
    const openSeconds = (performance.now() - start) / 1_000;
    await sleep(5_000);
    const kilobytesEach = ((getTreeMemory(app.pid) - before) * 1_024) / all.length;
    const ownMs = await waitUntilAllReceive(
      all,
      'badges',
      () =>
        sql`
          select pg_notify('live', 'badges:' || id)
          from unnest(${all.map(({ memberId }) => memberId)}::bigint[]) id`,
    );
    await sql`
      select pg_notify(
        'live', 'watch:' || id || ':' || name || ':' || ${`post ${post!.id}`}
      )
      from unnest(
        ${all.map(({ memberId }) => memberId)}::bigint[], ${all.map(({ name }) => name)}::text[]
      ) t (id, name)`;
    await sleep(2_000);
    // The author's own screen is not notified.
    const others = all.filter(({ memberId }) => memberId !== Number(post!.author));
    const watchedMs = await waitUntilAllReceive(
      others,
      'comments',
      () =>
        sql`
          insert into comments (subject_type, subject_id, author_id, body)
          values ('post', ${post!.id}, ${post!.author}, 'To all of you')`,
    );
    return { count: all.length, openSeconds, kilobytesEach, ownMs, watchedMs };
  } finally {
    for (const { socket } of all)
      socket
        .removeAllListeners('close')
        .on('close', () => undefined)
        .destroy();
    await sql.end();
  }
}

export const streamsText = ({
  count,
  openSeconds,
  kilobytesEach,
  ownMs,
  watchedMs,
}: Streams): string =>
  `Live: ${count} open streams in one process, opened in ${openSeconds.toFixed(1)} s, ${kilobytesEach.toFixed(1)} kB each; ` +
  `something of each member's own reaches all of them within ${ownMs.toFixed(0)} ms, a ` +
  `comment on a post that is on all screens within ${watchedMs.toFixed(0)} ms`;
