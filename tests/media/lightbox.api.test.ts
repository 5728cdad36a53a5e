import { beforeAll, describe, expect, test } from 'vitest';
import { lightboxSet } from '#domains/lightbox/lightbox.schema.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMedia, addMember, addPost, block } from '../support/people.ts';
import { send } from '../support/rest.ts';

let ada: Member;
let bo: Member;
let postId: number;
let photo: number;
let film: number;
let secret: { postId: number; photo: number };

beforeAll(async () => {
  ada = await addMember({ name: 'Ada' });
  bo = await addMember({ name: 'Bo' });
  postId = await addPost(ada);
  photo = await addMedia(ada, postId, { alt: 'A heron' });
  film = await addMedia(ada, await addPost(ada), { kind: 'video' });
  const hidden = await addPost(ada, { audience: 'onlyme' });
  secret = { postId: hidden, photo: await addMedia(ada, hidden) };
});

const setOf = (fields: Record<string, string | number>, as?: Member) =>
  send(
    'GET',
    '/media/viewer',
    {
      type: 'album_photo',
      id: photo,
      subject_type: 'activity_action',
      subject_id: postId,
      ...fields,
    },
    { as },
  );

test('the set has the shape of the contract, also for visitors', async () => {
  for (const as of [bo, undefined]) {
    const { status, body } = await setOf({ is_attachment: 1 }, as);
    expect(status).toBe(200);
    expect(lightboxSet.parse(body)).toMatchObject({
      total: 1,
      position: 1,
      items: [
        {
          photo_id: photo,
          viewer_type: 'album_photo',
          can_comment: as ? 1 : 0,
          picture: { alt: 'A heron' },
        },
      ],
    });
  }
});

test('photos and videos of a paid post have its mark, and no others', async () => {
  const paid = await addPost(ada);
  const [image, video] = [await addMedia(ada, paid), await addMedia(ada, paid, { kind: 'video' })];
  await db.execute(sql`
    insert into attachments (post_id, position, type, title, video_type, video_url)
    values (${paid}, 2, 'video', 'Song', 1, 'https://www.youtube.com/watch?v=abcdefghijk')`);
  const marks = async (id: number, subject_id: number) => {
    const { body } = await setOf({ id, subject_id });
    return (body.items as Array<{ is_paid: number }>).map((item) => item.is_paid);
  };
  expect(await marks(image, paid)).toEqual([0, 0, 0]);
  await db.execute(sql`update posts set is_paid = true where id = ${paid}`);
  expect(await marks(image, paid)).toEqual([1, 1, 1]);
  expect(await marks(photo, postId)).toEqual([0]);
  const { body } = await send('GET', `/advancedvideo/view/${video}`, {}, { as: bo });
  expect(body.response.is_paid).toBe(1);
});

test('the numbers of a photo follow its comments and reactions', async () => {
  expect(
    (await send('GET', '/albums/photo/view', { photo_id: photo }, { as: bo })).body.response,
  ).toMatchObject({ photo_id: photo, owner_title: 'Ada', like_count: 0 });
  expect(
    (
      await send(
        'POST',
        '/like',
        { subject_type: 'album_photo', subject_id: photo, reaction: 'wow' },
        { as: bo },
      )
    ).status,
  ).toBe(200);
  expect(
    (
      await send(
        'POST',
        '/comment-create',
        { subject_type: 'album_photo', subject_id: photo, body: 'Oh' },
        { as: bo },
      )
    ).status,
  ).toBe(200);
  expect(
    (await send('GET', '/albums/photo/view', { photo_id: photo, album_id: 0 }, { as: bo })).body
      .response,
  ).toMatchObject({ like_count: 1, comment_count: 1, is_like: 1 });
  expect(
    (await send('POST', '/unlike', { subject_type: 'album_photo', subject_id: photo }, { as: bo }))
      .body,
  ).toMatchObject({ is_like: 0, like_count: 0 });
  const list = await send(
    'GET',
    '/likes-comments',
    { subject_type: 'album_photo', subject_id: photo },
    { as: ada },
  );
  expect(list.body.viewAllComments).toMatchObject([
    { body: 'Oh', resource_type: 'album_photo', resource_id: photo },
  ]);
});

test('a single video is read at both addresses', async () => {
  for (const path of [`/advancedvideo/view/${film}`, `/videos/view/${film}`]) {
    expect((await send('GET', path, {}, { as: bo })).body.response).toMatchObject({
      video_id: film,
      type: 3,
      status: 1,
    });
  }
});

describe('refused requests', () => {
  test.each([
    ['an unknown type', { type: 'song' }],
    ['an unknown subject', { subject_type: 'core_link' }],
    ['a subject without a number', { subject_id: 'abc' }],
    ['a negative number', { id: -1 }],
    ['zero', { id: 0 }],
    ['an exponent', { id: '1e3' }],
    ['19 digits', { id: '1234567890123456789' }],
    ['an empty one', { id: '' }],
  ])('%s: 400', async (_, fields) => {
    expect(await setOf(fields as Record<string, string | number>, bo)).toMatchObject({
      status: 400,
    });
  });

  test('a repeated field', async () => {
    expect(
      await send('GET', '/albums/photo/view', `photo_id=${photo}&photo_id=${photo}`, { as: bo }),
    ).toMatchObject({ status: 400 });
  });

  test('hidden, foreign and missing ones look the same: 404', async () => {
    const answers = await Promise.all([
      setOf({ id: secret.photo, subject_id: secret.postId }, bo),
      setOf({ id: secret.photo }, bo),
      setOf({ subject_id: secret.postId }, bo),
      setOf({ id: 999_999 }, bo),
      send('GET', '/albums/photo/view', { photo_id: secret.photo }, { as: bo }),
      send('GET', '/albums/photo/view', { photo_id: film }, { as: bo }),
      send('GET', `/advancedvideo/view/${photo}`, {}, { as: bo }),
      send(
        'GET',
        '/likes-comments',
        { subject_type: 'album_photo', subject_id: secret.photo },
        { as: bo },
      ),
      send('POST', '/like', { subject_type: 'album_photo', subject_id: secret.photo }, { as: bo }),
      send(
        'POST',
        '/comment-create',
        { subject_type: 'video', subject_id: photo, body: 'Hm' },
        { as: bo },
      ),
    ]);
    expect(answers.map(({ status, error_code }) => `${status} ${error_code}`)).toEqual(
      answers.map(() => '404 no_record'),
    );
    expect(new Set(answers.map(({ message }) => String(message))).size).toBe(1);
  });

  test('writing needs an account', async () => {
    for (const path of ['/like', '/comment-create'])
      expect(
        await send('POST', path, { subject_type: 'album_photo', subject_id: photo, body: 'Hm' }),
      ).toMatchObject({ status: 401 });
  });

  test('across a block nothing is found', async () => {
    const cy = await addMember({ name: 'Cy' });
    expect((await setOf({}, cy)).status).toBe(200);
    await block(cy, ada);
    expect((await setOf({}, cy)).status).toBe(404);
    expect(
      (await send('POST', '/like', { subject_type: 'album_photo', subject_id: photo }, { as: cy }))
        .status,
    ).toBe(404);
  });

  test('a comment on one photo is not found through another', async () => {
    const other = await addMedia(ada, postId);
    const { body } = await send(
      'POST',
      '/comment-create',
      { subject_type: 'album_photo', subject_id: photo, body: 'Here' },
      { as: bo },
    );
    expect(
      (
        await send(
          'POST',
          '/like',
          { subject_type: 'album_photo', subject_id: other, comment_id: body.comment_id },
          { as: ada },
        )
      ).status,
    ).toBe(404);
    expect(
      (
        await send(
          'POST',
          '/like',
          { subject_type: 'album_photo', subject_id: photo, comment_id: body.comment_id },
          { as: ada },
        )
      ).status,
    ).toBe(200);
    expect(
      (
        await send(
          'DELETE',
          '/comment-delete',
          { subject_type: 'album_photo', subject_id: other, comment_id: body.comment_id },
          { as: bo },
        )
      ).status,
    ).toBe(404);
    // The owner of a photo may delete comments on it.
    expect(
      (
        await send(
          'DELETE',
          '/comment-delete',
          { subject_type: 'album_photo', subject_id: photo, comment_id: body.comment_id },
          { as: ada },
        )
      ).status_code,
    ).toBe(204);
  });
});
