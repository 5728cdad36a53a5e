import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { pruneMedia } from '#domains/media/prune-media.server.ts';
import { storePublicPicture } from '#domains/media/public-pictures.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { filesBelow, fixture } from '../support/files.ts';
import { addMember } from '../support/people.ts';
import { send } from '../support/rest.ts';
import { bytesOf, formOf } from '../support/uploads.ts';

let ada: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1000;
  env().FFMPEG_PATH = 'off';
  ada = await addMember({ name: 'Ada' });
});

const stored = () => filesBelow(`${process.env.DATA_DIR}/media`).length;
/** Pretends that much time has passed for all orphaned content. */
async function letPass(hours: number): Promise<void> {
  const earlier = sql.raw(`interval '${hours} hours'`);
  await db.execute(
    sql`update media set state_changed_at = state_changed_at - ${earlier} where state <> 'attached'`,
  );
  await db.execute(sql`update orphaned_blobs set remove_after = remove_after - ${earlier}`);
  await db.execute(sql`update orphaned_avatars set remove_after = remove_after - ${earlier}`);
}
const rows = async () =>
  Number((await db.execute<{ count: string }>(sql`select count(*) from media`))[0]!.count);

const postPhoto = async (name: string) =>
  (
    await send(
      'POST',
      '/advancedactivity/feeds/post',
      {},
      { as: ada, form: formOf({ photo: fixture(name) }) },
    )
  ).body.response.feed;
const sendVideo = async (fields: Record<string, string | File> = {}) =>
  (
    await send(
      'POST',
      '/advancedvideos/create',
      {},
      {
        as: ada,
        form: formOf({
          post_attach: '1',
          filedata: fixture('clip.mp4'),
          photo: fixture('square.jpg'),
          ...fields,
        }),
      },
    )
  ).body;
const remove = (action_id: number) =>
  send('DELETE', '/advancedactivity/delete', { action_id }, { as: ada });

test('files are removed a day after their post, because a backup may be running', async () => {
  const before = [await rows(), stored()];
  const photo = await postPhoto('portrait.jpg');
  const video = await sendVideo();
  expect(stored()).toBe(before[1]! + 3);
  await remove(photo.action_id);
  await remove(video.response.feed.action_id);
  await letPass(23);
  await pruneMedia();
  expect(stored()).toBe(before[1]! + 3);
  await letPass(1);
  await pruneMedia();
  await pruneMedia();
  expect([await rows(), stored()]).toEqual(before);
});

test('files that another post uses stay', async () => {
  const [one, other] = [await postPhoto('panorama.jpg'), await postPhoto('panorama.jpg')];
  const count = stored();
  await remove(one.action_id);
  await letPass(48);
  await pruneMedia();
  expect(stored()).toBe(count);
  expect(
    await bytesOf(new URL(other.attachment[0].image_main.src, 'http://here').pathname, ada),
  ).toBeInstanceOf(Buffer);
});

test('a video that was never posted is removed after a day', async () => {
  const before = [await rows(), stored()];
  const { response } = await sendVideo({
    post_attach: '0',
    filedata: fixture('clip.webm'),
    photo: fixture('rotated-8.jpg'),
  });
  await letPass(23);
  await pruneMedia();
  expect(await bytesOf(`/media/${response.video_id}/video`, ada)).toBeInstanceOf(Buffer);
  await letPass(2);
  await pruneMedia();
  expect([await rows(), stored()]).toEqual(before);
});

test('files whose row was never written are removed, unless a later row has them', async () => {
  const before = stored();
  // As after a crash between the files and the row.
  const photo = await postPhoto('rotated-3.jpg');
  await db.execute(sql`delete from posts where id = ${photo.action_id}`);
  await db.execute(sql`delete from media where state = 'orphaned'`);
  await letPass(23);
  const again = await postPhoto('rotated-3.jpg');
  await letPass(2);
  await pruneMedia();
  expect(
    await bytesOf(new URL(again.attachment[0].image_main.src, 'http://here').pathname, ada),
  ).toBeInstanceOf(Buffer);
  await remove(again.action_id);
  await letPass(25);
  await pruneMedia();
  expect(stored()).toBe(before);
});

test('a profile photo whose row was never written is removed after a day', async () => {
  const before = stored();
  await storePublicPicture(join(import.meta.dirname, '../fixtures/portrait.jpg'), {
    side: 400,
    square: true,
  });
  expect(stored()).toBeGreaterThan(before);
  await letPass(23);
  await pruneMedia();
  expect(stored()).toBeGreaterThan(before);
  await letPass(2);
  await pruneMedia();
  expect(stored()).toBe(before);
});

test('two runs at once remove everything once', async () => {
  for (const name of ['photo.webp', 'photo.avif', 'alpha.png'])
    await remove((await postPhoto(name)).action_id);
  await letPass(48);
  const count = stored();
  await Promise.all([pruneMedia(), pruneMedia(), pruneMedia()]);
  await pruneMedia();
  expect(stored()).toBe(count - 3);
});

test('a file that cannot be deleted does not delay others, is reported, and is removed once possible', async () => {
  const before = stored();
  for (const name of ['photo.webp', 'photo.avif', 'alpha.png'])
    await remove((await postPhoto(name)).action_id);
  await letPass(48);
  const count = stored();
  const [{ hash }] = (await db.execute<{ hash: string }>(sql`
    select content_hash as hash from orphaned_blobs order by remove_after limit 1`)) as unknown as [
    { hash: string },
  ];
  const folder = join(env().DATA_DIR, 'media', hash.slice(0, 2));
  // A file in place of a folder: paths below it can be neither read nor deleted.
  renameSync(folder, `${folder}-aside`);
  symlinkSync(folder, folder);
  await expect(pruneMedia()).rejects.toThrow('files');
  expect(stored()).toBe(count - 2);
  rmSync(folder);
  renameSync(`${folder}-aside`, folder);
  await pruneMedia();
  expect(stored()).toBe(before);
});
