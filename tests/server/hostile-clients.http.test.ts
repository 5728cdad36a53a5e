// @module-tag races
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { makeBigFilm } from '../support/big-film.ts';
import { filesBelow } from '../support/files.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';

/*
 * Slow cases run while the uploads do: stalled bodies and readers are opened first and checked at
 * the end.
 */
let server: TestServer;
let members: ApiMember[];
let filmPath: string;
const bodies = new Map<string, Socket>();
let readers: Socket[] = [];

interface Posted {
  status_code: number;
  error_code?: string;
}

/**
 * Uses a connection of its own: the server may be closing an idle one while the upload begins, which
 * no client can tell from a refusal.
 */
function postForm(member: ApiMember, type: string, body: Buffer) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    retryAfter: string | undefined;
    json: Posted;
  }>();
  const headers = {
    ...member.headers,
    'content-type': type,
    'content-length': body.length,
  };
  const address = `${server.origin}/api/rest/advancedactivity/feeds/post`;
  const sent = request(address, { method: 'POST', headers, agent: false }, (answer) => {
    const { statusCode: status = 0, headers } = answer;
    json(answer).then(
      (envelope) =>
        resolve({ status, retryAfter: headers['retry-after'], json: envelope as Posted }),
      reject,
    );
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

/** Larger than the socket buffers of a reader that does not read. */
async function postFilm(member: ApiMember): Promise<string> {
  const film = join(server.dataDir, 'film.mp4');
  await makeBigFilm(film, 20);
  const form = new FormData();
  form.append('post_attach', '1');
  form.append('filedata', new File([readFileSync(film)], 'film.mp4'));
  const address = `${server.origin}/api/rest/advancedvideos/create`;
  const answer = await fetch(address, { method: 'POST', headers: member.headers, body: form });
  const { body } = (await answer.json()) as { body: { video_id: number } };
  return `/media/${body.video_id}/video`;
}

function open(request: string[], start = ''): Socket {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write([...request, `host: ${hostname}:${port}`, '', start].join('\r\n'));
  return socket;
}

const linesOf = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
const readFilm = (from: string) =>
  open([`GET ${filmPath} HTTP/1.1`, `x-forwarded-for: ${from}`, ...linesOf(members[0]!.headers)]);

/** The status of a response whose body is not read. */
const statusOf = (socket: Socket) =>
  new Promise<number>((resolve) => {
    socket.once('readable', () => resolve(Number(String(socket.read(12)).slice(9))));
  });

beforeAll(async () => {
  server = await startServer({
    RATE_LIMIT_SCALE: '1',
    TRUSTED_PROXIES: '127.0.0.1',
    FFMPEG_PATH: 'off',
  });
  members = await Promise.all(
    ['Ada', 'Bo', 'Cleo', 'Dag', 'Eve', 'Fay', 'Gil', 'Hal', 'Ida', 'Jo'].map((name) =>
      memberOf(server, name),
    ),
  );
  filmPath = await postFilm(members[0]!);

  const call = '/api/rest/advancedactivity/feeds/post';
  const json = ['content-type: application/json', ...linesOf(members[0]!.headers)];
  const form = ['content-type: application/x-www-form-urlencoded', ...linesOf(members[0]!.headers)];
  const multipart = [
    'content-type: multipart/form-data; boundary=end',
    ...linesOf(members[0]!.headers),
  ];
  bodies.set('JSON', open([`POST ${call} HTTP/1.1`, 'content-length: 900', ...json], '{'));
  bodies.set(
    'an urlencoded form',
    open([`POST ${call} HTTP/1.1`, 'content-length: 900', ...form], 'a'),
  );
  bodies.set(
    'a multipart form',
    open([`POST ${call} HTTP/1.1`, 'content-length: 900', ...multipart], '-'),
  );
  bodies.set(
    "a page's form",
    open(
      [
        'POST /login HTTP/1.1',
        'content-length: 900',
        'content-type: application/x-www-form-urlencoded',
      ],
      'a',
    ),
  );
  bodies.set(
    'a static file',
    open(['GET /manifest.webmanifest HTTP/1.1', 'content-length: 900'], 'a'),
  );
  for (const socket of bodies.values()) socket.resume();
});
afterAll(() => server.stop());

test('one address gets a hundred responses at once, and other addresses are served meanwhile', async () => {
  const statuses: number[] = [];
  // A few at a time: more would queue for a slot.
  for (let group = 0; group < 11; group += 1) {
    const some = Array.from({ length: 10 }, () => readFilm('203.0.113.9'));
    readers.push(...some);
    statuses.push(...(await Promise.all(some.map(statusOf))));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  const other = readFilm('203.0.113.10');
  expect(await statusOf(other)).toBe(200);
  readers = [...readers.slice(0, 100), other];
});

test('forty simultaneous uploads of 14 MB are accepted or refused with an answer, and none is cut off', async () => {
  const start = readFileSync(join(import.meta.dirname, '../fixtures/portrait.jpg'));
  // Bytes after the end of an image are ignored.
  const form = new FormData();
  form.append('photo', new File([start, new Uint8Array(14_000_000 - start.length)], 'photo.jpg'));
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type')!;
  const body = Buffer.from(await encoded.arrayBuffer());
  const four = (member: ApiMember) => Array.from({ length: 4 }, () => postForm(member, type, body));
  const uploads = await Promise.all(members.flatMap(four));
  for (const { status, retryAfter, json } of uploads) {
    if (status === 200) expect(json.status_code).toBe(200);
    else
      expect({ status, code: json.error_code, waits: Number(retryAfter) > 0 }).toEqual({
        status: 503,
        code: 'unavailable',
        waits: true,
      });
  }
  expect(uploads.filter(({ status }) => status === 200).length).toBeGreaterThan(10);
  await expect.poll(() => filesBelow(join(server.dataDir, 'uploads'))).toEqual([]);
});

test('stalled bodies are aborted on every route', async () => {
  const open = () => [...bodies].filter(([, socket]) => !socket.destroyed).map(([name]) => name);
  await expect.poll(open).toEqual([]);
});

test('readers that do not read are disconnected, which frees their slots', async () => {
  // Paused sockets do not notice the close; a new request from their address succeeding does show
  // it.
  await expect.poll(() => statusOf(readFilm('203.0.113.9'))).toBe(200);
  for (const socket of readers) socket.destroy();
});

test('screens are shown while the database has no space, and forms explain why they are refused', async () => {
  const sql = postgresAt(server.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`
    create function no_room() returns trigger language plpgsql
    as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`;
  await sql`
    do $$ declare t record; begin
      for t in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create trigger a_no_room before insert or update on %I execute function no_room()', t.tablename);
      end loop;
    end $$`;
  const { id, cookie, email, password } = members[0]!;
  const statuses = await Promise.all(
    [
      '/home',
      '/notifications',
      '/messages',
      '/friends',
      `/profile/${id}/posts`,
      '/search?search=words',
      '/profile/settings',
    ].map(async (path) => {
      const answer = await fetch(server.origin + path, { headers: { cookie } });
      await answer.text();
      return [path, answer.status];
    }),
  );
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  const answer = await fetch(`${server.origin}/login`, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams({ email, password }),
  });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
  await sql`drop function no_room cascade`;
  await sql.end();
});
