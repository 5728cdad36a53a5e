import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { pruneMedia } from '#domains/media/prune-media.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { storage } from '#server/storage/storage.ts';
import { fixture } from '../support/files.ts';
import {
  addMember,
  addPost,
  befriend,
  block,
  setProfileAudience,
  setStatus,
} from '../support/people.ts';
import { fetchFile, send } from '../support/rest.ts';

let ada: Member;
let bo: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});

describe('the form of the profile', () => {
  test('is saved with PUT or POST, also under the long names of native clients', async () => {
    expect(
      await send(
        'PUT',
        '/members/edit/profile',
        {
          first_name: 'Ada',
          last_name: 'Quill',
          birthdate: '1990-05-21',
          birthdate_privacy: 'friends',
          about_me: 'Line\r\nline',
        },
        { as: ada },
      ),
    ).toMatchObject({ status_code: 204 });
    expect(
      await send(
        'POST',
        '/members/edit/profile',
        {
          '1_1_3_alias_first_name': 'Adele',
          gender: 'female',
          level_id: 1,
          role: 'admin',
          email: 'x@y.example',
        },
        { as: ada },
      ),
    ).toMatchObject({ status_code: 204 });
    const { body } = await send('GET', '/members/edit/profile', {}, { as: ada });
    expect(body.formValues).toMatchObject({
      first_name: { value: 'Adele' },
      last_name: { value: 'Quill' },
      gender: { value: 'female', privacy: 'registered' },
      birthdate: { value: '1990-05-21', privacy: 'friends' },
      about_me: { value: 'Line\nline' },
    });
    expect(Object.keys(body.form)).toEqual([
      'Personal Information',
      'Contact Information',
      'Account',
    ]);
    const [row] = await db.execute(
      sql`select role, email <> 'x@y.example' as "isOwn" from members where id = ${ada.id}`,
    );
    expect(row).toEqual({ role: 'member', isOwn: true });
  });

  test('shows each reader only what they may see', async () => {
    const info = async (as: Member) =>
      (await send('GET', '/members/profile/get-member-info', { user_id: ada.id }, { as })).body
        .response;
    expect(await info(bo)).toEqual({
      'Personal Information': { Name: 'Adele Quill', 'About me': 'Line\nline', Gender: 'Female' },
    });
    await befriend(ada, bo);
    expect((await info(bo))['Personal Information']).toMatchObject({ Birthday: '1990-05-21' });
  });

  test.each([
    [{ first_name: '' }, 'first_name'],
    [{ first_name: 'x'.repeat(51) }, 'first_name'],
    [{ gender: 'cat' }, 'gender'],
    [{ birthdate: '2026-02-30' }, 'birthdate'],
    [{ birthdate: '2099-01-01' }, 'birthdate'],
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ about_me: 'x'.repeat(1001) }, 'about_me'],
    [{ birthdate_privacy: 'nobody' }, 'birthdate_privacy'],
    [{ username: 'no spaces' }, 'username'],
    [{ username: '' }, null],
  ])('%o is refused by name', async (fields, field) => {
    const answer = await send('PUT', '/members/edit/profile', fields as Record<string, string>, {
      as: ada,
    });
    if (field)
      expect(answer).toMatchObject({
        status: 400,
        error_code: 'validation_fail',
        message: { [field]: expect.any(String) },
      });
    else expect(answer.status).toBe(200);
  });

  test('is for members, and only their own', async () => {
    for (const path of [
      '/members/edit/profile',
      '/members/edit/photo',
      '/members/profile/get-member-info',
    ])
      expect(await send('GET', path), path).toMatchObject({ status: 401 });
    expect(
      await send(
        'PUT',
        '/members/edit/profile',
        { user_id: bo.id, first_name: 'Eve' },
        { as: ada },
      ),
    ).toMatchObject({ status_code: 204 });
    const [row] = await db.execute<{ name: string }>(
      sql`select first_name as name from members where id = ${bo.id}`,
    );
    expect(row!.name).toBe('Bo');
  });
});

const form = (name: string, fields: Record<string, string> = {}) => {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.append(field, value);
  data.append('photo', fixture(name));
  return data;
};
const nameIn = (address: string) => new URL(address).pathname;

describe('photo and cover', () => {
  test('a photo becomes a square for everyone, in several sizes', async () => {
    const first = await send(
      'POST',
      '/members/edit/photo',
      {},
      { as: ada, form: form('landscape.jpg') },
    );
    const path = nameIn(first.body.response.image_icon);
    const answer = await fetchFile(path);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const { width, height, exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([width, height, exif]).toEqual([512, 512, undefined]);
    for (const size of [48, 96, 192]) {
      const small = await fetchFile(path.replace('.webp', `-${size}.webp`));
      expect(small.headers.get('cache-control')).toBe('public, max-age=300');
      expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(size);
    }
    expect((await fetchFile(path.replace('.webp', '-50.webp'))).status).toBe(404);
  });

  test('an animated photo becomes a still square of its first frame', async () => {
    const { body } = await send(
      'POST',
      '/members/edit/photo',
      {},
      { as: ada, form: form('animated.gif') },
    );
    const file = await fetchFile(nameIn(body.response.image_icon));
    const { width, height, pages } = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
    expect([width, height, pages]).toEqual([512, 512, undefined]);
  });

  test('no size of a photo holds its location, time or camera', async () => {
    const { body } = await send(
      'POST',
      '/members/edit/photo',
      {},
      { as: ada, form: form('rotated-6.jpg') },
    );
    const path = nameIn(body.response.image_icon);
    for (const ending of ['.webp', '-48.webp', '-96.webp', '-192.webp']) {
      const file = await fetchFile(path.replace('.webp', ending));
      expect(file.status).toBe(200);
      expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).not.toMatch(
        /Exif|GPS|http:\/\/ns\.adobe|Canon|Apple|iPhone/i,
      );
    }
  });

  test('a replaced photo ends at once, and its bytes are deleted a day later', async () => {
    const set = async (name: string) =>
      nameIn(
        (await send('POST', '/members/edit/photo', {}, { as: ada, form: form(name) })).body.response
          .image_icon,
      );
    const path = await set('landscape.jpg');
    const etag = (await fetchFile(path)).headers.get('etag')!;
    const second = await set('square.jpg');
    expect(second).not.toBe(path);
    const stored = [path, path.replace('.webp', '-48.webp')].map((one) =>
      one.replace('/media/', ''),
    );
    const isStored = async () => {
      const sizes = await Promise.all(stored.map(async (name) => (await storage()).sizeOf(name)));
      return sizes.some((size) => size !== undefined);
    };
    await pruneMedia();
    const again = await fetchFile(path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.headers.get('cache-control'), await isStored()]).toEqual([
      404,
      'private, no-store',
      true,
    ]);
    await db.execute(sql`update orphaned_avatars set remove_after = now()`);
    await pruneMedia();
    expect(await isStored()).toBe(false);
    expect((await fetchFile(second)).status).toBe(200);
  });

  test('a photo is deleted with its owner, and is for members only if the profile is', async () => {
    const cy = await addMember({ name: 'Cy' });
    const { body } = await send(
      'POST',
      '/members/edit/photo',
      {},
      { as: cy, form: form('photo.webp') },
    );
    const path = nameIn(body.response.image);
    const answers = async () => {
      const all = await Promise.all([
        fetchFile(path),
        fetchFile(path, { as: bo }),
        fetchFile(path, { as: cy }),
      ]);
      return all.map(({ status, headers }) => `${status} ${headers.get('cache-control')}`);
    };
    const [open, closed, notFound] = [
      '200 public, max-age=300',
      '200 private, max-age=300',
      '404 private, no-store',
    ];
    expect(await answers()).toEqual([open, open, open]);
    await setProfileAudience(cy, 'friends');
    expect(await answers()).toEqual([notFound, closed, closed]);
    const postId = await addPost(cy);
    const iconFor = async (as?: Member) =>
      (await send('GET', '/advancedactivity/feeds', { action_id: postId }, { as })).body.data[0]
        .feed.feed_icon;
    expect(
      [await iconFor(bo), await iconFor()].map((icon) => icon?.endsWith(path) ?? false),
    ).toEqual([true, false]);
    await block(cy, bo);
    expect(await answers()).toEqual([notFound, notFound, closed]);
    await setProfileAudience(cy, 'members');
    expect(await answers()).toEqual([open, open, open]);
    await setStatus(cy, 'deleted');
    expect(await answers()).toEqual([notFound, notFound, notFound]);
    const moderator = await addMember({ role: 'moderator' });
    expect((await fetchFile(path, { as: moderator })).status).toBe(200);
    env().PUBLIC_READING = false;
    await setStatus(cy, 'active');
    expect(await answers()).toEqual([notFound, notFound, closed]);
    env().PUBLIC_READING = true;
  });

  test('a photo stored before there were sizes is sent in full', async () => {
    const cy = await addMember({ name: 'Cy' });
    const { body } = await send(
      'POST',
      '/members/edit/photo',
      {},
      { as: cy, form: form('photo.avif') },
    );
    const path = nameIn(body.response.image);
    const small = path.replace('.webp', '-96.webp');
    await (await storage()).remove(small.replace('/media/', ''));
    const answer = await fetchFile(small);
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(512);
  });

  test('a cover is shown to viewers who may open the profile', async () => {
    const cy = await addMember({ name: 'Cy' });
    const { body } = await send(
      'POST',
      `/user/profilepage/upload-cover-photo/user_id/${cy.id}`,
      {},
      { as: cy, form: form('photo.webp') },
    );
    const path = nameIn(body.response.cover);
    const statuses = async () => [
      (await fetchFile(path)).status,
      (await fetchFile(path, { as: bo })).status,
    ];
    expect(await statuses()).toEqual([404, 200]);
    await setProfileAudience(cy);
    expect(await statuses()).toEqual([200, 200]);
  });

  test('a picture that another member also has stays', async () => {
    const mine = await send(
      'POST',
      '/members/edit/photo',
      {},
      { as: bo, form: form('square.jpg') },
    );
    expect(await send('DELETE', '/members/edit/remove-photo', {}, { as: bo })).toMatchObject({
      status_code: 204,
    });
    expect((await send('GET', '/members/edit/photo', {}, { as: bo })).body).toMatchObject({
      photo_id: 0,
      image: `${env().PUBLIC_ORIGIN}/no-photo.png`,
    });
    await db.execute(sql`update orphaned_avatars set remove_after = now()`);
    await pruneMedia();
    expect((await fetchFile(nameIn(mine.body.response.image))).status).toBe(200);
  });

  test('a cover, by each of its paths', async () => {
    const cover = await send(
      'POST',
      `/user/profilepage/upload-cover-photo/user_id/${ada.id}`,
      {},
      { as: ada, form: form('panorama.jpg') },
    );
    expect(cover.body.response.cover).toContain('/media/public/');
    expect(
      (
        await send(
          'POST',
          `/coverphoto/upload-cover-photo?subject_id=${ada.id}&subject_type=user`,
          {},
          { as: ada, form: form('landscape.jpg') },
        )
      ).status,
    ).toBe(200);
    expect(
      await send(
        'POST',
        '/coverphoto/remove-cover-photo',
        { subject_id: ada.id, subject_type: 'user' },
        { as: ada },
      ),
    ).toMatchObject({ status_code: 204 });
    expect(
      (await send('GET', `/user/profile/${ada.id}`, {}, { as: ada })).body.response,
    ).toMatchObject({ cover: `${env().PUBLIC_ORIGIN}/no-cover.png`, default_cover: 1 });
  });

  test('is refused for other members, without a file, or if it is no picture', async () => {
    expect(
      await send(
        'POST',
        `/user/profilepage/upload-cover-photo/user_id/${ada.id}`,
        {},
        { as: bo, form: form('square.jpg') },
      ),
    ).toMatchObject({ status: 401, error_code: 'unauthorized' });
    expect(
      await send(
        'POST',
        '/coverphoto/remove-cover-photo',
        { subject_id: ada.id, subject_type: 'user' },
        { as: bo },
      ),
    ).toMatchObject({ status: 401 });
    expect(
      await send(
        'POST',
        '/coverphoto/remove-cover-photo',
        { subject_id: 1, subject_type: 'site' },
        { as: bo },
      ),
    ).toMatchObject({ status: 404 });
    expect(await send('POST', '/members/edit/photo', {}, { as: ada })).toMatchObject({
      status: 400,
      message: { photo: 'No photo(s) selected!' },
    });
    for (const name of ['script.svg', 'truncated.jpg', 'bomb-30000x30000.png', 'clip.mp4'])
      expect(
        (await send('POST', '/members/edit/photo', {}, { as: ada, form: form(name) })).status,
        name,
      ).toBe(415);
    const tiny = new FormData();
    tiny.append(
      'photo',
      new File(
        [
          await sharp({ create: { width: 95, height: 200, channels: 3, background: 'red' } })
            .png()
            .toBuffer(),
        ],
        'tiny.png',
      ),
    );
    expect(await send('POST', '/members/edit/photo', {}, { as: ada, form: tiny })).toMatchObject({
      status: 415,
      message: 'This picture is too small: it needs at least 96 by 96 pixels.',
    });
    expect(
      await send('POST', '/members/edit/photo', {}, { form: form('square.jpg') }),
    ).toMatchObject({ status: 401 });
  });
});
