import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { makeBigFilm } from '../support/big-film.ts';
import { filesBelow } from '../support/files.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';

/*
 * What takes its time runs beside the uploads: bodies that do not come and readers that do not read
 * are opened first, and looked at again at the end.
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

async function postPhoto(member: ApiMember, photo: File) {
  const form = new FormData();
  form.append('photo', photo);
  const address = `${server.origin}/api/rest/advancedactivity/feeds/post`;
  const answer = await fetch(address, { method: 'POST', headers: member.headers, body: form });
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    json: (await answer.json()) as Posted,
  };
}

/** Larger than what the system takes in for a reader that does not read. */
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

/** The status of an answer of which nothing more is read. */
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

test('one address holds a hundred answers; more are told to wait, and others get theirs', async () => {
  const statuses: number[] = [];
  // A few at a time: more than work at once would wait at the door.
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

test('forty uploads of 14 MB at once are taken or told to come back, and none is cut off', async () => {
  const start = readFileSync(join(import.meta.dirname, '../fixtures/portrait.jpg'));
  // What follows a picture's end is not looked at.
  const photo = new File([start, new Uint8Array(14_000_000 - start.length)], 'photo.jpg');
  const four = (member: ApiMember) => Array.from({ length: 4 }, () => postPhoto(member, photo));
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

test('bodies that do not come are ended, whatever they were for', async () => {
  const open = () => [...bodies].filter(([, socket]) => !socket.destroyed).map(([name]) => name);
  await expect.poll(open).toEqual([]);
});

test('readers that do not read are cut off, and make room for others', async () => {
  // They are paused, so they do not hear of it: what tells is that their address may ask again.
  await expect.poll(() => statusOf(readFilm('203.0.113.9'))).toBe(200);
  for (const socket of readers) socket.destroy();
});

test('screens are shown while the database has no room, and forms say why they cannot be taken', async () => {
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
