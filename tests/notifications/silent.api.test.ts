import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { env } from '#server/env.ts';
import { addMember, addPost } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';

let ada: Member;
let bo: Member;
let cy: Member;
beforeAll(() => {
  env().RATE_LIMIT_SCALE = 1_000;
});
beforeEach(async () => {
  [ada, bo, cy] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Cy' }),
  ];
});

const titles = async (member: Member) =>
  (await listNotifications(member)).recentUpdates.map((one) => one.feed_title);
const call = (path: string, fields: Fields, as: Member | undefined = bo) =>
  send('POST', path, fields, { as });

test('a silent reaction notifies when the client asks for it, once', async () => {
  const id = await addPost(ada);
  const late = '/advancedactivity/send-like-notitfication';
  expect(await call(late, { action_id: id })).toMatchObject({
    status: 404,
    error_code: 'no_record',
  });
  await call('/advancedactivity/like', { action_id: id, sendNotification: 0 });
  expect(await titles(ada)).toEqual([]);
  for (let turn = 0; turn < 3; turn += 1)
    expect(await call(late, { action_id: id })).toMatchObject({ status: 200, status_code: 204 });
  expect(await titles(ada)).toEqual(['Bo reacted to your post.']);
  await call('/like', { subject_type: 'activity_action', subject_id: id, sendNotification: 0 }, cy);
  expect(await titles(ada)).toEqual(['Bo reacted to your post.']);
  expect(await call(late, { action_id: await addPost(ada, { audience: 'onlyme' }) })).toMatchObject(
    { status: 404 },
  );
  expect((await send('POST', late, { action_id: id })).status).toBe(401);
});

test('a silent comment and a silent reply too, with the recipients they would have had', async () => {
  const id = await addPost(ada);
  const write = async (fields: Fields, as = bo) =>
    (await call('/advancedactivity/comment', { action_id: id, ...fields }, as)).body
      .comment_id as number;
  const first = await write({ body: 'First' }, cy);
  const silent = await write({ body: 'Silent', send_notification: 0 });
  const answer = await write({ body: 'Silent reply', comment_id: first, send_notification: 0 });
  expect([await titles(ada), await titles(cy)]).toEqual([['Cy commented on your post.'], []]);
  for (let turn = 0; turn < 2; turn += 1) {
    expect(
      await call('/advancedactivity/add-comment-notifications', {
        comment_id: silent,
        action_id: id,
      }),
    ).toMatchObject({ status_code: 204 });
    expect(
      await call('/add-comment-notifications', {
        comment_id: answer,
        subject_type: 'activity_action',
        subject_id: id,
      }),
    ).toMatchObject({ status_code: 204 });
  }
  expect((await titles(ada)).toSorted()).toEqual(['Bo and Cy commented on your post.']);
  expect((await titles(cy)).toSorted()).toEqual([
    'Bo commented on a post that you commented on.',
    'Bo replied to your comment.',
  ]);
});

test("only for one's own comment, through its context", async () => {
  const [id, other] = [await addPost(ada), await addPost(ada)];
  const { body } = await call('/advancedactivity/comment', {
    action_id: id,
    body: 'Mine',
    send_notification: 0,
  });
  const path = '/advancedactivity/add-comment-notifications';
  for (const [fields, as] of [
    [{ comment_id: body.comment_id, action_id: other }, bo],
    [{ comment_id: body.comment_id, action_id: id }, cy],
    [{ comment_id: 99_999_999, action_id: id }, bo],
  ] as Array<[Fields, Member]>) {
    expect(await call(path, fields, as), JSON.stringify(fields)).toMatchObject({
      status: 404,
      error_code: 'no_record',
    });
  }
  for (const fields of [
    { comment_id: body.comment_id },
    { action_id: id },
    { comment_id: 'x', action_id: id },
  ] as Fields[])
    expect((await call(path, fields)).status, JSON.stringify(fields)).toBe(400);
  expect(await titles(ada)).toEqual([]);
});
