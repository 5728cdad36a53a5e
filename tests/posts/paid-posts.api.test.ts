import { afterEach, beforeAll, expect, test } from 'vitest';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { toPost } from '#domains/posts/posts.model.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { atomFeed } from '#domains/posts/public/atom.ts';
import { publishDue } from '#domains/posts/schedule/publish-due.server.ts';
import { toSchedule } from '#lib/time-zones.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addContainer, addMembership } from '../containers/container-world.ts';
import { fixture } from '../support/files.ts';
import { addMember, befriend } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';

let ada: Member;
let bo: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
  await befriend(ada, bo);
});
afterEach(() => moveClock(0));

const hour = 60 * 60_000;
const write = async (fields: Fields = { is_paid: 1 }) =>
  (await send('POST', '/advancedactivity/feeds/post', { body: 'Tea', ...fields }, { as: ada })).body
    .response;
const edit = async (id: number, fields: Fields, as = ada) =>
  (
    await send(
      'POST',
      '/advancedactivity/edit-feed',
      { action_id: id, body: 'Tea', ...fields },
      { as },
    )
  ).status_code;
const publishedAgo = (id: number, age: string) =>
  db.execute(sql`update posts set published_at = now() - ${age}::interval where id = ${id}`);
const isPaid = async (id: number) => (await readPost(visitor, id)).feed.is_paid;

test('visitors see the mark of a paid post, and none on others', async () => {
  const plain = (await write({})).feed;
  const paid = (await write()).feed;
  expect([plain.is_paid, paid.is_paid]).toEqual([0, 1]);
  expect([await isPaid(plain.action_id), await isPaid(paid.action_id)]).toEqual([0, 1]);
});

test('its author changes the mark for 24 hours, then it is fixed', async () => {
  const { action_id: id } = (await write()).feed;
  await publishedAgo(id, '23 hours');
  expect(await edit(id, { is_paid: 0 })).toBe(204);
  expect(await isPaid(id)).toBe(0);
  expect(await edit(id, { is_paid: 1 })).toBe(204);
  await publishedAgo(id, '25 hours');
  expect(await edit(id, { is_paid: 0, body: 'Coffee' })).toBe(400);
  expect((await readPost(ada, id)).feed).toMatchObject({ is_paid: 1, body: 'Tea' });
  expect([await edit(id, {}), await edit(id, { is_paid: 1 })]).toEqual([204, 204]);
  expect(await isPaid(id)).toBe(1);
});

test('another member cannot change it', async () => {
  const { action_id: id } = (await write()).feed;
  expect(await edit(id, { is_paid: 0 }, bo)).toBe(401);
  expect(await isPaid(id)).toBe(1);
});

test('a post for later keeps it', async () => {
  const schedule_time = toSchedule(new Date(Date.now() + hour), 'UTC');
  await write({ body: 'Paid later', is_paid: 1, schedule_time });
  const { body } = await send('GET', '/advancedactivity/feeds/scheduled', {}, { as: ada });
  expect(body.response[0]).toMatchObject({ body: 'Paid later', is_paid: 1 });
  moveClock(2 * hour);
  await publishDue();
  const [row] = await db.execute<{ isPaid: boolean }>(
    sql`select is_paid as "isPaid" from posts where body = 'Paid later'`,
  );
  expect(row!.isPaid).toBe(true);
});

test('a post that waits for approval keeps it', async () => {
  const group = await addContainer(bo, { postPolicy: 'approval' });
  await addMembership(group, ada);
  const target = { subject_type: 'group', subject_id: group.id };
  const { pending_id: id } = await write({ ...target, is_paid: 1 });
  const approved = await send(
    'POST',
    `/advancedactivity/feeds/pending/${id}/approve`,
    { version: 1 },
    { as: bo },
  );
  expect(approved.body.feed.is_paid).toBe(1);
});

test('a share has a mark of its own, beside that of the original', async () => {
  const { action_id: id } = (await write()).feed;
  const share = async (fields: Fields) => {
    const item = { type: 'activity_action', id, ...fields };
    const { body } = await send('POST', '/activity/share', item, { as: bo });
    return (await readPost(visitor, body.action_id)).feed;
  };
  const [plain, paid] = [await share({}), await share({ is_paid: 1 })];
  expect([plain.is_paid, paid.is_paid]).toEqual([0, 1]);
  expect(plain.attachment[0]!.shared_post_data![0]!.feed.is_paid).toBe(1);
});

test('a shared photo of a paid post has its mark', async () => {
  const photo = async (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ body: 'Tea', type: 'photo', ...fields }))
      form.set(name, value);
    form.set('photo', fixture('square.jpg'));
    const { body } = await send('POST', '/advancedactivity/feeds/post', {}, { as: ada, form });
    const id = body.response.feed.attachment[0].photo_id as number;
    const shared = await send('POST', '/activity/share', { type: 'album_photo', id }, { as: bo });
    return (await readPost(visitor, shared.body.action_id)).feed.attachment[0]!.is_paid;
  };
  expect([await photo({}), await photo({ is_paid: '1' })]).toEqual([0, 1]);
});

test('the Atom feed names it in a category', async () => {
  const { action_id: id } = (await write()).feed;
  const feed = (post: Awaited<ReturnType<typeof readPost>>) =>
    atomFeed([toPost(post)], { origin: 'https://h.test', name: 'H' });
  expect(feed(await readPost(visitor, id))).toContain('<category term="paid-post"');
  expect(await edit(id, { is_paid: 0 })).toBe(204);
  expect(feed(await readPost(visitor, id))).not.toContain('<category');
});
