import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMedia, addMember, addPost, befriend, block } from '../support/people.ts';
import { send } from '../support/rest.ts';

let ada: Member;
let bo: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo] = [
    await addMember({ name: 'Ada', avatar: 'ada.webp' }),
    await addMember({ name: 'Bo' }),
  ];
  await befriend(ada, bo);
});

const read = (path: string, fields = {}, as: Member | undefined = ada) =>
  send('GET', path, fields, { as });

test('the own profile, as the header requests it', async () => {
  const { body, status } = await read(`/user/profile/${ada.id}`, {
    gutter_menu: 0,
    profile_tabs: 0,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    response: {
      user_id: ada.id,
      displayname: 'Ada',
      friend_count: 1,
      member_count: 1,
      friendship_type: 'cannot_add',
      can_post: 1,
      default_cover: 1,
    },
    gutterMenu: [],
    profile_tabs: [],
  });
  expect(body.response.image_icon).toContain('/media/public/ada.webp');
  expect(body.response.email).toContain('@hearth.example');
  expect((await read('/user/profile')).body.response.user_id).toBe(ada.id);
});

test("another member's profile: the available actions, and no private fields", async () => {
  // One video and one photo for everyone, which also create the wall's album, and a video for the
  // author alone.
  for (const audience of ['everyone', 'onlyme'] as const)
    await addMedia(bo, await addPost(bo, { audience }), { kind: 'video' });
  await addMedia(bo, await addPost(bo));
  const { body, text } = await read(`/user/profile/${bo.id}`, { gutter_menu: 1, profile_tabs: 1 });
  expect(
    body.gutterMenu.map(({ name, url }: { name: string; url: string }) => [name, url]),
  ).toEqual([
    ['user_profile_friend', 'user/remove'],
    ['user_profile_message', 'messages/compose'],
    ['user_profile_block', 'block/add'],
    ['user_profile_report', 'report/create'],
  ]);
  expect(
    body.profile_tabs.map(({ name, totalItemCount }: { name: string; totalItemCount: number }) => [
      name,
      totalItemCount,
    ]),
  ).toEqual([
    ['update', 0],
    ['info', 0],
    ['stories', 0],
    ['video', 1],
    ['friends', 1],
    ['album', 1],
  ]);
  expect(text).not.toMatch(/@hearth\.example|timezone|lastlogin|level_id|hash/);
  expect((await read('/user/profile', { user_id: bo.id })).body.response.user_id).toBe(bo.id);
});

test('fields for native clients: last status, location, daily views by others, last change', async () => {
  const [cy, friend] = [await addMember({ name: 'Cy' }), await addMember()];
  await befriend(cy, friend);
  const of = async (as: Member) => (await read(`/user/profile/${cy.id}`, {}, as)).body?.response;
  expect(await of(cy)).toMatchObject({
    status: null,
    status_date: null,
    view_count: 0,
    location: '',
    member_type: 'Regular Member',
    network_list: '',
    is_like: 0,
    like_count: 0,
  });
  await addPost(cy, { body: 'Said to all', publishedAt: new Date('2026-01-02T03:04:05Z') });
  await addPost(cy, { body: 'Said to friends', audience: 'friends' });
  await send(
    'PUT',
    '/members/edit/profile',
    { location: 'Quay Lane', location_privacy: 'friends' },
    { as: cy },
  );
  expect(await of(ada)).toMatchObject({
    status: 'Said to all',
    status_date: '2026-01-02 03:04:05',
    location: '',
    view_count: 1,
  });
  expect(await of(ada)).toMatchObject({ view_count: 1 });
  const { modified_date, creation_date, ...seen } = await of(friend);
  expect(seen).toMatchObject({ status: 'Said to friends', location: 'Quay Lane', view_count: 2 });
  expect(modified_date >= creation_date).toBe(true);
  // On another day the same members count again; hidden viewers and the owner never count.
  await db.execute(sql`update profile_views set day = day - 1 where profile_id = ${cy.id}`);
  await Promise.all(Array.from({ length: 5 }, () => of(ada)));
  const hidden = await addMember();
  await block(cy, hidden);
  await of(hidden);
  expect(await of(cy)).toMatchObject({ view_count: 3 });
});

test('hidden, blocking and absent: the same 404', async () => {
  const [shy, blocker, both] = [await addMember(), await addMember(), await addMember()];
  await db.execute(
    sql`insert into member_settings (member_id, profile_audience) values (${shy.id}, 'onlyme')`,
  );
  await block(blocker, ada);
  await block(ada, both);
  await block(both, ada);
  const deleted = await addMember({ status: 'deleted' });
  await block(ada, deleted);
  const answers = await Promise.all(
    [shy.id, blocker.id, both.id, deleted.id, 999_999_999].map((id) => read(`/user/profile/${id}`)),
  );
  for (const one of answers)
    expect([one.status, one.error_code, one.message]).toEqual([
      404,
      'no_record',
      'This content is not available.',
    ]);
});

test('a member whom the caller has blocked: enough to remove the block, and nothing else', async () => {
  const blocked = await addMember({ name: 'Cy', avatar: 'cy.webp' });
  await block(ada, blocked);
  const { body, status } = await read(`/user/profile/${blocked.id}`, {
    gutter_menu: 1,
    profile_tabs: 1,
  });
  expect([status, body]).toEqual([
    200,
    {
      response: {
        user_id: blocked.id,
        displayname: 'Cy',
        image_icon: expect.stringContaining('/media/public/cy.webp') as string,
        is_blocked: 1,
      },
      gutterMenu: [
        {
          name: 'user_profile_unblock',
          label: 'Unblock User',
          url: 'block/remove',
          urlParams: { user_id: blocked.id },
        },
      ],
      profile_tabs: [],
    },
  ]);
  // For everybody else they are normal members, and a blocked viewer finds nothing.
  expect((await read(`/user/profile/${blocked.id}`, {}, bo)).body.response).toMatchObject({
    displayname: 'Cy',
    is_blocked: 0,
  });
  expect((await read(`/user/profile/${ada.id}`, {}, blocked)).status).toBe(404);
  expect(
    (await send('POST', '/block/remove', { user_id: blocked.id }, { as: ada })).status_code,
  ).toBe(204);
  expect((await read(`/user/profile/${blocked.id}`)).body.response).toMatchObject({
    is_blocked: 0,
    friend_count: 0,
  });
});

test('visitors are refused, and malformed ids too', async () => {
  expect(await send('GET', `/user/profile/${bo.id}`)).toMatchObject({
    status: 401,
    error_code: 'unauthorized',
  });
  for (const id of ['0', '-1', '1e3', 'x', '9'.repeat(19)])
    expect((await read(`/user/profile/${id}`)).status, id).toBe(400);
  expect(await read(`/user/profile/${bo.id}?user_id=${ada.id}`)).toMatchObject({ status: 400 });
  expect(await read('/user/profile', { gutter_menu: 2 })).toMatchObject({ status: 400 });
});
