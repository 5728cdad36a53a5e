import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { domains } from '#app/domains.ts';
import { defineActivity } from '#domains/activities/activity.server.ts';
import { shareActivity } from '#domains/activities/share-activity.server.ts';
import { joinContainer } from '#domains/containers/membership/memberships.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { compareContainerPosts } from '#domains/posts/containers/container-post-counts.server.ts';
import { db } from '#server/db.ts';
import { defineDomain, setDomains } from '#server/domain.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, block, setStatus } from '../support/people.ts';
import { fiftyTimes } from '../support/when-busy.ts';
import { addGroup, addToGroup, call } from './group-world.ts';

let owner: Member;
let officer: Member;
let ada: Member;
let outsider: Member;
let id: number;

interface Item {
  feed: { action_id: number; type: string; subject_id: number; feed_title: string };
  feed_menus: Array<{ name: string }>;
}

const feedOf = async (as: Member, fields: Record<string, string | number> = {}) =>
  (await call(as, 'GET', '/advancedactivity/feeds', fields)).body?.data as Item[] | undefined;
const wallOf = (as: Member, group = id) =>
  feedOf(as, { subject_type: 'group', subject_id: group, feed_filter: 0 });
/** The names of those whose joining the viewer finds on the wall. */
const joinsSeenBy = async (as: Member, group = id) =>
  (await wallOf(as, group))!
    .filter(({ feed }) => feed.type === 'group_join')
    .map(({ feed }) => feed.subject_id);
const join = (as: Member, group = id) => call(as, 'POST', `/groups/member/join/${group}`);
const stored = async (group: number) =>
  (await db.execute(sql`select from posts where type = 'group_join' and item_id = ${group}`))
    .length;
const idOfJoin = async () =>
  (await wallOf(owner))!.find(({ feed }) => feed.type === 'group_join')!.feed.action_id;

beforeAll(() => {
  env().RATE_LIMIT_SCALE = 1_000;
});

beforeEach(async () => {
  owner = await addMember({ name: 'Olga' });
  officer = await addMember({ name: 'Ivo' });
  ada = await addMember({ name: 'Ada' });
  outsider = await addMember({ name: 'Otto' });
  id = await addGroup(owner, { title: 'Bakers' });
});

test('another item of a group stands on its wall as a post, and stays when its author leaves', async () => {
  const activity = defineActivity({
    type: 'group_cake',
    headline: () => ({ text: 'baked a cake' }),
    isVisible: () => sql`true`,
    onWall: 'posts',
  });
  setDomains([...domains, defineDomain({ name: 'cakes', activities: [activity] })]);
  try {
    await join(ada);
    await db.transaction((tx) =>
      shareActivity(tx, {
        activity,
        authorId: ada.id,
        audience: 'container',
        itemId: 1_000_000 + id,
        container: { type: 'group', id },
      }),
    );
    const apart = async () => {
      const { body } = await call(owner, 'GET', '/advancedactivity/feeds', {
        subject_type: 'group',
        subject_id: id,
        joins_apart: 1,
      });
      return {
        posts: body.data.map(({ feed }: Item) => feed.type),
        joins: body.joins.length,
      };
    };
    expect(await apart()).toEqual({ posts: ['group_cake'], joins: 1 });
    await call(ada, 'POST', `/groups/member/leave/${id}`);
    expect(await apart()).toEqual({ posts: ['group_cake'], joins: 0 });
  } finally {
    setDomains(domains);
  }
});

describe('joining an open group', () => {
  test('is one item on its wall, whoever sends it how often', async () => {
    await fiftyTimes(() => joinContainer(ada, { type: 'group', id }));
    expect(await joinsSeenBy(outsider)).toEqual([ada.id]);
    const { body } = await call(outsider, 'GET', `/groups/view/${id}`);
    expect(body.response).toMatchObject({ member_count: 2, post_count: 0 });
    expect((await wallOf(outsider))![0]!.feed.feed_title).toContain('joined the group');
  });

  test('is in the group only: unread marks and totals ignore it', async () => {
    await addToGroup(owner, id, officer, 'officer');
    await join(ada);
    for (const filter of ['all', 'group', 'my_posts'])
      for (const viewer of [owner, ada])
        expect(
          (await feedOf(viewer, { filter_type: filter }))!.filter(
            ({ feed }) => feed.type === 'group_join',
          ),
        ).toEqual([]);
    const profile = await feedOf(ada, { subject_type: 'user', subject_id: ada.id });
    expect(profile).toEqual([]);
    const mine = await call(owner, 'GET', '/groups/manage');
    expect(mine.body.response).toEqual([
      expect.objectContaining({ group_id: id, post_count: 0, is_unread: 0 }),
    ]);
    await compareContainerPosts();
    const [row] = await db.execute(sql`
      select c.post_count as posts, ms.published_posts as published
      from containers c
      join memberships ms on ms.type = c.type and ms.id = c.id and ms.member_id = ${ada.id}
      where c.type = 'group' and c.id = ${id}`);
    expect(row).toEqual({ posts: 0, published: 0 });
  });

  test('is not shown by who has turned that off', async () => {
    await db.execute(sql`
      insert into member_settings (member_id, hidden_activity_types)
      values (${ada.id}, '{group_join}')
      on conflict (member_id) do update set hidden_activity_types = excluded.hidden_activity_types`);
    await join(ada);
    expect(await joinsSeenBy(owner)).toEqual([]);
  });

  test.each([
    ['leaving', () => call(ada, 'POST', `/groups/member/leave/${id}`)],
    ['removal', () => call(owner, 'POST', `/groups/member/remove/${id}`, { user_id: ada.id })],
    ['a ban', () => call(owner, 'POST', `/groups/member/ban/${id}`, { user_id: ada.id })],
  ])('is deleted by %s, that of others is not', async (_, act) => {
    await join(officer);
    await join(ada);
    expect((await act()).status).toBe(200);
    expect(await joinsSeenBy(owner)).toEqual([officer.id]);
    expect(await stored(id)).toBe(1);
  });

  test('after leaving is one item again', async () => {
    await join(ada);
    await call(ada, 'POST', `/groups/member/leave/${id}`);
    await join(ada);
    expect(await joinsSeenBy(outsider)).toEqual([ada.id]);
  });
});

describe('it is absent', () => {
  test('in closed and secret groups, and for whoever is invited or approved', async () => {
    const closed = await addGroup(owner, { privacy: 'closed' });
    const asked = await addGroup(owner, { approval: 1 });
    for (const group of [closed, asked]) {
      await addToGroup(owner, group, ada);
      expect(await stored(group)).toBe(0);
    }
    const everybody = await addGroup(owner, { privacy: 'closed' });
    await db.execute(sql`
      update containers set join_policy = 'open' where type = 'group' and id = ${everybody}`);
    expect((await join(ada, everybody)).status).toBe(200);
    expect(await stored(everybody)).toBe(0);
    expect(await stored(id)).toBe(0);
  });

  test('once the group is closed, also for its members', async () => {
    await join(ada);
    await call(owner, 'POST', `/groups/edit/${id}`, { privacy: 'closed' });
    expect(await joinsSeenBy(ada)).toEqual([]);
    expect(await stored(id)).toBe(1);
  });

  test('for those whom a block separates, and for those who may not read the list', async () => {
    await join(ada);
    await join(officer);
    await block(ada, outsider);
    expect(await joinsSeenBy(outsider)).toEqual([officer.id]);
    await call(owner, 'POST', `/groups/edit/${id}`, { auth_members: 'member' });
    expect(await joinsSeenBy(outsider)).toEqual([]);
    expect(await joinsSeenBy(officer)).toEqual([officer.id, ada.id]);
    const postId = await idOfJoin();
    const one = (as?: Member) => call(as, 'GET', '/advancedactivity/feeds', { action_id: postId });
    expect((await one(officer)).status).toBe(200);
    expect((await one(outsider)).status).toBe(404);
    expect((await one()).status).toBe(404);
  });

  test('for visitors', async () => {
    await join(ada);
    const answer = await call(undefined, 'GET', '/advancedactivity/feeds', {
      action_id: await idOfJoin(),
    });
    expect(answer.status).toBe(404);
  });
});

describe('apart from the posts of the wall', () => {
  interface Page {
    data: Item[];
    joins?: Array<{ action_id: number; user_id: number; comment_count: number; can_delete: 0 | 1 }>;
    maxid: number;
    minid: number;
  }
  const apart = async (
    as: Member | undefined,
    fields: Record<string, number | string> = {},
    group = id,
  ) =>
    call(as, 'GET', '/advancedactivity/feeds', {
      subject_type: 'group',
      subject_id: group,
      joins_apart: 1,
      ...fields,
    });
  const pageOf = async (as: Member, fields: Record<string, number | string> = {}) =>
    (await apart(as, fields)).body as Page;
  const post = async (body: string) =>
    call(owner, 'POST', '/advancedactivity/feeds/post', {
      subject_type: 'group',
      subject_id: id,
      body,
    });
  const idsOf = ({ data, joins = [] }: Page) => [
    ...data.map(({ feed }) => feed.action_id),
    ...joins.map((one) => one.action_id),
  ];

  test('a filter of the wall leaves them out', async () => {
    await join(ada);
    const mine = (await pageOf(ada, { filter_type: 'my_posts' })) as Partial<Page>;
    expect([mine.data, mine.joins]).toEqual([[], undefined]);
  });

  test.each([1, 2, 20])('pages of %i pass over nothing', async (limit) => {
    await join(officer);
    await post('One');
    await join(ada);
    await join(outsider);
    await post('Two');
    await post('Three');
    await join(await addMember({ name: 'Cleo' }));
    const all = (await wallOf(owner))!.map(({ feed }) => feed.action_id);
    expect(all).toHaveLength(7);
    const first = await pageOf(owner, { limit });
    expect(first.minid).toBe(all[0]! + 1);
    const walked: number[] = [];
    for (
      let page = first;
      idsOf(page).length;
      page = await pageOf(owner, { limit, maxid: page.maxid })
    )
      walked.push(...idsOf(page));
    expect(walked.toSorted((one, other) => other - one)).toEqual(all);
    expect(first.data).toHaveLength(Math.min(limit, 3));
  });

  test('a hundred of them end a page, and the next one goes on with the posts after them', async () => {
    await post('Before');
    await join(ada);
    await db.execute(sql`
      insert into posts (
        id, author_id, subject_id, object_type, object_id, type, body, audience, item_id, published_at
      )
      select p.id + 1000000 + n, p.author_id, p.subject_id, p.object_type, p.object_id, p.type, p.body,
        p.audience, p.item_id, p.published_at - n * interval '1 microsecond'
      from posts p, generate_series(1, 100) n
      where p.type = 'group_join' and p.item_id = ${id}`);
    const first = await pageOf(ada);
    expect([first.data.length, first.joins!.length]).toEqual([0, 100]);
    const second = await pageOf(ada, { maxid: first.maxid });
    expect([second.data.length, second.joins!.length]).toEqual([1, 1]);
  });

  test('count nobody whom a block separates, and nobody whose account ended', async () => {
    await join(ada);
    await join(officer);
    const seen = async (as: Member) => (await pageOf(as)).joins!.map(({ user_id }) => user_id);
    expect(await seen(outsider)).toEqual([officer.id, ada.id]);
    await block(ada, outsider);
    expect(await seen(outsider)).toEqual([officer.id]);
    await setStatus(officer, 'deleted');
    expect(await seen(outsider)).toEqual([]);
    expect(await seen(owner)).toEqual([ada.id]);
  });

  test('may be deleted by author and staff, and count their comments', async () => {
    await addToGroup(owner, id, officer, 'officer');
    await join(ada);
    const [newest] = (await pageOf(ada)).joins!;
    await call(outsider, 'POST', '/advancedactivity/comment', {
      action_id: newest!.action_id,
      body: 'Welcome',
    });
    const rights = async (as: Member) =>
      (await pageOf(as)).joins!.map((one) => [one.user_id, one.can_delete]);
    expect(await rights(ada)).toEqual([
      [ada.id, 1],
      [officer.id, 0],
    ]);
    expect(await rights(officer)).toEqual([
      [ada.id, 1],
      [officer.id, 1],
    ]);
    expect(await rights(outsider)).toEqual([
      [ada.id, 0],
      [officer.id, 0],
    ]);
    const shown = (await pageOf(owner)).joins!.map(({ comment_count }) => comment_count);
    expect(shown).toEqual(
      (await feedOf(owner, { subject_type: 'group', subject_id: id }))!.map(
        ({ feed }) => (feed as unknown as { comment_count: number }).comment_count,
      ),
    );
  });

  test('are for nobody who may not read the group, or the list of its members', async () => {
    await join(ada);
    const secret = await addGroup(owner, { privacy: 'secret' });
    expect((await apart(outsider, {}, secret)).status).toBe(404);
    expect((await apart(undefined)).status).toBe(401);
    await call(owner, 'POST', `/groups/edit/${id}`, { auth_members: 'member' });
    expect((await pageOf(outsider)).joins ?? []).toEqual([]);
    await call(owner, 'POST', `/groups/edit/${id}`, { privacy: 'closed' });
    await call(owner, 'POST', `/groups/member/ban/${id}`, { user_id: ada.id });
    expect((await apart(ada)).status).toBe(401);
  });
});

test('nobody edits, pins, announces or shares it, staff closes its comments, author and staff delete it', async () => {
  await addToGroup(owner, id, officer, 'officer');
  await join(ada);
  const action_id = await idOfJoin();
  const send = (as: Member, path: string, fields = {}, method: 'POST' | 'DELETE' = 'POST') =>
    call(as, method, `/advancedactivity/${path}`, { action_id, ...fields });
  expect((await send(ada, 'edit-feed', { body: 'Buy my bread' })).status).toBe(401);
  expect((await send(ada, 'update-shareable')).status).toBe(401);
  expect((await send(owner, 'update-pinned')).status).toBe(401);
  expect((await send(owner, 'feeds/announce')).status).toBe(401);
  const shared = await call(outsider, 'POST', '/activity/share', {
    type: 'activity_action',
    id: action_id,
  });
  expect(shared.status).toBe(401);
  const menuOf = async (as: Member) =>
    (await wallOf(as))!
      .find(({ feed }) => feed.action_id === action_id)!
      .feed_menus.map(({ name }) => name);
  expect(await menuOf(ada)).toEqual(['delete_feed', 'update_save_feed']);
  expect(await menuOf(officer)).toEqual([
    'disable_comment',
    'delete_feed',
    'hide',
    'report_feed',
    'block',
    'update_save_feed',
  ]);
  expect((await send(outsider, 'delete', {}, 'DELETE')).status).toBe(401);
  expect((await send(officer, 'delete', {}, 'DELETE')).status).toBe(200);
  expect(await joinsSeenBy(owner)).toEqual([officer.id]);
});
