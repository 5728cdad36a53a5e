import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addComment } from '#domains/comments/comments.server.ts';
import {
  queue as queueShape,
  type Queue,
  type ReportedItem,
} from '#domains/moderation/queue/queue.schema.ts';
import { listReported } from '#domains/moderation/queue/queue.server.ts';
import type { ReportedType } from '#domains/moderation/reports.rules.ts';
import { createReport } from '#domains/moderation/reports.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { deletePost } from '#domains/posts/posts.server.ts';
import { fromWireType } from '#lib/wire-names.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMedia, addMember, addPost, befriend, block, setStatus } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';
import { countStatements } from '../support/statements.ts';

let ada: Member;
let bo: Member;
let cy: Member;
let moderator: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo, cy] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Cy' }),
  ];
  moderator = await addMember({ name: 'Mo', role: 'moderator' });
});
beforeEach(async () => {
  await db.execute(sql`delete from reports`);
  await db.execute(sql`delete from moderation_log`);
});

const post = 'activity_action' as const;
const report = (
  who: Member,
  id: number,
  description = 'Look',
  type: 'activity_action' | 'activity_comment' = post,
) =>
  createReport(who, {
    type: fromWireType(type) as ReportedType,
    id,
    category: 'spam',
    description,
  });
const list = async (as = moderator, query: Fields = {}) =>
  (await send('GET', '/admin/reports', query, { as })).body as Queue;
const view = (id: number, type: string = post, as = moderator) =>
  send('POST', '/admin/reports/view', { type, id }, { as });
const decide = (id: number, decision: string, type: string = post, as = moderator) =>
  send('POST', '/admin/reports/decide', { type, id, decision }, { as });
const logged = async () =>
  (
    await db.execute<{ action: string; by: number }>(
      sql`select action, moderator_id as by from moderation_log order by id`,
    )
  ).map(({ action, by }) => [action, by]);
const statuses = async (id: number) =>
  (
    await db.execute<{ status: string }>(
      sql`select status from reports where subject_id = ${id} order by id`,
    )
  ).map(({ status }) => status);
const exists = async (id: number) =>
  (await db.execute(sql`select from posts where id = ${id}`)).length === 1;

describe('the queue', () => {
  test('lists each item once, the oldest report first, with reporters and reasons', async () => {
    const [first, second] = [
      await addPost(bo, { body: 'Buy my pills' }),
      await addPost(bo, { body: 'And mine' }),
    ];
    await report(ada, first, 'Pills!');
    await report(ada, second);
    await report(cy, first, 'Pills again');
    const queue = await list();
    expect(queueShape.parse(queue)).toEqual(queue);
    expect(queue).toMatchObject({
      totalItemCount: 2,
      response: [
        {
          type: post,
          id: first,
          user_id: bo.id,
          displayname: 'Bo',
          report_count: 2,
          body: 'Buy my pills',
          is_public: 1,
          url: `/posts/${first}`,
          can_remove: 1,
          reports: [
            { category: 'spam', description: 'Pills again', reporter: 'Cy' },
            { description: 'Pills!', reporter: 'Ada' },
          ],
        },
        { id: second, report_count: 1 },
      ],
    });
    expect((await list(moderator, { page: 2, limit: 1 })).response.map(({ id }) => id)).toEqual([
      second,
    ]);
    expect(await countStatements(() => listReported(moderator, { page: 1, limit: 20 }))).toBe(2);
    expect(await logged()).toEqual([]);
  });

  test('shows the number and the newest reports of an item with many', async () => {
    const id = await addPost(bo);
    for (let number = 1; number <= 12; number += 1)
      await report(await addMember(), id, `Reason ${number}`);
    const { response } = await list();
    expect(response[0]!.report_count).toBe(12);
    expect(response[0]!.reports.map(({ description }) => description)).toEqual(
      Array.from({ length: 10 }, (_, at) => `Reason ${12 - at}`),
    );
  });

  test('hides what is not public until a moderator opens it, which is logged', async () => {
    await befriend(ada, bo);
    const id = await addPost(bo, { body: 'Among friends', audience: 'friends' });
    await report(ada, id);
    expect((await list()).response).toMatchObject([{ body: null, is_public: 0, url: null }]);
    expect((await view(id)).body).toMatchObject({ id, body: 'Among friends', url: null });
    expect(await logged()).toEqual([['viewed', moderator.id]]);
    // Viewing something public is not logged.
    const open = await addPost(bo);
    await report(ada, open);
    expect((await view(open)).status_code).toBe(200);
    expect(await logged()).toHaveLength(1);
    expect((await view(999_999_999)).status).toBe(404);
  });

  test('shows items of members who blocked the moderator, and content deleted after the report', async () => {
    await block(bo, moderator);
    const id = await addPost(bo, { body: 'Hidden from Mo' });
    await report(ada, id);
    await deletePost(bo, id);
    expect((await list()).response).toMatchObject([{ body: 'Hidden from Mo' }]);
    await db.execute(sql`delete from blocks`);
  });
});

describe('a decision', () => {
  test('to dismiss keeps the item and empties the queue', async () => {
    const id = await addPost(bo);
    await report(ada, id);
    await report(cy, id);
    expect(await decide(id, 'dismiss')).toMatchObject({ status_code: 204 });
    expect([await statuses(id), await exists(id), await logged()]).toEqual([
      ['dismissed', 'dismissed'],
      true,
      [['dismissed', moderator.id]],
    ]);
    expect(await list()).toEqual({ totalItemCount: 0, response: [] });
    expect((await decide(id, 'remove')).status).toBe(404);
    expect(await exists(id)).toBe(true);
  });

  test('to remove deletes a post or a comment for everyone', async () => {
    const id = await addPost(bo);
    const { comment_id } = await addComment(db, bo, { type: 'post', id }, { body: 'Rude' }, '');
    await report(ada, comment_id, 'Rude', 'activity_comment');
    const [item] = (await list()).response as [ReportedItem];
    expect(item).toMatchObject({ type: 'activity_comment', body: null, can_remove: 1 });
    await decide(comment_id, 'remove', 'activity_comment');
    expect(await db.execute(sql`select from comments where id = ${comment_id}`)).toHaveLength(0);
    await report(ada, id);
    await decide(id, 'remove');
    expect([await exists(id), await statuses(id), await logged()]).toEqual([
      false,
      ['removed'],
      [
        ['removed', moderator.id],
        ['removed', moderator.id],
      ],
    ]);
  });

  test('to remove an item of a type that cannot be removed leaves its reports open', async () => {
    const photo = await addMedia(bo, await addPost(bo));
    await createReport(ada, {
      type: 'photo',
      id: photo,
      category: 'licensed',
      description: 'Mine',
    });
    expect((await list()).response).toMatchObject([
      { type: 'album_photo', can_remove: 0, body: null },
    ]);
    expect((await decide(photo, 'remove', 'album_photo')).status).toBe(404);
    expect([await statuses(photo), await logged()]).toEqual([['open'], []]);
    expect(await decide(photo, 'dismiss', 'album_photo')).toMatchObject({ status_code: 204 });
  });

  test('by two moderators at once is made once', async () => {
    const id = await addPost(bo);
    await report(ada, id);
    const answers = await Promise.all([
      decide(id, 'dismiss'),
      decide(id, 'remove'),
      decide(id, 'dismiss'),
      decide(id, 'remove'),
    ]);
    expect(answers.map(({ status_code }) => status_code).sort()).toEqual([204, 404, 404, 404]);
    expect(await logged()).toHaveLength(1);
    expect(await exists(id)).toBe((await statuses(id))[0] === 'dismissed');
  });

  test.each([
    ['no decision', {}],
    ['an unknown one', { decision: 'burn' }],
    ['no id', { id: '', decision: 'dismiss' }],
    ['a list', { id: '1,2', decision: 'dismiss' }],
    ['an unknown type', { type: 'planet', decision: 'dismiss' }],
  ])('%s is refused', async (_, fields) => {
    expect(
      await send(
        'POST',
        '/admin/reports/decide',
        { type: post, id: 5, ...(fields as Fields) },
        { as: moderator },
      ),
    ).toMatchObject({ status: 400, error_code: 'validation_fail' });
  });
});

test('members who are not moderators find none of this', async () => {
  const id = await addPost(bo);
  await report(ada, id);
  const suspended = await addMember({ role: 'moderator' });
  await setStatus(suspended, 'suspended');
  for (const as of [ada, bo, suspended, undefined]) {
    const options = as ? { as } : {};
    const answers = [
      await send('GET', '/admin/reports', {}, options),
      await send('POST', '/admin/reports/view', { type: post, id }, options),
      await send('POST', '/admin/reports/decide', { type: post, id, decision: 'remove' }, options),
    ];
    const expected = as === ada || as === bo ? 404 : 401;
    expect(answers.map(({ status }) => status)).toEqual([expected, expected, expected]);
    expect(JSON.stringify(answers)).not.toContain('Look');
  }
  expect([await exists(id), await statuses(id), await logged()]).toEqual([true, ['open'], []]);
  const admin = await addMember({ role: 'admin' });
  expect((await list(admin)).totalItemCount).toBe(1);
});
