import { beforeAll, describe, expect, test } from 'vitest';
import { listFriends, suggestFriends } from '#domains/friends/friend-list.server.ts';
import { friendList, friendSuggestion } from '#domains/friends/friends.schema.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block, setProfileAudience, setStatus } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';

let ada: Member;
let stranger: Member;
const friends: Record<string, Member> = {};
const names = [
  'José García',
  'Zoë Anne-Marie Kay',
  "Niamh O'Brien",
  'Ada Zimmer',
  'Bo 100%',
  'İpek Şahin',
  'Émile',
];
beforeAll(async () => {
  [ada, stranger] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Stranger Danger' }),
  ];
  for (const name of names) await befriend(ada, (friends[name] = await addMember({ name })));
});

const suggested = async (search: string, limit = 10) =>
  (await suggestFriends(ada, { search, limit })).map(({ label }) => label);

describe('friend search', () => {
  test.each([
    ['jose', ['José García']],
    ['GARCIA', ['José García']],
    ['garcía', ['José García']],
    ['jose gar', ['José García']],
    ['marie', ['Zoë Anne-Marie Kay']],
    ['anne-marie', ['Zoë Anne-Marie Kay']],
    ['brien', ["Niamh O'Brien"]],
    ["o'b", ["Niamh O'Brien"]],
    ['100%', ['Bo 100%']],
    ['%', []],
    ['_', []],
    ['\\', []],
    ['sahin', ['İpek Şahin']],
    ['emile', ['Émile']],
    ['ose', []],
    ['stranger', []],
    ["'; drop table members; --", []],
  ])('%s finds %j', async (search, found) => expect(await suggested(search)).toEqual(found));

  test('without a text it returns the first by name, up to the limit', async () => {
    expect(await suggested('', 3)).toEqual([
      'Ada Zimmer',
      'Bo 100%',
      expect.stringMatching(/mile|İpek/),
    ]);
    expect(await suggested('', 50)).toHaveLength(names.length);
  });

  test('a match at the start of the name comes before a later one', async () => {
    await befriend(ada, await addMember({ name: 'Zimmer Frei' }));
    expect(await suggested('zimm')).toEqual(['Zimmer Frei', 'Ada Zimmer']);
  });

  test('returns the fields the client renders', async () => {
    const [one] = await suggestFriends(ada, { search: 'jose' }, 'https://hearth.example');
    const { id } = friends['José García']!;
    expect(friendSuggestion.parse(one)).toEqual({
      guid: `user_${id}`,
      id,
      label: 'José García',
      image: 'https://hearth.example/no-photo.png',
      photo: 'https://hearth.example/no-photo.png',
      type: 'user',
    });
  });

  test('leaves out suspended, deleted and blocked members', async () => {
    const suspended = await addMember({ name: 'Quentin Gone' });
    await befriend(ada, suspended);
    expect(await suggested('quentin')).toHaveLength(1);
    await setStatus(suspended, 'suspended');
    expect(await suggested('quentin')).toEqual([]);
    await setStatus(suspended, 'active');
    await block(suspended, ada);
    expect(await suggested('quentin')).toEqual([]);
  });
});

describe('the list of friends', () => {
  test('includes the viewer’s friendship to each, in pages by name', async () => {
    const [owner, friend, common, asked, asking, other] = await Promise.all(
      ['Owner', 'A friend', 'B common', 'C asked', 'D asking', 'E other'].map((name) =>
        addMember({ name }),
      ),
    );
    for (const one of [friend, common, asked, asking, other, ada]) await befriend(owner!, one!);
    for (const one of [friend, common]) await befriend(ada, one!);
    await befriend(common!, other!);
    await db.execute(
      sql`
        insert into friend_requests (sender_id, recipient_id)
        values (${ada.id}, ${asked!.id}), (${asking!.id}, ${ada.id})`,
    );
    const all = await listFriends(ada, { ownerId: owner!.id });
    expect(friendList.parse(all)).toEqual(all);
    expect(all.totalItemCount).toBe(6);
    // The owner is everybody's friend, and Ada's too: hence one friend in common with each.
    expect(
      all.friends.map(({ displayname, friendship_type, mutualFriendCount }) => [
        displayname,
        friendship_type,
        mutualFriendCount,
      ]),
    ).toEqual([
      ['A friend', 'remove_friend', 1],
      ['Ada', 'cannot_add', 0],
      ['B common', 'remove_friend', 1],
      ['C asked', 'cancel_request', 1],
      ['D asking', 'accept_request', 1],
      ['E other', 'add_friend', 2],
    ]);
    expect(all.friends[3]!.menus).toEqual({
      name: 'cancel_request',
      label: 'Cancel Request',
      url: 'user/cancel',
      urlParams: { user_id: asked!.id },
    });
    const second = await listFriends(ada, { ownerId: owner!.id, page: 2, limit: 4 });
    expect(second).toMatchObject({
      totalItemCount: 6,
      friends: [{ displayname: 'D asking' }, { displayname: 'E other' }],
    });
    expect(await listFriends(ada, { ownerId: owner!.id, page: 9 })).toMatchObject({
      totalItemCount: 6,
      friends: [],
    });
    expect(await listFriends(ada, { ownerId: owner!.id, search: 'comm' })).toMatchObject({
      totalItemCount: 1,
      friends: [{ displayname: 'B common' }],
    });
  });

  test('shows visitors only people visible to visitors, and does not count others', async () => {
    const [owner, shown, hidden] = [
      await addMember(),
      await addMember({ name: 'Shown' }),
      await addMember({ name: 'Hidden' }),
    ];
    for (const one of [shown, hidden]) await befriend(owner, one);
    for (const one of [owner, shown]) await setProfileAudience(one);
    await setProfileAudience(hidden, 'members');
    expect(await listFriends(visitor, { ownerId: owner.id })).toMatchObject({
      totalItemCount: 1,
      friends: [{ displayname: 'Shown', menus: null }],
    });
    expect((await listFriends(stranger, { ownerId: owner.id })).totalItemCount).toBe(2);
  });

  test('is not found for viewers who may not see the profile', async () => {
    const [owner, friend] = [await addMember(), await addMember()];
    await befriend(owner, friend);
    const set = (audience: string) =>
      db.execute(sql`
        insert into member_settings (member_id, profile_audience)
        values (${owner.id}, ${audience})
        on conflict (member_id)
        do update set profile_audience = excluded.profile_audience`);
    const readers = async () => {
      const tries = [visitor, stranger, friend, owner].map((viewer) =>
        listFriends(viewer, { ownerId: owner.id }).then(
          () => true,
          ({ code }) => code,
        ),
      );
      return Promise.all(tries);
    };
    await setProfileAudience(owner);
    expect(await readers()).toEqual([true, true, true, true]);
    await set('members');
    expect(await readers()).toEqual(['no_record', true, true, true]);
    await set('friends');
    expect(await readers()).toEqual(['no_record', 'no_record', true, true]);
    await set('onlyme');
    expect(await readers()).toEqual(['no_record', 'no_record', 'no_record', true]);
    await set('everyone');
    await block(stranger, owner);
    expect(await readers()).toEqual([true, 'no_record', true, true]);
  });

  test('takes one statement, however long it is', async () => {
    expect(await countStatements(() => listFriends(ada, { ownerId: ada.id }))).toBe(1);
  });
});
