import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createVariants } from '#domains/media/image-variants.server.ts';
import { widthsFor } from '#domains/media/media.rules.ts';
import { pruneMedia } from '#domains/media/prune-media.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { filesBelow, fixture } from '../support/files.ts';
import { addMember } from '../support/people.ts';
import { fetchFile, send, type RestAnswer } from '../support/rest.ts';

let ada: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1000;
  ada = await addMember({ name: 'Ada' });
});

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const post = (
  fields: Record<string, string | File>,
  options: { as?: Member; headers?: Record<string, string> } = {},
): Promise<RestAnswer> =>
  send('POST', '/advancedactivity/feeds/post', {}, { as: ada, form: formOf(fields), ...options });

interface Picture {
  id: number;
  width: number;
  height: number;
  widths: number[];
  placeholder: string;
  alt: string;
}
const picturesOf = ({ body, text }: RestAnswer): Picture[] => {
  if (!body) throw new Error(text);
  return body.response.feed.attachment.map(({ picture }: { picture: Picture }) => picture);
};

async function bytesOf(id: number, name = 'original.webp', as = ada): Promise<Buffer> {
  const answer = await fetchFile(`/media/${id}/${name}`, { as });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function count(table: 'posts' | 'media'): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.raw(table)}`,
  );
  return row!.count;
}
/** No other test has uploaded it. */
const uniquePhoto = async () =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 700, height: 500, channels: 3, background: '#264' } })
          .jpeg()
          .toBuffer(),
      ),
    ],
    'plain.jpg',
    { type: 'image/jpeg' },
  );
const stored = () => filesBelow(`${process.env.DATA_DIR}/media`);
const underWay = () => filesBelow(`${process.env.DATA_DIR}/uploads`);

describe('a post with photos', () => {
  test.each([
    ['landscape.jpg', 1600, 1200],
    ['portrait.jpg', 900, 1600],
    ['panorama.jpg', 2560, undefined],
    ['alpha.png', 600, 400],
    ['photo.webp', 1200, 900],
    ['photo.avif', 1200, 900],
    ['phone.heic', 1200, 900],
    ['forty-megapixel.jpg', 2560, 1600],
  ])('%s is shown as WebP, %i wide', async (name, width, height) => {
    const [picture] = picturesOf(await post({ photo: fixture(name) }));
    expect(picture).toMatchObject({ width, ...(height ? { height } : {}), alt: '' });
    // A transparent picture has no placeholder.
    expect(picture!.placeholder).toMatch(name === 'alpha.png' ? /^$/ : /^data:image\/webp;base64,/);
    const bytes = await bytesOf(picture!.id);
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'webp',
      width: picture!.width,
      height: picture!.height,
    });
    expect(underWay()).toEqual([]);
  });

  test.each([3, 6, 8])('a photo with orientation %i is stored upright', async (orientation) => {
    const [picture] = picturesOf(await post({ photo: fixture(`rotated-${orientation}.jpg`) }));
    const upright = await sharp(await fixture(`rotated-${orientation}.jpg`).arrayBuffer())
      .autoOrient()
      .resize(32, 32, { fit: 'fill' })
      .raw()
      .toBuffer();
    const shown = await sharp(await bytesOf(picture!.id))
      .resize(32, 32, { fit: 'fill' })
      .removeAlpha()
      .raw()
      .toBuffer();
    const difference =
      shown.reduce((sum, value, index) => sum + Math.abs(value - upright[index]!), 0) /
      shown.length;
    expect(difference).toBeLessThan(6);
  });

  test.each(['rotated-6.jpg', 'phone.heic'])(
    'no location, time or camera of %s is kept',
    async (name) => {
      const [picture] = picturesOf(await post({ photo: fixture(name) }));
      const bytes = await bytesOf(picture!.id);
      const { exif, xmp, iptc, icc } = await sharp(bytes).metadata();
      expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
      expect(bytes.toString('latin1')).not.toMatch(
        /Exif|GPS|http:\/\/ns\.adobe|Canon|Apple|iPhone/i,
      );
    },
  );

  test('transparency and animation are kept', async () => {
    const answer = await post({
      filedata0: fixture('alpha.png'),
      filedata1: fixture('animated.gif'),
    });
    const [alpha, animated] = picturesOf(answer);
    expect(await sharp(await bytesOf(alpha!.id)).stats()).toMatchObject({ isOpaque: false });
    const { pages, delay } = await sharp(await bytesOf(animated!.id), {
      animated: true,
    }).metadata();
    const original = await sharp(await fixture('animated.gif').arrayBuffer(), {
      animated: true,
    }).metadata();
    expect(pages).toBe(original.pages);
    expect(delay).toEqual(original.delay);
  });

  test('several are in the order of their numbers, each with its alt text', async () => {
    const answer = await post({
      body: 'Three',
      filedata2: fixture('square.jpg'),
      filedata0: fixture('portrait.jpg'),
      filedata1: fixture('landscape.jpg'),
      alt0: '  A tall\npicture ',
      alt2: 'Ein 🦊 im Wald',
    });
    expect(answer.body.response.feed).toMatchObject({
      type: 'post_self_photo',
      attachment_count: 3,
      photo_attachment_count: 3,
    });
    expect(
      picturesOf(answer).map(({ width, height, alt }) => [Math.sign(width - height), alt]),
    ).toEqual([
      [-1, 'A tall picture'],
      [1, ''],
      [0, 'Ein 🦊 im Wald'],
    ]);
  });

  test('a link can be added, and the feeds of both find the post', async () => {
    const answer = await post({
      photo: fixture('photo.webp'),
      uri: 'https://hearth.example/',
      alt0: 'Fields',
    });
    const id = answer.body.response.feed.action_id;
    expect(
      answer.body.response.feed.attachment.map(
        (one: { attachment_type: string }) => one.attachment_type,
      ),
    ).toEqual(['album_photo', 'core_link']);
    for (const filter_type of ['photo', 'link']) {
      const { body } = await send('GET', '/advancedactivity/feeds', { filter_type }, { as: ada });
      expect(body.data[0].feed.action_id).toBe(id);
      expect(
        body.data[0].feed.attachment.map((one: { attachment_type: string }) => one.attachment_type),
      ).toEqual(['album_photo', 'core_link']);
    }
  });

  test('a width that no job has made yet is answered with the original, which is not kept', async () => {
    const [picture] = picturesOf(
      await post({ photo: fixture('rotated-8.jpg'), auth_view: 'onlyme' }),
    );
    const { id } = picture!;
    for (const name of ['480.webp', '960.avif']) {
      const early = await fetchFile(`/media/${id}/${name}`, { as: ada });
      expect([early.status, early.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(early.headers.get('cache-control')).toBe('private, no-cache');
    }
    expect((await fetchFile(`/media/${id}/481.webp`, { as: ada })).status).toBe(404);
    expect((await fetchFile(`/media/${id}/480.webp`)).status).toBe(404);
    await createVariants([id], new AbortController().signal);
    expect((await sharp(await bytesOf(id, '480.webp')).metadata()).width).toBe(480);
  });

  test('the job that makes the widths is stored with the post, so a kill does not lose it', async () => {
    const [picture] = picturesOf(await post({ photo: fixture('portrait.jpg'), alt: 'Again' }));
    await db.execute(sql`update media set variant_widths = '{}' where id = ${picture!.id}`);
    const waiting = await db.execute<{ mediaIds: number[] }>(sql`
      select data -> 'mediaIds' as "mediaIds"
      from jobs.job
      where name = 'picture-widths'`);
    expect(waiting.flatMap(({ mediaIds }) => mediaIds)).toContain(picture!.id);
  });

  test('no width of a photo holds its location, time or camera', async () => {
    const [picture] = picturesOf(await post({ photo: fixture('rotated-6.jpg') }));
    const { id, width } = picture!;
    await createVariants([id], new AbortController().signal);
    for (const size of widthsFor(width))
      for (const type of ['avif', 'webp'])
        expect((await bytesOf(id, `${size}.${type}`)).toString('latin1')).not.toMatch(
          /GPS|http:\/\/ns\.adobe|Canon|Apple|iPhone/i,
        );
  });

  test('a photo whose post is deleted before the job runs leaves no file', async () => {
    const before = stored();
    const answer = await post({ photo: await uniquePhoto() });
    const [picture] = picturesOf(answer);
    const { action_id } = answer.body.response.feed;
    await send('DELETE', '/advancedactivity/delete', { action_id }, { as: ada });
    await createVariants([picture!.id], new AbortController().signal);
    await db.execute(sql`
      update media set state_changed_at = now() - interval '25 hours' where id = ${picture!.id}`);
    await pruneMedia();
    await db.execute(sql`update orphaned_blobs set remove_after = now() - interval '1 hour'`);
    await pruneMedia();
    expect(stored()).toEqual(before);
  });

  test('variants are created after the response and listed once they exist', async () => {
    const [picture] = picturesOf(await post({ photo: fixture('rotated-3.jpg') }));
    expect(picture!.widths).toEqual([]);
    await createVariants([picture!.id], new AbortController().signal);
    const { body } = await send(
      'GET',
      '/advancedactivity/feeds',
      { filter_type: 'photo', limit: 1 },
      { as: ada },
    );
    const { widths, width, id } = body.data[0].feed.attachment[0].picture as Picture;
    expect(widths).toEqual([480, 960].filter((one) => one <= width));
    for (const one of widths) {
      expect(await sharp(await bytesOf(id, `${one}.avif`)).metadata()).toMatchObject({
        format: 'heif',
        width: one,
      });
      expect(await sharp(await bytesOf(id, `${one}.webp`)).metadata()).toMatchObject({
        format: 'webp',
        width: one,
      });
    }
    // The same picture again has its variants at once.
    expect(picturesOf(await post({ photo: fixture('rotated-3.jpg') }))[0]!.widths).toEqual(widths);
  });
});

describe('a refused post leaves nothing behind', () => {
  test.each([
    ['text-named.jpg', /choose pictures/],
    ['svg-named.png', /choose pictures/],
    ['script.svg', /choose pictures/],
    ['clip.mp4', /choose pictures/],
    ['old.avi', /choose pictures/],
    ['truncated.jpg', /cannot be read/],
    ['html-after-jpeg-magic.jpg', /cannot be read/],
    ['bomb-30000x30000.png', /too many pixels/],
  ])('%s', async (name, why) => {
    const before = [await count('posts'), await count('media'), stored().length];
    const answer = await post({
      body: 'With a broken file',
      filedata0: fixture('square.jpg'),
      filedata1: fixture(name),
    });
    // The error names the file.
    expect(answer).toMatchObject({ status: 415, error_code: 'invalid_file', field: 'filedata1' });
    expect(answer.message).toMatch(why);
    expect([await count('posts'), await count('media'), stored().length]).toEqual(before);
    expect(underWay()).toEqual([]);
  });

  test('a picture over its limit, and one just under it', async () => {
    const padded = async (size: number) =>
      new File(
        [
          await fixture('square.jpg').arrayBuffer(),
          new Uint8Array(size - fixture('square.jpg').size),
        ],
        'a.jpg',
      );
    expect(await post({ photo: await padded(15 * 1024 * 1024 + 1) })).toMatchObject({
      status: 413,
      error_code: 'file_too_large',
      message: 'This picture is larger than 15 MB.',
    });
    expect((await post({ photo: await padded(15 * 1024 * 1024) })).status).toBe(200);
    expect(underWay()).toEqual([]);
  });

  test('more than 20, an unknown field, a text that is too long, a text in a file field, no file at all', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 21 }, (_, index) => [`filedata${index}`, fixture('alpha.png')]),
    );
    expect(await post(many)).toMatchObject({
      status: 400,
      message: { files: 'At most 20 files at once.' },
    });
    expect(await post({ avatar: fixture('alpha.png') })).toMatchObject({ status: 415 });
    expect(await post({ photo: fixture('alpha.png'), alt0: 'x'.repeat(501) })).toMatchObject({
      status: 400,
      message: { alt0: 'At most 500 characters.' },
    });
    expect((await post({ photo: fixture('alpha.png'), alt0: 'x'.repeat(500) })).status).toBe(200);
    expect(await post({ body: 'x', photo: 'file.jpg' })).toMatchObject({
      status: 400,
      message: { photo: 'Please send this as a file.' },
    });
    expect(await post({ body: 'x', type: 'photo' })).toMatchObject({
      status: 400,
      message: { photo: 'No photo(s) selected!' },
    });
    expect(await post({ body: '', photo: new File([], '') })).toMatchObject({
      status: 400,
      message: { body: 'Post cannot be empty' },
    });
    expect(underWay()).toEqual([]);
  });

  test('uploads need complete credentials', async () => {
    expect(
      await send(
        'POST',
        '/advancedactivity/feeds/post',
        {},
        { form: formOf({ photo: fixture('alpha.png') }) },
      ),
    ).toMatchObject({ status: 401, error_code: 'unauthorized' });
    expect(
      await post({ photo: fixture('alpha.png') }, { headers: { oauth_secret: 'x'.repeat(43) } }),
    ).toMatchObject({ status: 401, error_code: 'invalid_token' });
    expect(underWay()).toEqual([]);
  });
});

describe('sent again', () => {
  test('with the same key it is one post, also twice at once', async () => {
    const headers = { 'idempotency-key': 'photo-once' };
    const fields = () => ({ body: 'Once', photo: fixture('landscape.jpg') });
    const [one, other] = await Promise.all([
      post(fields(), { headers }),
      post(fields(), { headers }),
    ]);
    const again = await post(fields(), { headers });
    expect(new Set([one, other, again].map(({ body }) => body.response.feed.action_id)).size).toBe(
      1,
    );
    const [row] = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from posts where body = 'Once'`,
    );
    expect(row!.count).toBe(1);
  });

  test('with the same key and another picture it is refused', async () => {
    const headers = { 'idempotency-key': 'photo-other' };
    expect((await post({ photo: fixture('landscape.jpg') }, { headers })).status).toBe(200);
    expect(await post({ photo: fixture('portrait.jpg') }, { headers })).toMatchObject({
      status: 400,
      error_code: 'validation_fail',
    });
  });
});
