import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../support/people.ts';
import { addPage, addToPage, call } from './page-world.ts';

let owner: Member;
let moderator: Member;
let page: number;
let post: number;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [owner, moderator] = [await addMember(), await addMember()];
  page = await addPage(owner, { member_approval: 1 });
  await addToPage(owner, page, moderator, 'moderator');
  const written = await call(owner, 'POST', '/advancedactivity/feeds/post', {
    body: 'We are open.',
    subject_type: 'sitepage_page',
    subject_id: page,
  });
  post = written.body.response.feed.action_id;
});

const choose = (fields: Record<string, string | number>, as = owner) =>
  call(as, 'POST', `/sitepage/notification-settings/${page}`, fields);

/** Acts of somebody new on the page, by the action of the settings. */
const acts: Record<string, [type: string, act: (as: Member) => Promise<unknown>]> = {
  follow: ['page_follow', (as) => call(as, 'POST', `/sitepage/follow/${page}`)],
  like: [
    'liked',
    (as) => call(as, 'POST', '/like', { subject_type: 'sitepage_page', subject_id: page }),
  ],
  joined: ['page_request', (as) => call(as, 'POST', `/sitepage/join/${page}`)],
  comment: [
    'commented',
    (as) => call(as, 'POST', '/advancedactivity/comment', { action_id: post, body: 'Nice' }),
  ],
  review: [
    'page_review',
    (as) =>
      call(as, 'POST', `/sitepage/reviews/create/${page}`, {
        rating: 4,
        title: 'Fine',
        body: 'A very fine place.',
      }),
  ],
};

/** Types of the notices that the recipient gets of one of each, with the frequency of the mail. */
async function noticesOf(recipient: Member): Promise<Record<string, string | null>> {
  await db.execute(sql`delete from notifications where recipient_id = ${recipient.id}`);
  const somebody = await addMember();
  for (const [, act] of Object.values(acts)) await act(somebody);
  const rows = await db.execute<{ type: string; frequency: string | null }>(sql`
    select type, email_frequency as frequency
    from notifications
    where recipient_id = ${recipient.id}`);
  return Object.fromEntries(rows.map(({ type, frequency }) => [type, frequency]));
}
const all = Object.values(acts).map(([type]) => type);

test('each action that is switched off notifies no more, and the others do', async () => {
  expect(Object.keys(await noticesOf(owner)).toSorted()).toEqual(all.toSorted());
  for (const action of Object.keys(acts)) {
    const others = Object.keys(acts).filter((one) => one !== action);
    await choose({ action_notification: others.join(',') });
    expect(Object.keys(await noticesOf(owner)).toSorted(), action).toEqual(
      others.map((one) => acts[one]![0]).toSorted(),
    );
  }
});

test('notices of a review and of a follower end with these', async () => {
  const [somebody, id] = [await addMember(), await addPage(owner)];
  const unread = async () => {
    const { recentUpdates } = (await call(owner, 'GET', '/notifications')).body;
    return (recentUpdates as Array<{ type: string; object_id: number }>)
      .filter(({ object_id }) => object_id === id)
      .map(({ type }) => type)
      .toSorted();
  };
  const text = { rating: 4, title: 'Fine', body: 'A very fine place.' };
  const { body } = await call(somebody, 'POST', `/sitepage/reviews/create/${id}`, text);
  await call(somebody, 'POST', `/sitepage/follow/${id}`, { follow: 1 });
  expect(await unread()).toEqual(['sitepage_follow', 'sitepage_review']);
  const { review_id } = body.response;
  await call(somebody, 'DELETE', `/sitepage/reviews/delete/${id}/${review_id}`);
  expect(await unread()).toEqual(['sitepage_follow']);
  await call(somebody, 'POST', `/sitepage/follow/${id}`, { follow: 0 });
  expect(await unread()).toEqual([]);
});

test('no mails, but notices; no notices at all; others of the staff choose for themselves', async () => {
  await choose({ email: 0 });
  const unmailed = await noticesOf(owner);
  expect(Object.keys(unmailed).toSorted()).toEqual(all.toSorted());
  expect(Object.values(unmailed)).toEqual(all.map(() => null));
  await choose({ notification: 0 });
  expect(await noticesOf(owner)).toEqual({});
  expect(await noticesOf(moderator)).toEqual({ page_request: 'daily' });
  // Their new role is no action on the page.
  const other = await addMember();
  await addToPage(owner, page, other);
  await choose({ notification: 0 }, other);
  await db.execute(sql`delete from notifications where recipient_id = ${other.id}`);
  await call(owner, 'POST', `/sitepage/changerole/${page}`, {
    member_id: other.id,
    role: 'admin',
  });
  const [row] = await db.execute(
    sql`select type from notifications where recipient_id = ${other.id}`,
  );
  expect(row).toEqual({ type: 'page_admin' });
});
