import { beforeAll, describe, expect, test } from 'vitest';
import { listFriends } from '#domains/friends/friend-list.server.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import {
  birthdateProblem,
  websiteProblem,
  wholeAddress,
} from '#domains/profiles/details/details.rules.ts';
import { editProfileInput } from '#domains/profiles/details/details.schema.ts';
import {
  readDetails,
  readOwnProfile,
  saveProfile,
} from '#domains/profiles/details/details.server.ts';
import { readProfile } from '#domains/profiles/profiles.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block, setProfileAudience } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';

let owner: Member;
let viewers: Record<string, Viewer>;
beforeAll(async () => {
  owner = await addMember({ name: 'Owner' });
  const [friend, stranger, moderator] = [
    await addMember(),
    await addMember(),
    await addMember({ role: 'moderator' }),
  ];
  await befriend(owner, friend);
  for (const one of [owner, friend]) await setProfileAudience(one);
  viewers = { visitor, stranger, friend, owner, moderator };
});
const save = (fields: Record<string, string>) => saveProfile(owner, editProfileInput.parse(fields));
const choose = (column: string, value: string) =>
  db.execute(sql`
    insert into member_settings (member_id, ${sql.raw(column)})
    values (${owner.id}, ${value})
    on conflict (member_id)
    do update set ${sql.raw(column)} = ${value}`);

describe('each detail is shown to the audience its owner chose', () => {
  test.each([
    ['everyone', ['visitor', 'stranger', 'friend', 'owner', 'moderator']],
    ['registered', ['stranger', 'friend', 'owner', 'moderator']],
    ['friends', ['friend', 'owner', 'moderator']],
    ['self', ['owner', 'moderator']],
  ])('%s', async (privacy, readers) => {
    await save({
      birthdate: '1990-05-21',
      birthdate_privacy: privacy,
      phone: '+44 1',
      phone_privacy: privacy,
    });
    for (const [name, viewer] of Object.entries(viewers)) {
      const details = await readDetails(viewer, owner.id);
      expect([details.birthdate, details.phone], name).toEqual(
        readers.includes(name) ? ['1990-05-21', '+44 1'] : ['', ''],
      );
    }
  });

  test('and never to more than the profile itself', async () => {
    await save({ about_me: 'Hello', about_me_privacy: 'everyone' });
    await choose('profile_audience', 'friends');
    await expect(readDetails(viewers.stranger!, owner.id)).rejects.toMatchObject({
      code: 'no_record',
    });
    await expect(readDetails(visitor, owner.id)).rejects.toMatchObject({ code: 'no_record' });
    expect((await readDetails(viewers.friend!, owner.id)).about_me).toBe('Hello');
    await choose('profile_audience', 'everyone');
    const blocked = await addMember();
    await block(owner, blocked);
    await expect(readDetails(blocked, owner.id)).rejects.toMatchObject({ code: 'no_record' });
  });
});

test.each([
  ['everyone', ['visitor', 'stranger', 'friend', 'owner', 'moderator']],
  ['members', ['stranger', 'friend', 'owner', 'moderator']],
  ['friends', ['friend', 'owner', 'moderator']],
  ['onlyme', ['owner', 'moderator']],
])(
  'a list of friends for %s is there for those alone, and so is its number',
  async (audience, readers) => {
    await choose('friends_audience', audience);
    for (const [name, viewer] of Object.entries(viewers)) {
      const [profile, list] = await Promise.all([
        readProfile(viewer, owner.id),
        listFriends(viewer, { ownerId: owner.id }),
      ]);
      const count = readers.includes(name) ? 1 : 0;
      expect(
        [profile.friendCount, profile.showsFriends, list.totalItemCount, list.friends.length],
        name,
      ).toEqual([count, readers.includes(name), count, count]);
    }
    await choose('friends_audience', 'everyone');
  },
);

test('missing fields stay, an empty text clears, and the new name shows everywhere', async () => {
  await save({
    first_name: 'Olive',
    last_name: 'Owner',
    location: 'Leeds',
    website: 'https://olive.example/',
  });
  await save({ location: '' });
  expect(await readOwnProfile(owner)).toMatchObject({
    firstName: 'Olive',
    values: { location: '', website: 'https://olive.example/', birthdate: '1990-05-21' },
    audiences: { phone: 'onlyme' },
  });
  await save({ birthdate: '' });
  expect((await readOwnProfile(owner)).values.birthdate).toBe('');
  expect((await readProfile(visitor, owner.id)).displayname).toBe('Olive Owner');
});

test('a taken username is refused', async () => {
  const other = await addMember();
  await expect(save({ username: other.username.toUpperCase() })).rejects.toMatchObject({
    code: 'validation_fail',
    detail: { username: expect.stringContaining('taken') },
  });
});

test.each([
  ['2013-11-21', null],
  ['2013-11-22', 'You must be at least 13 years old.'],
  ['2026-11-22', 'This date is in the future.'],
  ['2025-02-29', 'Please enter a date such as 1990-05-21.'],
  ['1990-5-21', 'Please enter a date such as 1990-05-21.'],
  ['0090-05-21', 'Please enter a date such as 1990-05-21.'],
])('born %s, on 21 November 2026', (date, problem) =>
  expect(birthdateProblem(date, '2026-11-21')).toBe(problem),
);

test.each([
  'javascript:alert(1)',
  'https://user:pass@example.org',
  'example.org',
  'ftp://example.org',
  'https://exa mple.org',
  'data:text/html,x',
])('%s is no website', (address) => expect(websiteProblem(address)).toBeTruthy());

test('takes one statement', async () =>
  expect(await countStatements(() => readDetails(viewers.friend!, owner.id))).toBe(1));

test.each([
  ['example.org', 'https://example.org'],
  ['example.org/me?a=1#b', 'https://example.org/me?a=1#b'],
  ['http://example.org', 'http://example.org'],
  ['', ''],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['a@example.org', 'a@example.org'],
  ['localhost', 'localhost'],
  ['two words.org', 'two words.org'],
  ['//example.org', '//example.org'],
])('%s becomes %s', (typed, address) => expect(wholeAddress(typed)).toBe(address));
