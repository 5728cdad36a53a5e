import { beforeAll, expect, test } from 'vitest';
import { listFriends } from '#domains/friends/friend-list.server.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { readFeed, readWall } from '#domains/posts/feed/feed.server.ts';
import { readProfile } from '#domains/profiles/profiles.server.ts';
import { listProfileSitemapPage } from '#domains/profiles/public-profiles.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import {
  addMember,
  addPost,
  befriend,
  block,
  setProfileAudience,
  setStatus,
} from '../support/people.ts';
import { countStatements } from '../support/statements.ts';

let owner: Member;
let friend: Member;
let stranger: Member;
let blocked: Member;
beforeAll(async () => {
  [owner, friend, stranger, blocked] = [
    await addMember({ name: 'Owner' }),
    await addMember({ name: 'Friend' }),
    await addMember(),
    await addMember(),
  ];
  await befriend(owner, friend);
  for (const one of [owner, friend]) await setProfileAudience(one);
  await block(owner, blocked);
});

const choose = (
  member: Member,
  column: 'profile_audience' | 'is_indexed',
  value: string | boolean,
) =>
  db.execute(
    sql`
      insert into member_settings (member_id, ${sql.raw(column)})
      values (${member.id}, ${value})
      on conflict (member_id)
      do update set ${sql.raw(column)} = ${value}`,
  );
const viewers = (): Record<string, Viewer> => ({ visitor, stranger, friend, owner, blocked });
/** Every path on which a profile is readable. */
const paths: Record<string, (viewer: Viewer) => Promise<unknown>> = {
  page: (viewer) => readProfile(viewer, owner.id),
  wall: (viewer) => readWall(viewer, owner.id),
  'the list of friends': (viewer) => listFriends(viewer, { ownerId: owner.id }),
  'the feed of the wall': (viewer) =>
    viewer.kind === 'member'
      ? readFeed(viewer, { wall: { type: 'member', id: owner.id } })
      : readProfile(viewer, owner.id),
};

test.each([
  ['everyone', ['visitor', 'stranger', 'friend', 'owner']],
  ['members', ['stranger', 'friend', 'owner']],
  ['friends', ['friend', 'owner']],
  ['onlyme', ['owner']],
])('a profile for %s is there on every path for those alone', async (audience, readers) => {
  await choose(owner, 'profile_audience', audience);
  for (const [path, read] of Object.entries(paths)) {
    for (const [name, viewer] of Object.entries(viewers())) {
      const outcome = await read(viewer).then(
        () => 'there',
        ({ code }: { code: string }) => code,
      );
      expect(outcome, `${path} for ${name}`).toBe(readers.includes(name) ? 'there' : 'no_record');
    }
  }
  await choose(owner, 'profile_audience', 'everyone');
});

test('hidden and absent look the same', async () => {
  const answers = await Promise.all(
    [readProfile(blocked, owner.id), readProfile(stranger, 999_999_999)].map((work) =>
      work.catch((error: Error) => error.message),
    ),
  );
  expect(answers[0]).toBe(answers[1]);
  await setStatus(owner, 'suspended');
  await expect(readProfile(friend, owner.id)).rejects.toMatchObject({ code: 'no_record' });
  await setStatus(owner, 'active');
});

test('contains the member and the relationship with the viewer', async () => {
  expect(await readProfile(friend, owner.id)).toMatchObject({
    id: owner.id,
    displayname: 'Owner',
    cover: null,
    audience: 'everyone',
    isIndexed: true,
    friendCount: 1,
    friendship: 'remove_friend',
  });
  expect(await readProfile(stranger, owner.id)).toMatchObject({
    friendship: 'add_friend',
    mutualCount: 0,
  });
  expect(await readProfile(visitor, owner.id)).toMatchObject({
    friendship: 'cannot_add',
    mutualCount: 0,
  });
});

test("the number of friends equals the list's, for each viewer", async () => {
  const [hidden, suspended] = [await addMember(), await addMember()];
  for (const one of [hidden, suspended]) await befriend(owner, one);
  await setStatus(suspended, 'suspended');
  await choose(hidden, 'profile_audience', 'members');
  await block(hidden, stranger);
  for (const [name, viewer] of Object.entries(viewers()).filter(([name]) => name !== 'blocked')) {
    const [{ friendCount }, { totalItemCount }] = await Promise.all([
      readProfile(viewer, owner.id),
      listFriends(viewer, { ownerId: owner.id }),
    ]);
    expect(friendCount, name).toBe(totalItemCount);
    expect(friendCount, name).toBe({ visitor: 1, stranger: 1, friend: 2, owner: 2 }[name]);
  }
});

test('the wall shows each reader what they may see, in pages', async () => {
  const writer = await addMember();
  await setProfileAudience(writer);
  await befriend(writer, friend);
  const [everyone, friends, onlyme] = [
    await addPost(writer),
    await addPost(writer, { audience: 'friends' }),
    await addPost(writer, { audience: 'onlyme' }),
  ];
  await addPost(owner);
  const ids = async (viewer: Viewer, query = {}) =>
    (await readWall(viewer, writer.id, query)).data.map(({ feed }) => feed.action_id);
  expect(await ids(visitor)).toEqual([everyone]);
  expect(await ids(stranger)).toEqual([everyone]);
  expect(await ids(friend)).toEqual([friends, everyone]);
  expect(await ids(writer)).toEqual([onlyme, friends, everyone]);
  const more = [await addPost(writer), await addPost(writer)];
  expect(await ids(visitor, { limit: 2 })).toEqual(more.toReversed());
  expect(await ids(visitor, { limit: 2, maxid: more[0]! - 1 })).toEqual([everyone]);
  expect(await ids(visitor, { maxid: 1 })).toEqual([]);
});

test('the sitemap lists public profiles whose owners allow it', async () => {
  const [shy, member] = [await addMember(), await addMember()];
  await choose(shy, 'is_indexed', false);
  await choose(member, 'profile_audience', 'members');
  const listed = (await listProfileSitemapPage(1))!.map(({ path }) => path);
  expect(listed).toContain(`/profile/${owner.id}/posts`);
  expect(listed).not.toContain(`/profile/${shy.id}/posts`);
  expect(listed).not.toContain(`/profile/${member.id}/posts`);
  expect(await listProfileSitemapPage(99)).toBeUndefined();
});

test('takes one statement', async () =>
  expect(await countStatements(() => readProfile(friend, owner.id))).toBe(1));
