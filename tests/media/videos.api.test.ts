import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { readChangeableVideo } from '#domains/posts/video/video-changes.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { fixture } from '../support/files.ts';
import { addMember, befriend, unfriend } from '../support/people.ts';
import { fetchFile, send, type RestAnswer } from '../support/rest.ts';
import { bytesOf, filesInProgress, formOf, traces } from '../support/uploads.ts';

let ada: Member;
let bo: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1000;
  // Conversion with ffmpeg is tested in converted-videos.server.test.ts; all of this must work
  // without it.
  env().FFMPEG_PATH = 'off';
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});

const path = '/advancedvideos/create';
const post = (
  fields: Record<string, string | File>,
  options: { as?: Member; headers?: Record<string, string> } = {},
): Promise<RestAnswer> =>
  send(
    'POST',
    path,
    {},
    { as: ada, form: formOf({ post_attach: '1', type: '3', ...fields }), ...options },
  );

/** The only attachment of the post. */
function videoOf({ body, text }: RestAnswer) {
  if (!body?.response?.feed) throw new Error(text);
  return {
    id: body.video_id as number,
    feed: body.response.feed,
    attachment: body.response.feed.attachment[0],
  };
}
const fileOf = (id: number) => `/media/${id}/video`;
/** Native clients get absolute URLs. */
const atOrigin = (address: string) => env().PUBLIC_ORIGIN + address;
const renamed = async (name: string, to: string) =>
  new File([await fixture(name).arrayBuffer()], to);

describe('a post with a video', () => {
  test.each(['subject_type', 'parent_type'])(
    'appears on the wall of a friend, with the type as %s',
    async (name) => {
      await befriend(ada, bo);
      const target = { [name]: 'user', subject_id: String(bo.id) };
      const answer = await post({ ...target, body: 'Look', filedata: fixture('clip.mp4') });
      expect(videoOf(answer).feed).toMatchObject({
        type: 'post',
        object_type: 'user',
        object_id: bo.id,
      });
      const { id } = videoOf(answer);
      const narrowed = await send(
        'POST',
        `/advancedvideo/edit/${id}`,
        { auth_view: 'onlyme' },
        { as: ada },
      );
      expect(narrowed.status, 'the owner of the wall sees it in any case').toBe(400);
      expect(await readChangeableVideo(ada, id)).toMatchObject({ canEdit: true, listId: ada.id });
      // The owner of the wall deletes what stands there.
      const onHisWall = { canEdit: false, canDelete: true, listId: ada.id };
      expect(await readChangeableVideo(bo, id)).toMatchObject(onHisWall);
      await unfriend(ada, bo);
      const again = await post({ ...target, body: 'Again', filedata: fixture('clip.mp4') });
      expect(again.status).toBe(401);
      const half = await post({ subject_id: String(bo.id), filedata: fixture('clip.mp4') });
      expect(half.status).toBe(400);
    },
  );

  test.each([
    ['clip.mp4', 'video/mp4', 640, 360],
    ['clip-moov-at-end.mp4', 'video/mp4', 640, 360],
    ['portrait.mov', 'video/mp4', 360, 640],
    ['clip.webm', 'video/webm', 640, 360],
  ])('%s plays as %s', async (name, type, width, height) => {
    const answer = await post({ body: 'Look', filedata: fixture(name), title: 'The lake' });
    const { id, feed, attachment } = videoOf(answer);
    expect(feed).toMatchObject({ type: 'post_self_video', attachment_count: 1 });
    expect(attachment).toMatchObject({
      attachment_type: 'video',
      title: 'The lake',
      attachment_video_type: 3,
      attachment_video_url: atOrigin(fileOf(id)),
      video: { status: 1, width, height, duration: 4 },
    });
    const file = await fetchFile(fileOf(id), { as: ada });
    expect(file.headers.get('content-type')).toBe(type);
    expect(filesInProgress()).toEqual([]);
    const { body } = await send(
      'GET',
      '/advancedactivity/feeds',
      { filter_type: 'video', limit: 1 },
      { as: ada },
    );
    expect(body.data[0].feed.attachment).toEqual(feed.attachment);
  });

  test.each(['clip-moov-at-end.mp4', 'portrait.mov'])(
    'no location of %s is kept, and its index comes first',
    async (name) => {
      const sent = Buffer.from(await fixture(name).arrayBuffer()).toString('latin1');
      expect(sent).toMatch(/loci|ISO6709|\u00a9xyz/);
      const kept = (
        (await bytesOf(fileOf(videoOf(await post({ filedata: fixture(name) })).id), ada)) as Buffer
      ).toString('latin1');
      expect(kept).not.toMatch(/loci|ISO6709|\u00a9xyz|\+48\.|udta|quicktime/);
      expect(kept.indexOf('moov')).toBeGreaterThan(0);
      expect(kept.indexOf('moov')).toBeLessThan(kept.indexOf('mdat'));
    },
  );

  test('range requests get parts of it', async () => {
    const { id } = videoOf(await post({ filedata: fixture('clip.mp4') }));
    const whole = (await bytesOf(fileOf(id), ada)) as Buffer;
    const part = async (range: string, headers = {}) =>
      fetchFile(fileOf(id), { as: ada, headers: { range, ...headers } });
    const first = await part('bytes=0-99');
    expect([
      first.status,
      first.headers.get('content-range'),
      first.headers.get('accept-ranges'),
    ]).toEqual([206, `bytes 0-99/${whole.length}`, 'bytes']);
    expect(Buffer.from(await first.arrayBuffer())).toEqual(whole.subarray(0, 100));
    expect(Buffer.from(await (await part('bytes=150000-')).arrayBuffer())).toEqual(
      whole.subarray(150_000),
    );
    expect(Buffer.from(await (await part('bytes=-50')).arrayBuffer())).toEqual(whole.subarray(-50));
    expect((await part(`bytes=${whole.length}-`)).status).toBe(416);
    // The whole file if it has changed meanwhile.
    expect((await part('bytes=0-99', { 'if-range': '"other"' })).status).toBe(200);
    expect((await part('bytes=0-99', { 'if-range': first.headers.get('etag')! })).status).toBe(206);
    expect((await part('lines=1-2')).status).toBe(200);
  });

  test('its poster is uploaded with it, re-encoded and shown before it plays', async () => {
    const { id, attachment } = videoOf(
      await post({ filedata: fixture('clip.mp4'), photo: fixture('rotated-6.jpg') }),
    );
    const still = (await bytesOf(`/media/${id}/original.webp`, ada)) as Buffer;
    const { format, exif, width, height } = await sharp(still).metadata();
    expect([format, exif]).toEqual(['webp', undefined]);
    expect(attachment.image_main).toMatchObject({
      src: atOrigin(`/media/${id}/original.webp`),
      width,
      height,
    });
    const [row] = await db.execute<{ placeholder: string }>(
      sql`select placeholder from media where id = ${id}`,
    );
    expect(row!.placeholder).toMatch(/^data:image\/webp/);
  });

  test('a scheduled one is pending with its post', async () => {
    const later = new Date(Date.now() + 86_400_000);
    const two = (value: number) => String(value).padStart(2, '0');
    const schedule_time = `${two(later.getUTCMonth() + 1)}/${two(later.getUTCDate())}/${later.getUTCFullYear()} 10:00:00 Z`;
    const answer = await post({ body: 'Tomorrow', filedata: fixture('clip.mp4'), schedule_time });
    expect(answer.body.response).toMatchObject({ scheduled: 1 });
    const { body } = await send('GET', '/advancedactivity/feeds/scheduled', {}, { as: ada });
    expect(body.response[0]).toMatchObject({ attachment_count: 1 });
  });

  test('a YouTube video makes a post too', async () => {
    const answer = await post({
      type: '1',
      url: 'https://youtu.be/dQw4w9WgXcQ',
      body: 'Old but gold',
    });
    expect(answer.body.response.feed.attachment[0]).toMatchObject({
      attachment_type: 'video',
      attachment_video_type: 1,
    });
  });

  test('any other URL is refused', async () => {
    expect(await post({ type: '1', url: 'https://example.org/film' })).toMatchObject({
      status: 400,
      message: { url: expect.stringContaining('YouTube or Vimeo') },
    });
  });
});

describe('a video before its post', () => {
  const alone = () => post({ filedata: fixture('clip.mp4'), title: 'First', post_attach: '0' });

  test('is only for its owner, and is attached to one post', async () => {
    const { body } = await alone();
    const { video_id } = body.response;
    expect(body.response).toMatchObject({
      title: 'First',
      type: 3,
      status: 1,
      duration: 4,
      owner_id: ada.id,
    });
    expect(await bytesOf(fileOf(video_id), ada)).toBeInstanceOf(Buffer);
    expect(await bytesOf(fileOf(video_id), bo)).toBe(404);
    const write = (as: Member) =>
      send('POST', '/advancedactivity/feeds/post', { body: 'Now', video_id }, { as });
    expect(await write(bo)).toMatchObject({ status: 404 });
    expect((await write(ada)).body.response.feed).toMatchObject({
      type: 'post_self_video',
      attachment: [{ attachment_video_url: atOrigin(fileOf(video_id)) }],
    });
    expect(await bytesOf(fileOf(video_id), bo)).toBeInstanceOf(Buffer);
    expect(await write(ada)).toMatchObject({ status: 404 });
  });
});

describe('a refused video leaves nothing behind', () => {
  const cut = async (name: string, bytes: number) =>
    new File([(await fixture(name).arrayBuffer()).slice(0, bytes)], name);
  test.each([
    ['a video that ends too early', () => fixture('truncated.mp4'), /incomplete/],
    ['one without its index', () => cut('clip-moov-at-end.mp4', 100_000), /cannot be read/],
    ['a WebM that ends too early', () => cut('clip.webm', 60_000), /incomplete|cannot be read/],
    ['a text named .mp4', () => renamed('text-named.jpg', 'film.mp4'), /choose a video/],
    ['a picture named .mp4', () => renamed('square.jpg', 'film.mp4'), /choose a video/],
    ['a format that browsers do not play', () => fixture('old.avi'), /choose a video/],
    [
      'a beginning of MP4 and then nothing',
      () =>
        new File(
          [
            Buffer.concat([
              Buffer.from('0000001c6674797069736f6d0000020069736f6d', 'hex'),
              Buffer.alloc(4_000),
            ]),
          ],
          'a.mp4',
        ),
      /choose a video|cannot be read/,
    ],
    [
      'noise behind the beginning of MP4',
      async () =>
        new File(
          [
            (await fixture('clip.mp4').arrayBuffer()).slice(0, 36),
            Buffer.alloc(50_000, 'moovtrak'),
          ],
          'a.mp4',
        ),
      /cannot be read/,
    ],
  ])('%s', async (_, file, why) => {
    const before = await traces();
    const answer = await post({
      body: 'Broken',
      photo: fixture('square.jpg'),
      filedata: await file(),
    });
    expect(answer).toMatchObject({ status: 415, error_code: 'invalid_file' });
    expect(answer.message).toMatch(why);
    expect(await traces()).toEqual(before);
  });

  test('a broken poster, a video as poster, a poster alone', async () => {
    expect(
      await post({ filedata: fixture('clip.mp4'), photo: fixture('truncated.jpg') }),
    ).toMatchObject({ status: 415, error_code: 'invalid_file' });
    expect(await post({ filedata: fixture('clip.mp4'), photo: fixture('clip.mp4') })).toMatchObject(
      { status: 415, message: expect.stringContaining('choose pictures') },
    );
    expect(await post({ photo: fixture('square.jpg') })).toMatchObject({
      status: 400,
      message: { filedata: 'No video selected!' },
    });
    expect(filesInProgress()).toEqual([]);
  });

  test('no file, a text in a file field, additional photos, two videos, an unknown privacy', async () => {
    expect(await post({ body: 'Nothing' })).toMatchObject({
      status: 400,
      message: { filedata: 'No video selected!' },
    });
    expect(await post({ filedata: 'clip.mp4' })).toMatchObject({ status: 400 });
    expect(
      await post({ filedata: fixture('clip.mp4'), filedata0: fixture('square.jpg') }),
    ).toMatchObject({ status: 415 });
    const two = formOf({ post_attach: '1', filedata: fixture('clip.mp4') });
    two.append('filedata', fixture('clip.webm'));
    expect(await send('POST', path, {}, { as: ada, form: two })).toMatchObject({
      status: 400,
      message: { filedata: 'A post can have one video.' },
    });
    expect(await post({ filedata: fixture('clip.mp4'), auth_view: 'all' })).toMatchObject({
      status: 400,
      message: { auth_view: expect.any(String) },
    });
    expect(filesInProgress()).toEqual([]);
  });

  test('larger or longer than the settings allow', async () => {
    const { UPLOAD_VIDEO_MB } = env();
    env().UPLOAD_VIDEO_MB = 1;
    const padded = new File(
      [await fixture('clip.mp4').arrayBuffer(), new Uint8Array(1024 * 1024)],
      'a.mp4',
    );
    expect(await post({ filedata: padded })).toMatchObject({
      status: 413,
      error_code: 'file_too_large',
      message: 'This video is larger than 1 MB.',
    });
    env().UPLOAD_VIDEO_MB = UPLOAD_VIDEO_MB;
    const { UPLOAD_VIDEO_MINUTES } = env();
    env().UPLOAD_VIDEO_MINUTES = 0.02;
    expect(await post({ filedata: fixture('clip.mp4') })).toMatchObject({
      status: 415,
      message: expect.stringContaining('longer than'),
    });
    env().UPLOAD_VIDEO_MINUTES = UPLOAD_VIDEO_MINUTES;
    expect(filesInProgress()).toEqual([]);
  });

  test('uploading one needs a session', async () => {
    expect(
      await send('POST', path, {}, { form: formOf({ filedata: fixture('clip.mp4') }) }),
    ).toMatchObject({ status: 401, error_code: 'unauthorized' });
    expect(filesInProgress()).toEqual([]);
  });
});

test('sent again with the same key it is one post, even with a new poster', async () => {
  const headers = { 'idempotency-key': 'video-once' };
  const send = (still: string) =>
    post({ body: 'One film', filedata: fixture('clip.mp4'), photo: fixture(still) }, { headers });
  const all = [
    await send('square.jpg'),
    ...(await Promise.all([send('landscape.jpg'), send('square.jpg')])),
  ];
  expect(new Set(all.map((one) => videoOf(one).id)).size).toBe(1);
  expect(
    await post({ body: 'One film', filedata: fixture('clip.webm') }, { headers }),
  ).toMatchObject({ status: 400, error_code: 'validation_fail' });
});
