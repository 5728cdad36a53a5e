import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { rewriteVideo } from '#server/videos/videos.ts';
import { checkStorage } from '../../scripts/doctor/storage.ts';
import type { Settings } from '../../scripts/launch/settings.ts';
import { fixture } from '../support/files.ts';
import { addMember } from '../support/people.ts';
import { fetchFile, send } from '../support/rest.ts';
import { formOf, traces } from '../support/uploads.ts';

const dataDir = process.env.DATA_DIR!;
const megabyte = 1024 * 1024;
mkdirSync(dataDir, { recursive: true });
// Only root can mount a small disk on the folder.
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', dataDir]);
const canMount = mounted.status === 0;

let ada: Member;
let picture: string;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1000;
  env().FFMPEG_PATH = 'off';
  ada = await addMember({ name: 'Ada' });
  if (!canMount) return;
  const { body } = await postPhoto('square.jpg');
  picture = new URL(body.response.feed.attachment[0].image_main.src, 'http://here').pathname;
});
afterAll(() => {
  if (canMount) spawnSync('umount', ['-l', dataDir]);
});

const filler = join(dataDir, 'filler');
/** Leaves that many bytes free on the disk. */
function leave(bytes: number): void {
  rmSync(filler, { force: true });
  const { bavail, bsize } = statfsSync(dataDir);
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
}

const postPhoto = (name: string) =>
  send(
    'POST',
    '/advancedactivity/feeds/post',
    {},
    { as: ada, form: formOf({ photo: fixture(name) }) },
  );
const postVideo = () =>
  send(
    'POST',
    '/advancedvideos/create',
    {},
    {
      as: ada,
      form: formOf({
        post_attach: '1',
        filedata: fixture('clip.mp4'),
        photo: fixture('square.jpg'),
      }),
    },
  );

const refusal = {
  status: 503,
  error_code: 'unavailable',
  message: 'The server is out of space at the moment. Please try again later.',
  retry_after: 60,
};

describe.skipIf(!canMount)('when the disk of the files is full', () => {
  afterEach(() => rmSync(filler, { force: true }));

  test.each([
    ['a photo that cannot be received', 'landscape.jpg', 0.1],
    ['a photo that can be received and not written anew', 'landscape.jpg', 0.23],
    ['a photo that can be written anew and not stored', 'landscape.jpg', 0.29],
  ])('%s is refused with the reason, and nothing of it is left', async (_, name, left) => {
    const before = await traces();
    leave(left * megabyte);
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const answer = await postPhoto(name);
    const lines = written.mock.calls.map(([line]) => String(line));
    written.mockRestore();
    expect(answer).toMatchObject(refusal);
    expect(lines.filter((line) => line.includes('"event":"no space left"'))).toHaveLength(1);
    expect(await traces()).toEqual(before);
    expect((await fetchFile(picture, { as: ada })).status).toBe(200);
  });

  test('so is a video that could be written only in part', async () => {
    const before = await traces();
    leave(0.4 * megabyte);
    expect(await postVideo()).toMatchObject(refusal);
    expect(await traces()).toEqual(before);
  });

  test('the program that rewrites videos detects an incomplete write', async () => {
    const folder = join(dataDir, 'video-work');
    mkdirSync(folder);
    leave(0.1 * megabyte);
    const input = join(import.meta.dirname, '../fixtures/clip.mp4');
    await expect(rewriteVideo({ input, kind: 'mp4', folder })).rejects.toMatchObject({
      code: 'ENOSPC',
    });
    rmSync(folder, { recursive: true });
  });

  test('text can be posted meanwhile, and files again once there is room', async () => {
    leave(0);
    const answer = await send(
      'POST',
      '/advancedactivity/feeds/post',
      { body: 'Without a picture' },
      { as: ada },
    );
    expect(answer.status).toBe(200);
    rmSync(filler);
    expect((await postPhoto('landscape.jpg')).status).toBe(200);
  });

  test('the doctor reports it', async () => {
    leave(0);
    const [finding] = await checkStorage({ ...env(), DATA_DIR: dataDir } as Settings);
    expect(finding).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining(`no space left at ${dataDir}`),
    });
  });
});

describe('when the disk of the database is full', () => {
  beforeAll(async () => {
    await db.execute(sql`
      create function no_room() returns trigger language plpgsql
      as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
    await db.execute(sql`
      do $$ declare t record; begin
        for t in select tablename from pg_tables where schemaname = 'public' loop
          execute format('create trigger a_no_room before insert or update on %I execute function no_room()', t.tablename);
        end loop;
      end $$`);
  });

  test.each([
    '/advancedactivity/feeds',
    '/notifications',
    '/messages/inbox',
    '/members/settings/privacy',
    '/search',
  ])('%s is read', async (path) => {
    const { status, body } = await send(
      'GET',
      path,
      path === '/search' ? { search: 'words' } : {},
      { as: ada },
    );
    expect([status, typeof body]).toEqual([200, 'object']);
  });

  test('writes are refused with the reason', async () => {
    expect(
      await send('POST', '/advancedactivity/feeds/post', { body: 'No room' }, { as: ada }),
    ).toMatchObject(refusal);
    const before = await traces();
    expect(await postPhoto('square.jpg')).toMatchObject(refusal);
    expect(await traces()).toEqual(before);
  });
});
