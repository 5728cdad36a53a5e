import { beforeAll, describe, expect, test } from 'vitest';
import { findCommentPath } from '#domains/albums/comment-path.server.ts';
import { pruneMedia } from '#domains/media/prune-media.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { deletePost, toggleComments } from '#domains/posts/posts.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { filesBelow, fixture } from '../support/files.ts';
import { fill } from '../support/fill.ts';
import {
  addMedia,
  addMember,
  addPost,
  befriend,
  block,
  setStatus,
  unfriend,
} from '../support/people.ts';
import { fetchFile, send, type RestAnswer, type SendOptions } from '../support/rest.ts';

let ada: Member;
let bo: Member;
const people: Record<string, Member | undefined> = { visitor: undefined };

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  ada = await addMember({ name: 'Ada' });
  bo = await addMember({ name: 'Bo' });
  const friend = await addMember({ name: 'Friend' });
  const blockedByAuthor = await addMember({ name: 'Blocked' });
  const hasBlockedOwner = await addMember({ name: 'Has blocked' });
  for (const one of [bo, friend, blockedByAuthor, hasBlockedOwner]) await befriend(ada, one);
  await block(bo, blockedByAuthor);
  await block(hasBlockedOwner, ada);
  Object.assign(people, {
    member: await addMember({ name: 'Member' }),
    friend,
    owner: ada,
    author: bo,
    'blocked by the author': blockedByAuthor,
    'has blocked the owner': hasBlockedOwner,
  });
});

type Values = Record<string, string | File>;
function formOf(fields: Values): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
const postComment = (
  fields: Values,
  { path = '/advancedactivity/comment', ...options }: SendOptions & { path?: string } = {},
): Promise<RestAnswer> => send('POST', path, {}, { as: bo, form: formOf(fields), ...options });
const photoOn = (postId: number, more: Values = {}) =>
  postComment({
    action_id: String(postId),
    body: 'Look',
    alt: 'A heron',
    photo: fixture('landscape.jpg'),
    ...more,
  });
const row = async (query: ReturnType<typeof sql>) =>
  (await db.execute<Record<string, unknown>>(query))[0];
const stored = () => filesBelow(`${process.env.DATA_DIR}/media`);
const underWay = () => filesBelow(`${process.env.DATA_DIR}/uploads`);

describe('a comment with a photo', () => {
  test('is written by each path and read by everybody who sees the post', async () => {
    const id = await addPost(ada);
    for (const path of [
      '/advancedactivity/comment',
      '/comment-create',
      '/advancedcomments/comment',
    ]) {
      const { body } = await postComment(
        {
          subject_type: 'activity_action',
          subject_id: String(id),
          body: 'Look',
          alt: 'A heron',
          photo: fixture('landscape.jpg'),
        },
        { path },
      );
      expect(body).toMatchObject({
        comment_body: 'Look',
        photo: {
          image_main: { width: 1600, height: 1200 },
          picture: { alt: 'A heron' },
          content_url: `${env().PUBLIC_ORIGIN}/comments/${body.comment_id}/photo/${body.photo.photo_id}`,
        },
      });
      const list = await send(
        'GET',
        '/advancedactivity/feeds/likes-comments',
        { action_id: id },
        {},
      );
      expect(list.body.comments[0].photo).toEqual({
        ...body.photo,
        picture: { ...body.photo.picture, widths: expect.any(Array) },
        image_medium: expect.anything(),
      });
      expect(
        (await send('GET', '/advancedactivity/feeds', { action_id: id }, {})).body
          .comment_preview[0].photo.photo_id,
      ).toBe(body.photo.photo_id);
    }
    await expect.poll(underWay).toEqual([]);
  });

  test('needs no text', async () => {
    const id = await addPost(ada);
    const wordless = await photoOn(id, { body: '' });
    expect(wordless.body).toMatchObject({ comment_body: '', photo: { picture: { width: 1600 } } });
  });

  test('may be a reply to a comment', async () => {
    const id = await addPost(ada);
    const above = await photoOn(id);
    const reply = await photoOn(id, { comment_id: String(above.body.comment_id) });
    expect(reply.body.parent_comment_id).toBe(above.body.comment_id);
    expect(
      (
        await send(
          'GET',
          '/likes-comments',
          { subject_type: 'activity_action', subject_id: id },
          {},
        )
      ).body.comments[0].reply_on_comment[0].photo.photo_id,
    ).toBe(reply.body.photo.photo_id);
  });

  test('keeps the photo when it is edited, and may lose its text', async () => {
    const { body } = await photoOn(await addPost(ada));
    const edited = await send(
      'POST',
      '/advancedcomments/reply-edit',
      { comment_id: body.comment_id, body: '' },
      { as: bo },
    );
    expect(edited.body).toMatchObject({
      comment_body: '',
      photo: { photo_id: body.photo.photo_id },
    });
  });

  test('keeps its text when it is edited, if it has no photo', async () => {
    const id = await addPost(ada);
    const plain = await send(
      'POST',
      '/advancedactivity/comment',
      { action_id: id, body: 'Words' },
      { as: bo },
    );
    expect(
      await send(
        'POST',
        '/advancedcomments/reply-edit',
        { comment_id: plain.body.comment_id, body: ' ' },
        { as: bo },
      ),
    ).toMatchObject({ status: 400, message: { body: 'Please write something.' } });
  });

  test('sent again with the same key it is one comment', async () => {
    const id = await addPost(ada);
    const headers = { 'idempotency-key': `photo comment ${id}` };
    const send2 = (body = 'Once') =>
      postComment({ action_id: String(id), body, photo: fixture('square.jpg') }, { headers });
    const answers = await Promise.all([send2(), send2()]);
    expect(new Set(answers.map(({ body }) => body.comment_id)).size).toBe(1);
    expect((await send2()).body.photo.photo_id).toBe(answers[0]!.body.photo.photo_id);
    expect(
      await row(
        sql`
          select count(*)::int as count
          from comments
          where subject_type = 'post' and subject_id = ${id}`,
      ),
    ).toEqual({ count: 1 });
  });

  test('with other content the same key is refused', async () => {
    const id = await addPost(ada);
    const headers = { 'idempotency-key': `photo comment ${id}` };
    const sendAs = (body: string) =>
      postComment({ action_id: String(id), body, photo: fixture('square.jpg') }, { headers });
    await sendAs('Once');
    expect(await sendAs('Twice')).toMatchObject({ status: 400 });
  });

  test.each<[string, Values, SendOptions, Record<string, unknown>]>([
    [
      'text named .jpg',
      { photo: fixture('text-named.jpg') },
      {},
      { status: 415, error_code: 'invalid_file' },
    ],
    [
      'a drawing with a script',
      { photo: fixture('script.svg') },
      {},
      { status: 415, error_code: 'invalid_file' },
    ],
    ['half a picture', { photo: fixture('truncated.jpg') }, {}, { status: 415 }],
    ['a bomb', { photo: fixture('bomb-30000x30000.png') }, {}, { status: 415 }],
    ['a video', { photo: fixture('clip.mp4') }, {}, { status: 415, error_code: 'invalid_file' }],
    [
      'two photos',
      { photo: fixture('square.jpg'), filedata0: fixture('square.jpg') },
      {},
      { status: 400 },
    ],
    ['a file by another name', { secret: fixture('square.jpg') }, {}, { status: 415 }],
    [
      'a description that is too long',
      { photo: fixture('square.jpg'), alt: 'x'.repeat(501) },
      {},
      { status: 400, message: { alt: expect.any(String) } },
    ],
    [
      '1,001 characters',
      { photo: fixture('square.jpg'), body: 'x'.repeat(1001) },
      {},
      { status: 400, message: { body: expect.any(String) } },
    ],
    [
      'a parent elsewhere',
      { photo: fixture('square.jpg'), comment_id: '999999999' },
      {},
      { status: 404 },
    ],
    ['no member', { photo: fixture('square.jpg') }, { as: undefined }, { status: 401 }],
    [
      'neither words nor photo',
      { body: ' ' },
      {},
      { status: 400, message: { body: 'Please write something.' } },
    ],
  ])('%s is refused and leaves nothing behind', async (_, fields, options, refusal) => {
    const id = await addPost(ada);
    const before = await row(
      sql`
        select (select count(*)::int from comments) as comments,
          (select count(*)::int from media) as media`,
    );
    expect(
      await postComment({ action_id: String(id), body: 'Look', ...fields }, options),
    ).toMatchObject(refusal);
    expect(
      await row(
        sql`
          select (select count(*)::int from comments) as comments,
            (select count(*)::int from media) as media`,
      ),
    ).toEqual(before);
    await expect.poll(underWay).toEqual([]);
  });

  test('is refused before its photo is decoded if comments are closed or the post is hidden', async () => {
    const [closed, secret] = [await addPost(ada), await addPost(ada, { audience: 'onlyme' })];
    await toggleComments(ada, closed);
    const before = stored().length;
    expect(await photoOn(closed)).toMatchObject({ status: 401 });
    expect(await photoOn(secret)).toMatchObject({ status: 404 });
    expect(stored().length).toBe(before);
  });
});

/** File, lightbox set and comment path must be available to the same people. */
async function seenBy({
  comment_id: id,
  photo: { photo_id: photo },
}: {
  comment_id: number;
  photo: { photo_id: number };
}): Promise<string[]> {
  const seen: string[] = [];
  for (const [name, as] of Object.entries(people)) {
    const file = (await fetchFile(`/media/${photo}/original.webp`, { as })).status === 200;
    const set =
      (
        await send(
          'GET',
          '/media/viewer',
          { type: 'album_photo', id: photo, subject_type: 'activity_comment', subject_id: id },
          { as },
        )
      ).status === 200;
    const path = await findCommentPath(as ?? visitor, id).then(
      () => true,
      () => false,
    );
    expect({ name, file, set, path }).toEqual({ name, file, set: file, path: file });
    if (file) seen.push(name);
  }
  return seen;
}

describe('its photo is visible to everybody who sees the comment', () => {
  test('on a post for everyone', async () => {
    const { body } = await photoOn(await addPost(ada));
    expect(await seenBy(body)).toEqual(['visitor', 'member', 'friend', 'owner', 'author']);
  });

  test('on a post for friends is seen by friends, until it is narrowed, unfriended, suspended or deleted', async () => {
    const id = await addPost(ada, { audience: 'friends' });
    const { body } = await photoOn(id);
    expect(await seenBy(body)).toEqual(['friend', 'owner', 'author']);
    await unfriend(ada, people.friend!);
    expect(await seenBy(body)).toEqual(['owner', 'author']);
    await befriend(ada, people.friend!);
    await db.execute(sql`update posts set audience = 'onlyme' where id = ${id}`);
    expect(await seenBy(body)).toEqual(['owner']);
    await setStatus(bo, 'suspended');
    expect(
      (await fetchFile(`/media/${body.photo.photo_id}/original.webp`, { as: ada })).status,
    ).toBe(404);
    await setStatus(bo, 'active');
    await deletePost(ada, id);
    expect(await seenBy(body)).toEqual([]);
    expect(await row(sql`select state from media where id = ${body.photo.photo_id}`)).toEqual({
      state: 'orphaned',
    });
  });

  test('it is deleted with its comment or the parent comment, its files a day later', async () => {
    const id = await addPost(ada);
    const top = await photoOn(id, { photo: fixture('portrait.jpg') });
    const reply = await photoOn(id, {
      comment_id: String(top.body.comment_id),
      photo: fixture('panorama.jpg'),
    });
    const hashes = await db.execute<{ hash: string }>(
      sql`
        select content_hash as hash
        from media
        where id in (${top.body.photo.photo_id}, ${reply.body.photo.photo_id})`,
    );
    expect(
      await send(
        'DELETE',
        '/comment-delete',
        { comment_id: top.body.comment_id, action_id: id },
        { as: bo },
      ),
    ).toMatchObject({ status_code: 204 });
    for (const { body } of [top, reply]) expect(await seenBy(body)).toEqual([]);
    await db.execute(
      sql`
        update media
        set state_changed_at = now() - interval '25 hours'
        where id in (${top.body.photo.photo_id}, ${reply.body.photo.photo_id})`,
    );
    await db.execute(sql`update orphaned_blobs set remove_after = now() - interval '1 minute'`);
    await pruneMedia();
    await db.execute(sql`update orphaned_blobs set remove_after = now() - interval '1 minute'`);
    await pruneMedia();
    for (const { hash } of hashes)
      expect(stored().filter((name) => name.includes(hash))).toEqual([]);
  });

  test('a reply’s photo is hidden from those who do not see the parent comment', async () => {
    const id = await addPost(ada);
    const top = await send(
      'POST',
      '/advancedactivity/comment',
      { action_id: id, body: 'First' },
      { as: people.friend },
    );
    const { body } = await photoOn(id, { comment_id: String(top.body.comment_id) });
    await setStatus(people.friend!, 'suspended');
    expect(
      (await fetchFile(`/media/${body.photo.photo_id}/original.webp`, { as: ada })).status,
    ).toBe(404);
    await setStatus(people.friend!, 'active');
    expect(
      (await fetchFile(`/media/${body.photo.photo_id}/original.webp`, { as: ada })).status,
    ).toBe(200);
  });

  test('on a photo of a post, opened from there', async () => {
    const postId = await addPost(ada, { audience: 'friends' });
    const photo = await addMedia(ada, postId);
    const { body } = await postComment(
      {
        subject_type: 'album_photo',
        subject_id: String(photo),
        body: '',
        photo: fixture('square.jpg'),
      },
      { path: '/comment-create' },
    );
    expect(await seenBy(body)).toEqual(['friend', 'owner', 'author']);
    expect(await findCommentPath(ada, body.comment_id)).toBe(
      `/posts/${postId}/photo/${photo}?comment=${body.comment_id}#comment-${body.comment_id}`,
    );
  });
});

test('in the lightbox it is liked through its comment and is no item of its own', async () => {
  const { body } = await photoOn(await addPost(ada));
  const {
    comment_id: id,
    photo: { photo_id: photo },
  } = body;
  const route = {
    type: 'album_photo',
    id: photo,
    subject_type: 'activity_comment',
    subject_id: id,
  };
  await send('POST', '/advancedactivity/like', { comment_id: id }, { as: ada });
  expect((await send('GET', '/media/viewer', route, { as: ada })).body).toMatchObject({
    total: 1,
    position: 1,
    items: [
      {
        viewer_type: 'album_photo',
        photo_id: photo,
        subject_type: 'activity_comment',
        subject_id: id,
        like_count: 1,
        is_like: 1,
        can_comment: 0,
        description: 'Look',
        content_url: body.photo.content_url,
      },
    ],
  });
  for (const [path, fields] of [
    ['/albums/photo/view', { photo_id: photo }],
    ['/likes-comments', { subject_type: 'album_photo', subject_id: photo }],
    ['/media/viewer', { ...route, subject_id: id + 1 }],
    ['/media/viewer', { ...route, subject_type: 'activity_action' }],
    ['/media/viewer', { ...route, type: 'video' }],
  ] as Array<[string, Record<string, string | number>]>) {
    expect(await send('GET', path, fields, { as: ada }), path).toMatchObject({ status: 404 });
  }
  expect(
    await send(
      'POST',
      '/comment-create',
      { subject_type: 'album_photo', subject_id: photo, body: 'No' },
      { as: ada },
    ),
  ).toMatchObject({ status: 404 });
});

test('finding one uses the indexes, however many comments there are', async () => {
  const id = await addPost(ada);
  const { body } = await photoOn(id);
  // One post each: five thousand comments under one post in one statement would update the same
  // total five thousand times.
  await fill((tx) =>
    tx.execute(
      sql`
        insert into comments (subject_type, subject_id, author_id, body)
        select 'post', ${id} + n, ${bo.id}, 'Word ' || n
        from generate_series(1, 5000) n`,
    ),
  );
  await db.execute(sql`analyze comments`);
  const plan = await db.execute<{ 'QUERY PLAN': string }>(
    sql`explain select from comments c where c.media_id = ${body.photo.photo_id}`,
  );
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/comments_media/);
});
