import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeBlob } from '#domains/media/blob-store.server.ts';
import { pruneMedia } from '#domains/media/prune-media.server.ts';
import { finishVideo } from '#domains/media/videos/finish-video.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { breakTable } from '../support/broken-table.ts';
import { hasFfmpeg, makeFilm } from '../support/ffmpeg.ts';
import { fixture } from '../support/files.ts';
import { addMember } from '../support/people.ts';
import { send, type RestAnswer } from '../support/rest.ts';
import { bytesOf, filesInProgress, formOf } from '../support/uploads.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearth-films-'));
afterAll(() => rmSync(folder, { recursive: true }));

let ada: Member;
let bo: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1000;
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});

const postVideo = (fields: Record<string, string | File>): Promise<RestAnswer> =>
  send(
    'POST',
    '/advancedvideos/create',
    {},
    { as: ada, form: formOf({ post_attach: '1', ...fields }) },
  );

function film(name: string, args: string[]): File {
  makeFilm(join(folder, name), args);
  return new File([readFileSync(join(folder, name))], name);
}

const shown = async (postId: number) =>
  (await send('GET', '/advancedactivity/feeds', { action_id: postId }, { as: bo })).body.data[0]
    .feed.attachment[0];
const finish = (id: number) => finishVideo({ mediaId: id }, new AbortController().signal);
const notificationsAbout = async (as: Member, id: number) => {
  const { recentUpdates } = (await send('GET', '/notifications', { limit: 50 }, { as })).body;
  return (recentUpdates as Array<Record<string, unknown>>)
    .filter(({ object_id }) => object_id === id)
    .map(({ type, feed_title, url }) => ({ type, feed_title, url }));
};
const broken = () => {
  const path = join(folder, 'broken');
  writeFileSync(path, 'no video at all');
  return path;
};
const jobsOf = async (id: number) => {
  const [row] = await db.execute<{ count: number }>(
    sql`
      select count(*)::int as count
      from jobs.job
      where name = 'videos' and (data ->> 'mediaId')::bigint = ${id}`,
  );
  return row!.count;
};

describe.skipIf(!hasFfmpeg)('with ffmpeg', () => {
  test.each([
    [
      'hevc.mp4',
      ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-tag:v', 'hvc1', '-c:a', 'aac'],
    ],
    ['pcm.mov', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le']],
    ['ten-bits.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p10le', '-c:a', 'aac']],
    ['mjpeg.mov', ['-c:v', 'mjpeg', '-c:a', 'aac', '-metadata', 'location=+48.8584+002.2945/']],
  ])(
    '%s is converted to what every browser plays, and nobody gets it before',
    async (name, args) => {
      const answer = await postVideo({ filedata: film(name, args) });
      const { video_id: id, response } = answer.body;
      const postId = response.feed.action_id;
      expect((await shown(postId)).video.status).toBe(2);
      expect(await shown(postId)).not.toHaveProperty('attachment_video_url');
      expect([
        await bytesOf(`/media/${id}/video`, ada),
        await bytesOf(`/media/${id}/video`, bo),
      ]).toEqual([404, 404]);
      expect(await jobsOf(id)).toBe(1);
      await finish(id);
      expect(await shown(postId)).toMatchObject({
        attachment_video_url: expect.stringContaining(`/media/${id}/video`),
        video: { status: 1, width: 320, height: 240, duration: 2 },
      });
      const bytes = (await bytesOf(`/media/${id}/video`, bo)) as Buffer;
      const text = bytes.toString('latin1');
      expect(text).toContain('avc1');
      expect(text).not.toMatch(/48\.8584|hvc1|sowt/);
      expect(text.indexOf('moov')).toBeLessThan(text.indexOf('mdat'));
      // And its poster, which is not black.
      const still = (await bytesOf(`/media/${id}/original.webp`, bo)) as Buffer;
      expect(await sharp(still).metadata()).toMatchObject({
        format: 'webp',
        width: 320,
        height: 240,
      });
      expect((await sharp(still).stats()).entropy).toBeGreaterThan(1);
      expect(filesInProgress()).toEqual([]);
      // Running the job again changes nothing.
      await finish(id);
      expect(await bytesOf(`/media/${id}/video`, bo)).toEqual(bytes);
      // Its owner is notified once, with a link to the post.
      const notifications = await notificationsAbout(ada, id);
      expect(notifications).toEqual([
        {
          type: 'video_processed',
          feed_title: 'Your video is ready to play.',
          url: `/profile/${ada.id}/videos/${id}`,
        },
      ]);
      expect(await notificationsAbout(bo, id)).toEqual([]);
    },
  );

  test('the owner of a video that cannot be converted is notified, without a link', async () => {
    const { video_id: id, response } = (await postVideo({ filedata: fixture('clip.mp4') })).body;
    await db.execute(
      sql`
        update media
        set details = '{"state": "processing"}'::jsonb, content_hash = repeat('0', 64)
        where id = ${id}`,
    );
    await storeBlob('0'.repeat(64), [{ name: 'video', path: broken(), type: 'video/mp4' }]);
    await finish(id);
    expect((await shown(response.feed.action_id)).video.status).toBe(3);
    expect(await notificationsAbout(ada, id)).toEqual([
      {
        type: 'video_processed_failed',
        feed_title: 'Your video could not be prepared for playing.',
        url: null,
      },
    ]);
    await send(
      'DELETE',
      '/advancedactivity/delete',
      { action_id: response.feed.action_id },
      { as: ada },
    );
    expect(await notificationsAbout(ada, id)).toEqual([]);
  });

  test('the owner of a video without a post is not notified', async () => {
    const waiting = (
      await send(
        'POST',
        '/advancedvideos/create',
        {},
        {
          as: ada,
          form: formOf({
            post_attach: '0',
            filedata: film('alone.mov', ['-c:v', 'mjpeg', '-c:a', 'aac']),
          }),
        },
      )
    ).body.response.video_id;
    await finish(waiting);
    expect(await notificationsAbout(ada, waiting)).toEqual([]);
  });

  test('a video that every browser plays stays as it is and gets a poster, unless one was sent', async () => {
    const { video_id: id, response } = (await postVideo({ filedata: fixture('clip.mp4') })).body;
    const before = await bytesOf(`/media/${id}/video`, bo);
    expect(before).toBeInstanceOf(Buffer);
    await finish(id);
    expect(await bytesOf(`/media/${id}/video`, bo)).toEqual(before);
    expect((await shown(response.feed.action_id)).image_main).toMatchObject({
      width: 640,
      height: 360,
    });
    const { video_id: other } = (
      await postVideo({ filedata: fixture('clip.mp4'), photo: fixture('square.jpg') })
    ).body;
    expect(await jobsOf(other)).toBe(0);
  });

  test('a still that the database cannot record fails the job, and the next attempt stores it', async () => {
    const { video_id: id, response } = (await postVideo({ filedata: fixture('clip.mp4') })).body;
    const mend = await breakTable('orphaned_blobs');
    await expect(finish(id)).rejects.toThrow();
    await mend();
    await finish(id);
    expect((await shown(response.feed.action_id)).image_main).toMatchObject({
      width: 640,
      height: 360,
    });
  });

  test('a file that only looked like a video is refused as such', async () => {
    // The index is intact, the pictures are noise.
    const bytes = readFileSync(join(folder, 'hevc.mp4'));
    const start = bytes.indexOf('mdat') + 4;
    const { video_id: id, response } =
      (
        await postVideo({
          filedata: new File(
            [bytes.subarray(0, start), Buffer.alloc(bytes.length - start, 'x')],
            'noise.mp4',
          ),
        })
      ).body ?? {};
    // Refused at once, or detected by the job: then the original is served.
    if (id) {
      await finish(id);
      expect((await shown(response.feed.action_id)).video.status).not.toBe(2);
    }
  });
});

test('an unfinished conversion is given up after a day', async () => {
  const { video_id: id, response } = (await postVideo({ filedata: fixture('clip.mp4') })).body;
  const pretend = async (details: object) =>
    db.execute(
      sql`
        update media
        set details = ${JSON.stringify(details)}::jsonb, created_at = now() - interval '25 hours'
        where id = ${id}`,
    );
  await pretend({ state: 'processing', durationSeconds: 4 });
  expect((await shown(response.feed.action_id)).video.status).toBe(2);
  await pruneMedia();
  expect((await shown(response.feed.action_id)).video.status).toBe(1);
  await pretend({ state: 'processing' });
  await pruneMedia();
  expect((await shown(response.feed.action_id)).video.status).toBe(3);
  expect(await bytesOf(`/media/${id}/video`, ada)).toBe(404);
});
