// @module-tag kills
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { widthsFor } from '#domains/media/media.rules.ts';
import { postgresAt } from '#server/postgres-at.ts';
import { fixture } from '../support/files.ts';
import { memberOf } from '../support/member.ts';
import { serverForThisTest, startServer } from '../support/server.ts';
import { formOf } from '../support/uploads.ts';

test('sizes of a photo that a killed server left are made after its next start', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-data-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const first = await startServer({ DATA_DIR: dataDir });
  const ada = await memberOf(first, 'Ada', 'Quill');
  // Large, so that its sizes take longer than the kill.
  const posted = await fetch(`${first.origin}/api/rest/advancedactivity/feeds/post`, {
    method: 'POST',
    headers: ada.headers,
    body: formOf({ photo: fixture('forty-megapixel.jpg') }),
  });
  await first.kill();
  const { body } = (await posted.json()) as {
    body: { response: { feed: { attachment: [{ picture: { id: number; width: number } }] } } };
  };
  const { id, width } = body.response.feed.attachment[0].picture;
  const sql = postgresAt(first.databaseUrl, { max: 1 });
  onTestFinished(() => sql.end());
  const widths = async () => {
    const [row] = await sql<{ widths: number[] }[]>`
      select variant_widths as widths from media where id = ${id}`;
    return row!.widths;
  };
  expect(posted.status).toBe(200);
  expect(await widths()).toEqual([]);

  const next = await serverForThisTest({ DATABASE_URL: first.databaseUrl, DATA_DIR: dataDir });
  const fileOf = (name: string) =>
    fetch(`${next.origin}/media/${id}/${name}`, { headers: { cookie: ada.cookie } });
  const original = await fileOf('original.webp');
  expect([original.status, (await sharp(await original.bytes()).metadata()).width]).toEqual([
    200,
    width,
  ]);
  // A job that was begun is left to its worker until that is silent for 15 s.
  await expect.poll(widths, { timeout: 90_000, interval: 500 }).toEqual(widthsFor(width));
  for (const one of widthsFor(width)) {
    const file = await fileOf(`${one}.webp`);
    expect([file.status, (await sharp(await file.bytes()).metadata()).width]).toEqual([200, one]);
  }
});
