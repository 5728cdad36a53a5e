import { beforeAll, expect, test } from 'vitest';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { feelings } from '#domains/posts/feelings/feelings.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMedia, addMember, addPost, befriend } from '../support/people.ts';
import { send, type Fields, type SendOptions } from '../support/rest.ts';

let ada: Member;
let bo: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
  await befriend(ada, bo);
});

const post = (fields: Fields | string = {}, options: SendOptions = {}) =>
  send('POST', '/advancedactivity/feeds/post', fields, { as: ada, ...options });
const call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  fields: Fields | string = {},
  as: Member | undefined = ada,
) => send(method, path, fields, { as });

test('like and unlike: names and ids, a post or a comment, unknown ones refused', async () => {
  const id = await addPost(bo);
  expect((await call('POST', '/advancedactivity/like', { action_id: id })).body).toMatchObject({
    is_like: 1,
    like_count: 1,
    feed_reactions: { 1: { reaction_count: 1 } },
    my_feed_reaction: { reaction: 'like' },
  });
  expect(
    (await call('POST', '/advancedactivity/like', { action_id: id, reaction: 'haha' })).body,
  ).toMatchObject({ like_count: 1, feed_reactions: { 4: { reaction_count: 1 } } });
  expect(
    (await call('POST', '/like', { subject_type: 'activity_action', subject_id: id, reaction: 7 }))
      .body,
  ).toMatchObject({ my_feed_reaction: { reaction: 'blessings' } });
  expect((await call('GET', '/reactions/content-reaction', { action_id: id })).body).toMatchObject({
    feed_reactions: { 7: { reaction_count: 1 } },
    my_feed_reaction: { reactionicon_id: 7 },
  });
  expect(
    (
      await call('GET', '/reactions/content-reaction', {
        subject_type: 'activity_action',
        subject_id: id,
      })
    ).body.reactions.love,
  ).toMatchObject({ reactionicon_id: 2, caption: 'Love' });
  expect(
    (
      await call('POST', '/advancedcomments/unlike', {
        subject_type: 'activity_action',
        subject_id: id,
      })
    ).body,
  ).toEqual({ is_like: 0, like_count: 0, feed_reactions: {} });
  expect((await call('POST', '/advancedactivity/unlike', { action_id: id })).body).toMatchObject({
    is_like: 0,
  });
  expect(
    await call('POST', '/advancedactivity/like', { action_id: id, reaction: 'hug' }),
  ).toMatchObject({ status: 400, message: { reaction: 'Please choose one of these.' } });
  expect(await call('POST', '/advancedactivity/like', {})).toMatchObject({
    status: 400,
    error_code: 'parameter_missing',
    message: expect.stringContaining('action_id'),
  });
  expect(await call('POST', '/like', { subject_type: 'planet', subject_id: 5 })).toMatchObject({
    status: 400,
    error_code: 'validation_fail',
  });
  expect(await call('POST', '/like', { subject_type: 'album', subject_id: 5 })).toMatchObject({
    status: 404,
    error_code: 'no_record',
  });
  expect(await send('POST', '/advancedactivity/like', { action_id: id })).toMatchObject({
    status: 401,
  });
});

test('a comment is liked with comment_id, under its own post only', async () => {
  const [id, other] = [await addPost(bo), await addPost(bo)];
  const { comment_id } = (
    await call('POST', '/advancedactivity/comment', { action_id: id, body: 'Yum' })
  ).body;
  expect(
    (await call('POST', '/advancedactivity/like', { action_id: id, comment_id })).body,
  ).toMatchObject({ is_like: 1, like_count: 1 });
  expect((await call('POST', '/advancedactivity/unlike', { comment_id })).body).toMatchObject({
    is_like: 0,
    like_count: 0,
  });
  expect(
    (await call('POST', '/like', { subject_type: 'activity_action', subject_id: id, comment_id }))
      .body,
  ).toMatchObject({ is_like: 1 });
  expect(
    await call('POST', '/advancedactivity/like', { action_id: other, comment_id }),
  ).toMatchObject({ status: 404 });
  expect(
    await call('POST', '/unlike', {
      subject_type: 'activity_action',
      subject_id: other,
      comment_id,
    }),
  ).toMatchObject({ status: 404 });
  expect(
    await call('POST', '/like', { subject_type: 'group', subject_id: id, comment_id }),
  ).toMatchObject({ status: 404 });
});

test('edit, its alias, and delete by query and body', async () => {
  const id = await addPost(ada);
  expect(
    await call('POST', '/advancedactivity/edit-feed', { action_id: id, body: 'New' }),
  ).toMatchObject({ status: 200, status_code: 204 });
  expect(
    await call('POST', '/advancedactivity/editfeed', { action_id: id, body: 'Newer' }),
  ).toMatchObject({ status_code: 204 });
  expect(await call('POST', '/advancedactivity/edit-feed', { body: 'x' })).toMatchObject({
    status: 400,
    error_code: 'parameter_missing',
  });
  expect(await call('POST', '/advancedactivity/edit-feed', { action_id: id })).toMatchObject({
    status: 400,
    message: { body: expect.any(String) },
  });
  expect(
    await call('POST', '/advancedactivity/edit-feed', { action_id: id, body: ' ' }),
  ).toMatchObject({ status: 400, message: { body: 'Post cannot be empty' } });
  expect(
    await call('POST', '/advancedactivity/edit-feed', { action_id: id, body: 'x' }, bo),
  ).toMatchObject({ status: 401, error_code: 'unauthorized' });
  expect(await call('DELETE', '/advancedactivity/delete', { action_id: id }, bo)).toMatchObject({
    status: 401,
  });
  expect(
    await send(
      'DELETE',
      `/advancedactivity/delete?action_id=${id}`,
      {},
      { as: ada, json: { action_id: id + 1 } },
    ),
  ).toMatchObject({ status: 400 });
  expect(
    await send(
      'DELETE',
      `/advancedactivity/delete?action_id=${id}`,
      {},
      { as: ada, json: { action_id: id } },
    ),
  ).toMatchObject({ status: 200, status_code: 204 });
  expect(await call('DELETE', '/advancedactivity/delete', { action_id: id })).toMatchObject({
    status: 404,
    error_code: 'no_record',
  });
  expect(await call('DELETE', '/advancedactivity/delete', {})).toMatchObject({
    status: 400,
    error_code: 'parameter_missing',
  });
  const withComment = await addPost(bo);
  const { comment_id } = (
    await call('POST', '/advancedactivity/comment', { action_id: withComment, body: 'x' })
  ).body;
  expect(await call('DELETE', '/advancedactivity/delete', { comment_id })).toMatchObject({
    status_code: 204,
  });
  expect(
    (await call('GET', '/advancedactivity/feeds', { action_id: withComment })).body.activityCount,
  ).toBe(1);
});

test('a post is hidden with a way back', async () => {
  const id = await addPost(bo);
  const answer = await call('POST', '/advancedactivity/feeds/hide-item', {
    id,
    type: 'activity_action',
    hide_report: 0,
  });
  expect(answer).toMatchObject({
    status: 200,
    status_code: 204,
    body: {
      undo: {
        url: 'advancedactivity/feeds/un-hide-item',
        urlParams: { id, type: 'activity_action' },
      },
      hide_all: { urlParams: { id: bo.id, type: 'user' } },
    },
  });
  expect(
    await call('POST', '/advancedactivity/feeds/un-hide-item', answer.body.undo.urlParams),
  ).toMatchObject({ status_code: 204 });
  expect(
    await call('POST', '/advancedactivity/feeds/un-hide-item', answer.body.undo.urlParams),
  ).toMatchObject({ status: 404 });
});

test('only posts and members are hidden', async () => {
  const id = await addPost(bo);
  for (const type of ['album', '', 'activity_comment'])
    expect(await call('POST', '/advancedactivity/feeds/hide-item', { id, type })).toMatchObject({
      status: 400,
    });
  expect(await call('POST', '/advancedactivity/feeds/hide-item', { type: 'user' })).toMatchObject({
    status: 400,
    error_code: 'parameter_missing',
  });
});

test('share answers with the new id', async () => {
  const id = await addPost(bo);
  const answer = await call('POST', '/activity/share', {
    type: 'activity_action',
    id,
    body: 'Look',
  });
  expect(answer).toMatchObject({
    status: 200,
    status_code: 204,
    body: { action_id: expect.any(Number) },
  });
  expect(
    (await call('GET', '/advancedactivity/feeds', { action_id: answer.body.action_id })).body
      .data[0].feed.share_params_id,
  ).toBe(id);
});

test('items that cannot be shared are not found or refused', async () => {
  const id = await addPost(bo);
  expect(await call('POST', '/activity/share', { type: 'video', id })).toMatchObject({
    status: 404,
  });
  expect(await call('POST', '/activity/share', { type: 'user', id })).toMatchObject({
    status: 400,
  });
  expect(
    await call('POST', '/activity/share', {
      type: 'activity_action',
      id: await addPost(bo, { audience: 'friends' }),
    }),
  ).toMatchObject({ status: 401 });
});

test.each(['album_photo', 'video'] as const)(
  'a %s is shared by itself, judged for each reader where it is attached',
  async (type) => {
    const postId = await addPost(bo, { body: 'By the lake' });
    const id = await addMedia(bo, postId, {
      kind: type === 'video' ? 'video' : 'photo',
      alt: 'A lake',
    });
    const { action_id } = (await call('POST', '/activity/share', { type, id, body: 'Look' })).body;
    const feedOf = async (shareId: number, as?: Member) =>
      (await call('GET', '/advancedactivity/feeds', { action_id: shareId }, as)).body.data[0];
    const shown = await feedOf(action_id);
    expect(shown.feed).toMatchObject({
      type: 'share',
      feed_title: type === 'video' ? 'Ada shared a video' : 'Ada shared a photo',
      share_params_type: type,
      share_params_id: id,
      attachment: [
        {
          attachment_type: type,
          attachment_id: id,
          owner: { type: 'user', id: bo.id, displayname: 'Bo' },
        },
      ],
    });
    expect(shown.feed.attachment[0].content_url).toMatch(
      new RegExp(`/posts/${postId}/(photo|video)/${id}$`),
    );
    expect([shown.can_share, (await listNotifications(bo)).recentUpdates[0]]).toMatchObject([
      1,
      {
        feed_title: `Ada shared your ${type === 'video' ? 'video' : 'photo'}.`,
        url: `/posts/${action_id}`,
      },
    ]);
    // A share of the share passes on the same item.
    const second = (
      await call('POST', '/activity/share', { type: 'activity_action', id: action_id }, bo)
    ).body.action_id;
    expect((await feedOf(second)).feed).toMatchObject({
      share_params_type: type,
      share_params_id: id,
    });
    // Narrowed, it is a stub for who may not see it, and nobody else shares it.
    await db.execute(sql`update posts set audience = 'friends' where id = ${postId}`);
    const stranger = await addMember();
    expect((await feedOf(action_id, stranger)).feed).toMatchObject({
      feed_title: 'Ada shared a post',
      attachment: [{ attachment_id: 0, shared_post_data: [] }],
    });
    expect((await feedOf(action_id, stranger)).feed).not.toHaveProperty('share_params_id');
    expect((await feedOf(action_id)).feed.attachment[0].attachment_id).toBe(id);
    expect(await call('POST', '/activity/share', { type, id })).toMatchObject({
      status: 401,
      error_code: 'unauthorized',
    });
    expect(await call('POST', '/activity/share', { type, id }, stranger)).toMatchObject({
      status: 404,
      error_code: 'no_record',
    });
    expect(
      (
        await call('GET', '/media/viewer', {
          type,
          id,
          subject_type: 'activity_action',
          subject_id: postId,
        })
      ).body.items[0].can_share,
    ).toBe(0);
  },
);

test('a thing that is no item by itself is not shared: the photo of a comment, the other kind', async () => {
  const id = await addMedia(bo, await addPost(bo));
  expect(await call('POST', '/activity/share', { type: 'video', id })).toMatchObject({
    status: 404,
  });
  expect(await call('POST', '/activity/share', { type: 'album_photo', id: 999_999 })).toMatchObject(
    { status: 404 },
  );
});

test('saving answers 1 or 0', async () => {
  const id = await addPost(bo);
  const save = (fields: Fields) => call('POST', '/advancedactivity/update-save-feed', fields);
  expect(await save({ action_id: id })).toMatchObject({ status: 200, body: 1 });
  expect(
    (await call('GET', '/advancedactivity/feeds', { filter_type: 'user_saved' })).body.data,
  ).toMatchObject([{ feed: { action_id: id }, is_saved: 1 }]);
  expect(
    (await call('GET', '/advancedactivity/feeds', { filter_type: 'user_saved' }, bo)).body.data,
  ).toEqual([]);
  // The session alone decides on the list.
  expect(await save({ action_id: id, member_id: bo.id, user_id: bo.id })).toMatchObject({
    status: 200,
    body: 0,
  });
});

test('saving refuses malformed ids and does not find hidden posts', async () => {
  const id = await addPost(bo);
  const save = (fields: Fields | string) =>
    call('POST', '/advancedactivity/update-save-feed', fields);
  for (const action_id of ['x', '1e3', '-5', '0', '', '1234567890123456789'])
    expect(await save({ action_id })).toMatchObject({ status: 400 });
  expect(await save({})).toMatchObject({ status: 400, error_code: 'parameter_missing' });
  expect(await save('action_id=5&action_id=6')).toMatchObject({ status: 400 });
  for (const action_id of [await addPost(bo, { audience: 'onlyme' }), 999_999_999])
    expect(await save({ action_id })).toMatchObject({ status: 404, error_code: 'no_record' });
  expect(await send('POST', '/advancedactivity/update-save-feed', { action_id: id })).toMatchObject(
    { status: 401 },
  );
  expect(
    await send('GET', '/advancedactivity/update-save-feed', { action_id: id }, { as: ada }),
  ).toMatchObject({ status: 400 });
});

test('whoever is tagged takes their own name off, and nobody else does', async () => {
  const cy = await addMember();
  await befriend(ada, cy);
  const id = (await post({ body: 'With two', auth_view: 'friends', toValues: `${bo.id},${cy.id}` }))
    .body.response.feed.action_id;
  const remove = (fields: Fields | string, as: Member) =>
    call('POST', '/advancedactivity/remove-tag', fields, as);
  const seen = async (as: Member) =>
    (await call('GET', '/advancedactivity/feeds', { action_id: id }, as)).body.data[0];
  const menu = async (as: Member) =>
    (await seen(as)).feed_menus.map(({ name }: { name: string }) => name);
  const tagged = async () =>
    (await seen(ada)).feed.tags.map(({ tag_id }: { tag_id: number }) => tag_id);
  expect([await menu(bo), await menu(ada)].map((names) => names.includes('remove_tag'))).toEqual([
    true,
    false,
  ]);
  // The session alone decides on the name.
  for (const as of [ada, await addMember()])
    expect(await remove({ action_id: id, member_id: cy.id, user_id: cy.id }, as)).toMatchObject({
      status: 404,
      error_code: 'no_record',
    });
  expect(await tagged()).toEqual([bo.id, cy.id]);
  expect(await remove({ action_id: id }, bo)).toMatchObject({ status_code: 204 });
  expect(await remove({ action_id: id }, bo)).toMatchObject({ status: 404 });
  expect([await tagged(), await menu(bo)]).toEqual([
    [cy.id],
    expect.not.arrayContaining(['remove_tag']),
  ]);
  expect(await remove({ action_id: id }, cy)).toMatchObject({ status_code: 204 });
  expect(await tagged()).toEqual([]);
  for (const action_id of ['x', '0', '1234567890123456789'])
    expect(await remove({ action_id }, bo)).toMatchObject({ status: 400 });
  expect(await send('POST', '/advancedactivity/remove-tag', { action_id: id })).toMatchObject({
    status: 401,
  });
});

test('the switches answer 1 or 0', async () => {
  const id = await addPost(ada);
  expect((await call('POST', '/advancedactivity/update-commentable', { action_id: id })).body).toBe(
    0,
  );
  expect((await call('POST', '/advancedactivity/update-commentable', { action_id: id })).body).toBe(
    1,
  );
  expect((await call('POST', '/advancedactivity/update-shareable', { action_id: id })).body).toBe(
    0,
  );
  expect(
    await call('POST', '/advancedactivity/update-shareable', { action_id: id }, bo),
  ).toMatchObject({ status: 401 });
});

test('after comments are closed a reaction to the post or its comments may only be withdrawn', async () => {
  const id = await addPost(ada);
  const commented = await call(
    'POST',
    '/advancedactivity/comment',
    { action_id: id, body: 'Said before' },
    bo,
  );
  const comment_id = commented.body.comment_id as number;
  const [like, unlike] = ['/advancedactivity/like', '/advancedactivity/unlike'];
  expect(await call('POST', like, { action_id: id, reaction: 'love' }, bo)).toMatchObject({
    status: 200,
  });
  expect((await call('POST', '/advancedactivity/update-commentable', { action_id: id })).body).toBe(
    0,
  );
  const subject = { subject_type: 'activity_action', subject_id: id };
  const refused = { status: 401, error_code: 'unauthorized' };
  // Its author included, on every way.
  for (const as of [ada, bo]) {
    expect(await call('POST', like, { action_id: id }, as)).toMatchObject(refused);
    expect(await call('POST', like, { action_id: id, comment_id }, as)).toMatchObject(refused);
    expect(await call('POST', '/like', subject, as)).toMatchObject(refused);
    expect(await call('POST', '/like', { ...subject, comment_id }, as)).toMatchObject(refused);
  }
  expect(await call('POST', unlike, { action_id: id }, bo)).toMatchObject({
    status: 200,
    body: { is_like: 0, like_count: 0 },
  });
  expect(
    (await db.execute(sql`select 1 from reactions where subject_id in (${id}, ${comment_id})`))
      .length,
  ).toBe(0);
  // Hidden posts are not found, closed or not.
  await db.execute(sql`update posts set audience = 'onlyme' where id = ${id}`);
  expect(await call('POST', like, { action_id: id }, bo)).toMatchObject({
    status: 404,
    error_code: 'no_record',
  });
  expect((await call('POST', '/advancedactivity/update-commentable', { action_id: id })).body).toBe(
    1,
  );
  expect(await call('POST', like, { action_id: id, comment_id })).toMatchObject({ status: 200 });
});

test('feelings', async () => {
  const { body } = await call('GET', '/advancedactivity/feelings');
  expect(body.parent).toHaveLength(11);
  for (const { id, children } of feelings) expect(body.child[id]).toHaveLength(children.length);
  expect(await send('GET', '/advancedactivity/feelings')).toMatchObject({ status: 401 });
});

test('block, by query as the specification writes it, and the list', async () => {
  const foe = await addMember();
  expect(await send('POST', `/block/add?user_id=${foe.id}`, {}, { as: ada })).toMatchObject({
    status: 200,
    status_code: 204,
  });
  expect((await call('GET', '/block/list')).body).toMatchObject({
    totalItemCount: 1,
    response: [{ user_id: foe.id }],
  });
  expect(await send('POST', `/block/remove?user_id=${foe.id}`, {}, { as: ada })).toMatchObject({
    status_code: 204,
  });
  expect(await call('POST', '/block/add', { user_id: ada.id })).toMatchObject({
    status: 400,
    message: { user_id: expect.any(String) },
  });
  expect(await call('POST', '/block/add', { user_id: 999_999_999 })).toMatchObject({ status: 404 });
  expect(await call('POST', '/block/add')).toMatchObject({
    status: 400,
    error_code: 'parameter_missing',
  });
  expect(await send('POST', '/block/add', { user_id: foe.id })).toMatchObject({ status: 401 });
});

test('no answer reveals more than its own words', async () => {
  const texts = await Promise.all([
    call('GET', '/advancedactivity/feeds', { limit: 50 }),
    call('POST', '/advancedactivity/like', { action_id: '1 or 1=1' }),
    post({ body: 'x', uri: "javascript:'" }),
  ]).then((all) => all.map((one) => one.text).join('\n'));
  expect(texts).not.toMatch(/password|@hearth\.example|token|select |node_modules|Postgres/i);
});
