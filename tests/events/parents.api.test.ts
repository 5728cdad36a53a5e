import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteRows } from '#domains/containers/lifecycle/deletion.server.ts';
import { settleSuccession } from '#domains/containers/ownership/succession.server.ts';
import { readEvent } from '#domains/events/event-rows.server.ts';
import { eventScreens } from '#domains/events/event-screens.views.server.ts';
import { isKeptOut } from '#domains/events/mail-answers/guest-mail.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { postNotifications } from '#domains/posts/announcements/post-notifications.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { startJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { addGroup, addToGroup } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { addMember, block, givePassword } from '../support/people.ts';
import { addEvent, call, createEvent, listed, view } from './event-world.ts';

let owner: Member;
let member: Member;
let outsider: Member;
beforeAll(async () => {
  await startJobs([]);
  env().RATE_LIMIT_SCALE = 1_000;
});
beforeEach(async () => {
  owner = await addMember();
  member = await addMember();
  outsider = await addMember();
});

/** Runs the waiting jobs that notify of posts. */
async function runJobs(): Promise<void> {
  const waiting = await db.execute<{ data: object }>(sql`
    delete from jobs.job where name = ${postNotifications.name} returning data`);
  for (const { data } of waiting)
    await postNotifications.work(data, { id: '1', signal: AbortSignal.timeout(60_000) });
}

const noticesOf = async (as: Member): Promise<string[]> =>
  (await call(as, 'GET', '/notifications')).body.recentUpdates.map(
    ({ type }: { type: string }) => type,
  );

const inGroup = (id: number) => ({ parent_type: 'group', parent_id: id });
const closed = { auth_view: 'member', search: 1, approval: 1 };
const secret = { auth_view: 'member', search: 0, approval: 1 };

async function groupWith(fields: Record<string, string | number>): Promise<number> {
  const id = await addGroup(owner);
  await addToGroup(owner, id, member);
  await call(owner, 'PUT', `/groups/edit/${id}`, fields);
  return id;
}
/** Status of the form and of the call that creates, and whether the list offers it. */
async function attempt(as: Member, parent: Record<string, string | number>) {
  const form = await call(as, 'GET', '/events/create', parent);
  const list = await call(as, 'GET', '/events', parent);
  const created = await createEvent(as, parent);
  return [form.status, created.status, list.body?.canCreate];
}

describe('creating an event in a group', () => {
  test.each([
    ['registered', {}, { owner: 200, member: 200, outsider: 200 }],
    ['registered', closed, { owner: 200, member: 200, outsider: 401 }],
    ['registered', secret, { owner: 200, member: 200, outsider: 404 }],
    ['member', {}, { owner: 200, member: 200, outsider: 401 }],
    ['officer', {}, { owner: 200, member: 401, outsider: 401 }],
  ])('is for those of its choice %s, with %j', async (policy, privacy, expected) => {
    const id = await groupWith({ auth_event: policy, ...privacy });
    const people = { owner, member, outsider };
    for (const [name, status] of Object.entries(expected)) {
      const as = people[name as keyof typeof people];
      expect([name, ...(await attempt(as, inGroup(id)))]).toEqual([
        name,
        status,
        status,
        status === 200 ? 1 : 0,
      ]);
    }
  });

  test('is for nobody whom it has banned, and for nobody while it is archived', async () => {
    const id = await groupWith({ auth_event: 'registered' });
    await call(owner, 'POST', `/groups/member/ban/${id}`, { user_id: member.id });
    expect(await attempt(member, inGroup(id))).toEqual([401, 401, 0]);
    await call(owner, 'POST', `/groups/archive/${id}`, { archive: 1 });
    expect(await attempt(owner, inGroup(id))).toEqual([401, 401, 0]);
  });

  test('is refused without a number, and not found in another kind or a deleted group', async () => {
    const page = await addPage(owner);
    const id = await groupWith({});
    await db.execute(sql`update containers set state = 'deleted' where id = ${id}`);
    expect(await attempt(owner, inGroup(page))).toEqual([404, 404, 0]);
    expect(await attempt(owner, inGroup(id))).toEqual([404, 404, 0]);
    expect((await attempt(owner, { parent_type: 'group' })).slice(0, 2)).toEqual([400, 400]);
    expect((await attempt(owner, { parent_type: 'event', parent_id: 1 }))[0]).toBe(400);
    expect((await attempt(owner, { ...inGroup(0) }))[1]).toBe(400);
  });
});

test('staff of a page creates events there while its app is on', async () => {
  const id = await addPage(owner);
  const page = { parent_type: 'sitepage_page', parent_id: id };
  expect(await attempt(owner, page)).toEqual([200, 200, 1]);
  expect(await attempt(outsider, page)).toEqual([401, 401, 0]);
  await call(owner, 'POST', `/sitepage/apps/${id}`, { name: 'events', enabled: 0 });
  expect(await attempt(owner, page)).toEqual([401, 401, 0]);
});

test('an event names its group to those who read that', async () => {
  const group = await groupWith({ title: 'Rowers' });
  const id = await addEvent(member, inGroup(group));
  const parent = { parent_type: 'group', parent_id: group, parent_title: 'Rowers' };
  expect(await view(outsider, id)).toMatchObject(parent);
  expect(await view(undefined, id)).toMatchObject(parent);
  expect(await listed(outsider, inGroup(group))).toEqual([id]);
});

const emailOf = async ({ id }: Member) =>
  (await db.execute<{ email: string }>(sql`select email from members where id = ${id}`))[0]!.email;
const answerOf = async (as: Member, id: number) => (await view(as, id))?.rsvp;
const answer = (as: Member, id: number, rsvp = 2) =>
  call(as, 'POST', `/events/view/${id}`, { rsvp });

describe('an event in a group', () => {
  let group: number;
  let id: number;
  beforeEach(async () => {
    group = await groupWith({ title: 'Rowers' });
    id = await addEvent(member, { ...inGroup(group), capacity: 2 });
  });

  test('ends the answer of a member who leaves the group or is banned from it', async () => {
    await addToGroup(owner, group, outsider);
    const third = await addMember();
    await answer(outsider, id);
    await answer(third, id);
    expect(await view(third, id)).toMatchObject({ rsvp: 2, queue_number: 1 });
    await call(outsider, 'POST', `/groups/member/leave/${group}`);
    expect((await view(third, id)).queue_number).toBeUndefined();
    expect(await answerOf(outsider, id)).toBeUndefined();
    await call(owner, 'POST', `/groups/member/ban/${group}`, { user_id: third.id });
    expect(await view(owner, id)).toMatchObject({ get_attending_count: 1, seats_left: 1 });
    expect((await answer(third, id)).status).toBe(401);
  });

  test('keeps answers to what is over when somebody leaves the group', async () => {
    await addToGroup(owner, group, outsider);
    await answer(outsider, id);
    await db.execute(sql`
      update events
      set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour'
      where id = ${id}`);
    await db.execute(sql`
      update container_seats set closes_at = now() - interval '1 hour' where item_id = ${id}`);
    await call(outsider, 'POST', `/groups/member/leave/${group}`);
    expect(await answerOf(outsider, id)).toBe(2);
  });

  test('is for guests from outside a front once the group is closed', async () => {
    await answer(outsider, id);
    await call(owner, 'PUT', `/groups/edit/${group}`, closed);
    expect(await view(outsider, id)).toMatchObject({
      allow_to_view: 0,
      title: 'Tea',
      location: '',
    });
    expect((await call(await addMember(), 'GET', `/events/view/${id}`)).status).toBe(404);
    expect((await call(undefined, 'GET', `/events/view/${id}`)).status).toBe(404);
    expect(await listed(outsider, inGroup(group))).toEqual([]);
  });

  test('keeps its online address and what notices quote from guests once the group is closed', async () => {
    const url = 'https://meet.test/rowers';
    await call(member, 'PUT', `/events/edit/${id}`, { online_url: url, capacity: 9 });
    const inside = await addMember();
    await addToGroup(owner, group, inside);
    for (const guest of [outsider, inside]) await answer(guest, id);
    await call(member, 'POST', `/events/message/${id}`, { body: 'The key is below the mat' });
    await call(member, 'POST', `/events/cancel/${id}`, { reason: 'The mat is gone' });
    const quotes = async (as: Member) =>
      (await listNotifications(as)).recentUpdates.map(({ params }) => params.label).toSorted();
    const texts = [
      'The key is below the mat',
      expect.stringMatching(/^The mat is gone · Sat, May 1/),
    ];
    expect([await quotes(outsider), (await view(outsider, id)).online_url]).toEqual([texts, url]);
    await call(owner, 'PUT', `/groups/edit/${group}`, closed);
    expect([await quotes(outsider), (await view(outsider, id)).online_url]).toEqual([
      ['Tea', 'Tea'],
      '',
    ]);
    expect([await quotes(inside), (await view(inside, id)).online_url]).toEqual([texts, url]);
  });

  test('takes answers of members whom its host has blocked, unlike one without a group', async () => {
    await addToGroup(owner, group, outsider);
    await block(member, outsider);
    const alone = await addEvent(member);
    expect((await answer(outsider, id)).status).toBe(200);
    expect((await view(outsider, id)).rsvp).toBe(2);
    expect((await answer(outsider, alone)).status).toBe(401);
    expect(await isKeptOut(await emailOf(outsider), id)).toBe(false);
    expect(await isKeptOut(await emailOf(outsider), alone)).toBe(true);
  });

  test('stands on the wall of the group and notifies who wants its posts', async () => {
    await call(owner, 'POST', `/groups/member/options/${group}`, { notify: 'all' });
    const other = await addEvent(member, { ...inGroup(group), title: 'Regatta' });
    const { body } = await call(outsider, 'GET', '/advancedactivity/feeds', {
      subject_type: 'group',
      subject_id: group,
    });
    const items = body.data.map(({ feed }: { feed: { type: string } }) => feed.type);
    expect(items.filter((type: string) => type === 'event_create')).toHaveLength(2);
    await runJobs();
    expect(await noticesOf(owner)).toContain('group_post');
    expect(await listed(outsider, inGroup(group))).toContain(other);
  });

  test('is cancelled by the owner of its group, who bans its host', async () => {
    const cancel = (as: Member) => call(as, 'POST', `/events/cancel/${id}`);
    const offered = async (as: Member) =>
      eventScreens.actions(await readEvent(as, id)).some(({ label }) => label === 'Cancel event');
    expect([await offered(outsider), await offered(owner)]).toEqual([false, true]);
    expect((await cancel(outsider)).status).toBe(401);
    await call(owner, 'POST', `/groups/member/ban/${group}`, { user_id: member.id });
    expect((await cancel(member)).status).toBe(401);
    expect((await cancel(owner)).status).toBe(200);
    expect(await view(owner, id)).toMatchObject({ status: 'cancelled' });
  });

  test('is deleted with its group, and guests of what is to come are notified once', async () => {
    const over = await addEvent(member, inGroup(group));
    await answer(outsider, id);
    await answer(outsider, over);
    await db.execute(sql`
      update events
      set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour'
      where id = ${over}`);
    await call(owner, 'DELETE', `/groups/delete/${group}`, { password: await givePassword(owner) });
    expect((await call(outsider, 'GET', `/events/view/${id}`)).status).toBe(404);
    await deleteRows();
    await deleteRows();
    expect(await noticesOf(outsider)).toEqual(['event_deleted']);
    const left = await db.execute(sql`select from events where id in (${id}, ${over})`);
    expect(left).toEqual([]);
  });
});

const leave = (one: Member) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`update members set status = 'deleted' where id = ${one.id}`);
    await settleSuccession(tx, one.id);
  });

describe('an event whose host deletes the account', () => {
  test('goes to the oldest co-host', async () => {
    const id = await addEvent(member);
    await answer(outsider, id);
    await call(member, 'POST', `/events/member/promote/${id}`, { user_id: outsider.id });
    await db.execute(sql`update members set last_seen_on = now()::date where id = ${outsider.id}`);
    await leave(member);
    expect(await view(outsider, id)).toMatchObject({ membership: 'owner', status: 'scheduled' });
  });

  test('goes to the owner of its group without one', async () => {
    const id = await addEvent(member, inGroup(await groupWith({})));
    await leave(member);
    expect(await view(owner, id)).toMatchObject({ membership: 'owner', status: 'scheduled' });
  });

  test('is cancelled without either, and guests are notified', async () => {
    const id = await addEvent(member);
    await answer(outsider, id);
    await leave(member);
    expect(await view(outsider, id)).toMatchObject({ status: 'cancelled' });
    expect(await noticesOf(outsider)).toContain('event_cancelled');
    expect((await answer(outsider, id, 1)).status).toBe(401);
  });
});
