// @module-tag rights
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixture } from '../support/files.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { formOf } from '../support/uploads.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => server.stop());

async function send(ada: ApiMember, path: string, fields: Record<string, string | File>) {
  const body = formOf(fields);
  const answer = await fetch(`${server.origin}/api/rest${path}`, {
    method: 'POST',
    headers: ada.headers,
    body,
  });
  expect(answer.status).toBe(200);
}

/** A photo of its own bytes: what is there already is not stored again. */
async function newPhoto(): Promise<File> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const size = { width: 900, height: 600, channels: 3, background: 'black' } as const;
  const bytes = await sharp({ create: { ...size, noise } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'harbour.jpg');
}

const inside = () => readdirSync(server.dataDir, { recursive: true, encoding: 'utf8' });
const mayOthers = (name: string) =>
  ((statSync(join(server.dataDir, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;

test('a photo, a video and their smaller versions are closed to other accounts of the machine', async () => {
  // Earlier files of the worker may have written into the folder themselves.
  const before = new Set(inside());
  const ownFiles = () => inside().filter((name) => !before.has(name));
  const ada = await memberOf(server, 'Ada', 'Quill');
  const photo = { body: 'The harbour', type: 'photo', photo: await newPhoto() };
  await send(ada, '/advancedactivity/feeds/post', photo);
  const video = { type: '3', post_attach: '1', filedata: fixture('clip.mp4') };
  await send(ada, '/advancedvideos/create', video);
  await expect
    .poll(() => ownFiles().filter((name) => name.endsWith('.avif')).length)
    .toBeGreaterThan(0);
  expect(ownFiles().filter(mayOthers)).toEqual([]);
});
