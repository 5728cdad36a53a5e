import { beforeAll, expect, test } from 'vitest';
import { listActivitySettings } from '#domains/activities/activity.server.ts';
import { friendshipOf } from '#domains/friends/friendship.server.ts';
import { suggestPeople } from '#domains/friends/suggestions.server.ts';
import { isMember, visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { readDetails } from '#domains/profiles/details/details.server.ts';
import { readProfile } from '#domains/profiles/profiles.server.ts';
import { listProfileSitemapPage } from '#domains/profiles/public-profiles.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block } from '../support/people.ts';
import { send } from '../support/rest.ts';

let owner: Member;
let friend: Member;
let stranger: Member;
let viewers: Record<string, Viewer>;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [owner, friend, stranger] = [
    await addMember({ name: 'Owner' }),
    await addMember({ name: 'Friend' }),
    await addMember({ name: 'Stranger' }),
  ];
  await befriend(owner, friend);
  viewers = { visitor, stranger, friend, owner };
  await send('PUT', '/members/edit/profile', { birthdate: '1990-05-21' }, { as: owner });
});
const isThere = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );

test('by default a profile is visible to members and to nobody else', async () => {
  const fresh = await addMember();
  expect(
    (await send('GET', '/members/settings/privacy', {}, { as: fresh })).body.formValues,
  ).toMatchObject({ privacy: 'registered', friends_privacy: 'everyone' });
  for (const read of [readProfile, readDetails]) {
    await expect(read(visitor, fresh.id)).rejects.toMatchObject({ code: 'no_record' });
    expect(await isThere(read(stranger, fresh.id))).toBe(true);
  }
  expect(await listProfileSitemapPage(1)).not.toContainEqual({
    path: `/profile/${fresh.id}/posts`,
  });
  // Other choices do not affect this one.
  await send('PUT', '/members/settings/privacy', { message: 'member' }, { as: fresh });
  expect(
    (await send('GET', '/members/settings/privacy', {}, { as: fresh })).body.formValues.privacy,
  ).toBe('registered');
});

const choose = (fields: Record<string, string | number>, method: 'PUT' | 'POST' = 'PUT') =>
  send(method, '/members/settings/privacy', fields, { as: owner });

test.each([
  ['everyone', ['visitor', 'stranger', 'friend', 'owner']],
  ['registered', ['stranger', 'friend', 'owner']],
  ['network', ['stranger', 'friend', 'owner']],
  ['member', ['friend', 'owner']],
  ['owner', ['owner']],
])(
  '%s: the profile, the friend list and the birthday are visible to those alone',
  async (word, readers) => {
    await choose({ privacy: word });
    for (const [name, viewer] of Object.entries(viewers))
      expect(await isThere(readProfile(viewer, owner.id)), `profile for ${name}`).toBe(
        readers.includes(name),
      );
    await choose({ privacy: 'everyone', friends_privacy: word, birthday_privacy: word });
    for (const [name, viewer] of Object.entries(viewers)) {
      const [profile, { birthdate }] = await Promise.all([
        readProfile(viewer, owner.id),
        readDetails(viewer, owner.id),
      ]);
      expect([profile.showsFriends, birthdate !== ''], name).toEqual([
        readers.includes(name),
        readers.includes(name),
      ]);
    }
  },
);

test('friend requests, findability and indexing change at once', async () => {
  const standing = async () =>
    (
      await db.execute<{ type: string }>(
        sql`select ${friendshipOf(stranger, sql`${owner.id}::bigint`)} as type`,
      )
    )[0]!.type;
  expect(await standing()).toBe('add_friend');
  await choose({ friend_request: 'friends_of_friends' });
  expect(await standing()).toBe('cannot_add');
  await befriend(friend, stranger);
  expect(await standing()).toBe('add_friend');
  const suggested = async () =>
    (await suggestPeople(stranger, { limit: 10 })).users.some(
      ({ user_id }) => user_id === owner.id,
    );
  expect(await suggested()).toBe(true);
  await choose({ search: 0, indexed: 0, message: 'member' }, 'POST');
  expect(await suggested()).toBe(false);
  expect(await listProfileSitemapPage(1)).not.toContainEqual({
    path: `/profile/${owner.id}/posts`,
  });
  const { body } = await send('GET', '/members/settings/privacy', {}, { as: owner });
  expect(body.formValues).toEqual({
    privacy: 'everyone',
    friends_privacy: 'owner',
    birthday_privacy: 'owner',
    friend_request: 'friends_of_friends',
    message: 'member',
    comment: 'member',
    mention: 'member',
    search: 0,
    indexed: 0,
    publishTypes: listActivitySettings().map(({ type }) => type),
  });
});

test.each([
  ['registered', 'registered', ['stranger', 'friend', 'owner']],
  ['network', 'registered', ['stranger', 'friend', 'owner']],
  ['member', 'member', ['friend', 'owner']],
  ['owner', 'owner', ['owner']],
])('%s: those alone may post on the profile', async (sent, kept, posters) => {
  await db.execute(sql`delete from friendships where member_id = ${stranger.id}`);
  await choose({ privacy: 'everyone', comment: sent });
  const { body } = await send('GET', '/members/settings/privacy', {}, { as: owner });
  expect(body.formValues.comment).toBe(kept);
  expect(body.form).toContainEqual(expect.objectContaining({ name: 'comment', type: 'Select' }));
  for (const [name, viewer] of Object.entries(viewers)) {
    const isPoster = posters.includes(name);
    expect((await readProfile(viewer, owner.id)).canPost, name).toBe(isPoster);
    if (!isMember(viewer)) continue;
    const { body: read } = await send('GET', `/user/profile/${owner.id}`, {}, { as: viewer });
    expect(read.response.can_post, name).toBe(isPoster ? 1 : 0);
    const posted = await send(
      'POST',
      '/advancedactivity/feeds/post',
      { body: 'Hello', subject_type: 'user', subject_id: owner.id },
      { as: viewer },
    );
    expect(posted.status, name).toBe(isPoster ? 200 : 401);
  }
});

test('invalid values are refused and change nothing', async () => {
  for (const fields of [
    { privacy: 'nobody' },
    { privacy: '' },
    { friend_request: 'all' },
    { comment: 'everyone' },
    { mention: 'nobody' },
    { search: 2 },
  ] as Array<Record<string, string | number>>)
    expect((await choose(fields)).status, JSON.stringify(fields)).toBe(400);
  expect(
    await send('PUT', '/members/settings/privacy', `privacy=everyone&privacy=owner`, { as: owner }),
  ).toMatchObject({ status: 400 });
  expect(await send('PUT', '/members/settings/privacy', { privacy: 'owner' })).toMatchObject({
    status: 401,
  });
  expect(
    (await send('GET', '/members/settings/privacy', {}, { as: owner })).body.formValues.privacy,
  ).toBe('everyone');
});

test('shared activity is a list in either spelling, unchanged if missing', async () => {
  const chosen = async () =>
    (await send('GET', '/members/settings/privacy', {}, { as: owner })).body.formValues
      .publishTypes as string[];
  await choose({ publishTypes: 'post_self_photo, album_photo_new,friends' });
  expect(await chosen()).toEqual(['friends', 'album_photo_new']);
  await choose({ search: 1 });
  expect(await chosen()).toEqual(['friends', 'album_photo_new']);
  await choose({ publishTypes: '["profile_photo_update"]' });
  expect(await chosen()).toEqual(['profile_photo_update']);
  await send(
    'PUT',
    '/members/settings/privacy',
    {},
    { as: owner, json: { publishTypes: ['friends'] } },
  );
  expect(await chosen()).toEqual(['friends']);
});

test('a malformed list of shared activity is refused', async () => {
  for (const publishTypes of [
    '[',
    '{"a":1}',
    '[1]',
    "friends'",
    `["${'x'.repeat(41)}"]`,
    Array(101).fill('friends').join(),
  ])
    expect((await choose({ publishTypes })).status, publishTypes).toBe(400);
});

test('an empty list shares no activity', async () => {
  await choose({ publishTypes: '' });
  expect(
    (await send('GET', '/members/settings/privacy', {}, { as: owner })).body.formValues
      .publishTypes,
  ).toEqual([]);
});

test('the list of blocked members is included on request', async () => {
  await block(owner, stranger);
  const { body } = await send(
    'GET',
    '/members/settings/privacy',
    { getBlockedUsers: 1 },
    { as: owner },
  );
  expect(body.blockList.map(({ user_id }: { user_id: number }) => user_id)).toEqual([stranger.id]);
});
