// @module-tag rights
import { beforeAll, describe, expect, test } from 'vitest';
import { readContainerAside } from '#domains/containers/kit/container-aside.server.ts';
import { listContainerSitemapPage } from '#domains/containers/sitemap.server.ts';
import { listDays } from '#domains/events/browse/month.server.ts';
import { listUpcomingEvents } from '#domains/events/browse/upcoming.server.ts';
import { readCalendar } from '#domains/events/calendars/event-calendar.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addGroup, addToGroup } from '../groups/group-world.ts';
import { addMember } from '../support/people.ts';
import type { Fields } from '../support/rest.ts';
import { addEvent, call, createEvent, listed, view } from './event-world.ts';

let owner: Member;
let outsider: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [owner, outsider] = [await addMember(), await addMember()];
});

describe('an event of a closed group', () => {
  let group: number;
  let id: number;
  let postId: number;
  beforeAll(async () => {
    group = await addGroup(owner);
    id = await addEvent(owner, { title: 'Heron', parent_type: 'group', parent_id: group });
    const post = await call(owner, 'POST', '/advancedactivity/feeds/post', {
      subject_type: 'event',
      subject_id: id,
      body: 'Heron at dawn',
    });
    postId = post.body.response.feed.action_id;
    await call(owner, 'PUT', `/groups/edit/${group}`, { auth_view: 'member', search: 1 });
  });

  test('has the answers of one that never was', async () => {
    const never = 999_999_999;
    const paths: Array<['GET' | 'POST' | 'DELETE', string, object?]> = [
      ['GET', '/events/view/:id'],
      ['POST', '/events/view/:id', { rsvp: 2 }],
      ['POST', '/events/member/join/:id'],
      ['POST', '/events/member/request/:id'],
      ['GET', '/events/member/list/:id'],
      ['GET', '/events/edit/:id'],
      ['DELETE', '/events/delete/:id', { password: 'x' }],
      ['POST', '/events/cancel/:id', { reason: 'x' }],
      ['GET', '/events/photo/list', { event_id: ':id' }],
      ['GET', '/advancedactivity/feeds', { subject_type: 'event', subject_id: ':id' }],
      ['POST', '/activity/share', { type: 'event', id: ':id', body: '' }],
      ['POST', '/report/create', { type: 'event', id: ':id', category: 'spam', description: 'x' }],
    ];
    for (const as of [outsider, undefined])
      for (const [method, path, fields = {}] of paths) {
        const answers = [];
        for (const named of [id, never]) {
          const filled = JSON.parse(JSON.stringify(fields).replace('":id"', String(named)));
          const one = await call(as, method, path.replace(':id', String(named)), filled);
          answers.push([path, one.status, one.error_code, one.message]);
        }
        expect(answers[0]).toEqual(answers[1]);
        expect(answers[0]![1]).not.toBe(200);
      }
  });

  test('is in no list, search, feed, profile or sitemap', async () => {
    for (const as of [outsider, undefined]) {
      expect(await listed(as, { search_text: 'heron' })).toEqual([]);
      for (const filter of ['future', 'all'])
        expect(await listed(as, { filter, user_id: owner.id })).toEqual([]);
    }
    for (const type of ['', 'event'])
      expect(
        JSON.stringify((await call(outsider, 'POST', '/search', { query: 'heron', type })).body),
      ).not.toContain('Heron');
    const feeds: Fields[] = [
      {},
      { filter_type: 'event' },
      { subject_type: 'user', subject_id: owner.id },
      { action_id: postId },
    ];
    for (const fields of feeds)
      expect((await call(outsider, 'GET', '/advancedactivity/feeds', fields)).text).not.toContain(
        'Heron',
      );
    const paths = (await listContainerSitemapPage(1))!.map(({ path }) => path);
    expect(paths).not.toContain(`/events/event/${id}`);
  });

  test('is in no calendar, month or list beside a screen', async () => {
    const parent = { type: 'group', id: group };
    for (const as of [outsider, visitor]) {
      await expect(readCalendar(as, { eventId: id })).rejects.toMatchObject({ status: 404 });
      const lists = [
        readCalendar(as, 'site'),
        readCalendar(as, { parent }).catch(() => ''),
        listDays(as, ['2027-05-01']),
        readContainerAside(
          as,
          'group',
          { id: group, isMemberListShown: true },
          { withUpcoming: true },
        ),
      ];
      expect(JSON.stringify(await Promise.all(lists))).not.toContain('Heron');
    }
    expect(JSON.stringify(await listUpcomingEvents(outsider))).not.toContain('Heron');
    const lists = [readCalendar(owner, { parent }), listDays(owner, ['2027-05-01'])];
    for (const found of await Promise.all(lists)) expect(JSON.stringify(found)).toContain('Heron');
  });

  test('is there for its members', async () => {
    const member = await addMember();
    await addToGroup(owner, group, member);
    expect(await listed(member, { search_text: 'heron' })).toEqual([id]);
    expect(await view(member, id)).toMatchObject({ allow_to_view: 1, title: 'Heron' });
  });
});

test('an event that is for its guests shows others no host, reason, capacity or counts', async () => {
  const fields = { host: 'Secret choir', ticket_url: 'https://tickets.example/1', capacity: 7 };
  const id = await addEvent(owner, { ...fields, auth_view: 'member' });
  await call(owner, 'POST', `/events/cancel/${id}`, { reason: 'The singer is ill' });
  expect(await view(outsider, id)).toMatchObject({
    title: 'Tea',
    status: 'cancelled',
    status_reason: '',
    host: '',
    capacity: 0,
    get_attending_count: 0,
  });
  expect(await listed(outsider, { search_text: 'choir' })).not.toContain(id);
  expect(await view(owner, id)).toMatchObject({ ...fields, get_attending_count: 1 });
});

describe('an answer', () => {
  test.each([3, -1, '2; drop', '2.0', undefined])('%j changes no counts', async (rsvp) => {
    const id = await addEvent(owner, { capacity: 3 });
    const before = await view(owner, id);
    const sent: Fields = rsvp === undefined ? {} : { rsvp };
    const answer = await call(outsider, 'POST', `/events/view/${id}`, sent);
    expect([answer.status, answer.error_code]).toEqual([400, 'validation_fail']);
    expect(await view(owner, id)).toEqual(before);
  });

  test.each([
    ['over', `starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'`],
    ['cancelled', `status = 'cancelled', cancelled_at = now()`],
  ])('to what is %s is refused and changes nothing', async (_, change) => {
    const id = await addEvent(owner);
    await db.execute(sql`update events set ${sql.raw(change)} where id = ${id}`);
    await db.execute(sql`
      update container_seats set closes_at = now() - interval '1 minute' where item_id = ${id}`);
    const before = await view(owner, id);
    for (const rsvp of [0, 1, 2])
      expect((await call(outsider, 'POST', `/events/view/${id}`, { rsvp })).status).toBe(400);
    expect(await view(owner, id)).toEqual(before);
    expect(await view(outsider, id)).toMatchObject({ membership: 'none' });
  });
});

test.each([
  [{ description: 'x'.repeat(5_001) }, 'description'],
  [{ location: 'x'.repeat(116) }, 'location'],
  [{ host: 'x'.repeat(116) }, 'host'],
  [{ timezone: '../etc/passwd' }, 'timezone'],
  [{ timezone: 'Europe/Berlin; drop' }, 'timezone'],
  [{ starttime: 'tomorrow' }, 'starttime'],
  [{ starttime: '0000-01-01 10:00:00' }, 'starttime'],
  [{ starttime: '9999-12-31', endtime: '2027-05-01', all_day: 1 }, 'starttime'],
  [{ category_id: -1 }, 'category_id'],
  // An end that the leap of the clocks puts before its start.
  [
    {
      starttime: '2027-03-28 02:30:00',
      endtime: '2027-03-28 03:15:00',
      timezone: 'Europe/Berlin',
    },
    'endtime',
  ],
])('an event with %j is refused', async (fields, field) => {
  const answer = await createEvent(owner, fields);
  expect([answer.status, Object.keys(answer.message as object)]).toEqual([400, [field]]);
});

test.each([0, -1, 'abc', '1e3', 9_999_999_999_999])('the number %j is of no event', async (id) => {
  for (const as of [outsider, undefined])
    expect([400, 404]).toContain((await call(as, 'GET', `/events/view/${id}`)).status);
});
