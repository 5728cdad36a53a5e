import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { postNotifications } from '#domains/posts/announcements/post-notifications.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, block } from '../support/people.ts';
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

test('members who chose it are notified of each new post, in the name of the page too, once', async () => {
  const [me, wanting, unmailed, refusing, blocked, writer] = await Promise.all(
    Array.from({ length: 6 }, () => addMember()),
  );
  const id = await addPage(me!);
  for (const one of [wanting!, unmailed!, refusing!, blocked!, writer!])
    await addToPage(me!, id, one);
  await block(blocked!, writer!);
  const settings = (as: Member, fields: Record<string, string | number>) =>
    call(as, 'POST', `/sitepage/notification-settings/${id}`, fields);
  for (const one of [wanting!, blocked!, writer!])
    await settings(one, { action_notification: 'posted' });
  await settings(unmailed!, { action_notification: 'posted', email: 0 });
  await settings(refusing!, { action_notification: 'posted', notification: 0 });
  const { body } = await call(wanting!, 'GET', `/sitepage/notification-settings/${id}`);
  expect(body.formValues.action_notification).toEqual(['posted']);
  const post = async (as: Member) => {
    const written = await call(as, 'POST', '/advancedactivity/feeds/post', {
      body: 'News',
      subject_type: 'sitepage_page',
      subject_id: id,
    });
    return written.body.response.feed.action_id as number;
  };
  const [inItsName, byMember] = [await post(me!), await post(writer!)];
  const jobs = await db.execute<{ data: object }>(sql`
    select data from jobs.job where name = ${postNotifications.name}`);
  for (const { data } of [...jobs, ...jobs])
    await postNotifications.work(data, { id: '1', signal: AbortSignal.timeout(60_000) });
  const noticesAbout = (as: Member) =>
    db.execute(sql`
      select subject_id::int as post, email_frequency as frequency
      from notifications
      where recipient_id = ${as.id} and type = 'page_post'
      order by 1`);
  const both = (frequency: string | null) =>
    [inItsName, byMember].map((one) => ({ post: one, frequency }));
  expect(await noticesAbout(wanting!)).toEqual(both('daily'));
  expect(await noticesAbout(unmailed!)).toEqual(both(null));
  expect(await noticesAbout(refusing!)).toEqual([]);
  // Neither of the own posts, nor of posts that cannot be read, nor without a choice.
  expect(await noticesAbout(writer!)).toEqual([{ post: inItsName, frequency: 'daily' }]);
  expect(await noticesAbout(blocked!)).toEqual([{ post: inItsName, frequency: 'daily' }]);
  expect(await noticesAbout(me!)).toEqual([]);
  // The notice names nobody: not who wrote in the name of the page either.
  const { recentUpdates } = (await call(wanting!, 'GET', '/notifications')).body;
  for (const one of [inItsName, byMember])
    expect(recentUpdates).toContainEqual(
      expect.objectContaining({ type: 'sitepage_post', url: `/posts/${one}` }),
    );
  expect(JSON.stringify(recentUpdates)).not.toContain(me!.displayname);
  await settings(wanting!, { action_notification: '' });
  const { body: after } = await call(wanting!, 'GET', `/sitepage/notification-settings/${id}`);
  expect(after.formValues.action_notification).toEqual([]);
  await call(wanting!, 'POST', `/sitepage/leave/${id}`);
  expect(await noticesAbout(wanting!)).toEqual([]);
});

test('notices of a review and of a follower end with these', async () => {
  const [somebody, id] = [await addMember(), await addPage(owner)];
  const unread = async () => {
    const { recentUpdates } = (await call(owner, 'GET', '/notifications')).body;
    return (recentUpdates as Array<{ type: string; object_id: number }>)
      .filter(({ type, object_id }) => type.startsWith('sitepage_') && object_id === id)
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

test('each of the staff chooses notices, or mails as well', async () => {
  await choose({ email: 0 });
  const unmailed = await noticesOf(owner);
  expect(Object.keys(unmailed).toSorted()).toEqual(all.toSorted());
  expect(Object.values(unmailed)).toEqual(all.map(() => null));
  await choose({ notification: 0 });
  expect(await noticesOf(owner)).toEqual({});
  expect(await noticesOf(moderator)).toEqual({ page_request: 'daily' });
});

test('a new role is notified to whoever wants no notices of the page', async () => {
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
