import { beforeAll, expect, test } from 'vitest';
import { listFriends } from '#domains/friends/friend-list.server.ts';
import { maySee } from '#domains/policy/audience.rules.ts';
import { impersonate, viewAsRoles } from '#domains/policy/preview.ts';
import { maySeeProfile, profileAudiences } from '#domains/policy/profile-audience.rules.ts';
import { visibleFriends, visibleProfile } from '#domains/policy/profile-audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { readWall } from '#domains/posts/feed/feed.server.ts';
import { visibleTo } from '#domains/posts/visibility.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, befriend, block, setProfileAudience } from '../support/people.ts';

let owner: Member;
let friend: Member;
let stranger: Member;
beforeAll(async () => {
  [owner, friend, stranger] = [
    await addMember({ name: 'Owner' }),
    await addMember({ name: 'Friend' }),
    await addMember({ name: 'Stranger' }),
  ];
  await befriend(owner, friend);
});
const sees = async (from: string, condition: ReturnType<typeof visibleTo>) =>
  (await db.execute(sql`select 1 from ${sql.raw(from)} and ${condition}`)).length > 0;

test('an impersonated role sees a profile and posts by the rules for such a viewer', async () => {
  const posts = {
    everyone: await addPost(owner),
    friends: await addPost(owner, { audience: 'friends' }),
    onlyme: await addPost(owner, { audience: 'onlyme' }),
  };
  for (const viewAsRole of viewAsRoles) {
    const viewer = impersonate(owner, viewAsRole);
    const relation = { isFriend: viewAsRole === 'friend', isBlocked: false };
    for (const audience of profileAudiences) {
      await db.execute(
        sql`
          insert into member_settings (member_id, profile_audience)
          values (${owner.id}, ${audience})
          on conflict (member_id)
          do update set profile_audience = ${audience}`,
      );
      const expected = maySeeProfile(
        viewer,
        { ownerId: owner.id, ownerStatus: 'active', audience },
        relation,
        { publicReading: true },
      );
      expect(
        await sees(`members m where m.id = ${owner.id}`, visibleProfile(viewer, sql`m.id`)),
        `${viewAsRole}, ${audience}`,
      ).toBe(expected);
      expect(
        await sees(`members m where m.id = ${owner.id}`, visibleFriends(viewer, sql`m.id`)),
        `${viewAsRole}, ${audience}`,
      ).toBe(expected);
    }
    for (const [audience, id] of Object.entries(posts)) {
      const content = {
        authorId: owner.id,
        authorStatus: 'active' as const,
        audience,
        publishedAt: new Date(0),
      };
      expect(
        await sees(`posts where posts.id = ${id}`, visibleTo(viewer)),
        `${viewAsRole}, ${audience}`,
      ).toBe(maySee(viewer, content, relation, { publicReading: true, now: new Date() }));
    }
  }
  await db.execute(sql`update member_settings set profile_audience = 'everyone'`);
});

test('a preview never shows more than the member sees: no posts between friends of friends, nobody behind a block', async () => {
  const [foreign, open] = [await addPost(friend, { audience: 'onlyme' }), await addPost(stranger)];
  await setProfileAudience(friend);
  const blocking = await addMember({ name: 'Blocking' });
  await befriend(owner, blocking);
  const fromBlocker = await addPost(blocking);
  await block(blocking, owner);
  for (const viewAsRole of viewAsRoles) {
    const viewer = impersonate(owner, viewAsRole);
    for (const id of [
      foreign,
      fromBlocker,
      await addPost(stranger, { audience: 'friends' }),
      await addPost(friend, { audience: 'friends' }),
    ])
      expect(
        await sees(`posts where posts.id = ${id}`, visibleTo(viewer)),
        `${viewAsRole} ${id}`,
      ).toBe(false);
    expect(await sees(`posts where posts.id = ${open}`, visibleTo(viewer)), viewAsRole).toBe(true);
    const { friends } = await listFriends(viewer, { ownerId: owner.id });
    expect(
      friends.map(({ displayname }) => displayname),
      viewAsRole,
    ).toEqual(['Friend']);
  }
});

test('a preview as visitor shows nothing if visitors may not read', async () => {
  env().PUBLIC_READING = false;
  await expect(readWall(impersonate(owner, 'visitor'), owner.id)).rejects.toMatchObject({
    code: 'no_record',
  });
  env().PUBLIC_READING = true;
  expect((await readWall(impersonate(owner, 'visitor'), owner.id)).data).toHaveLength(1);
  expect((await readWall(impersonate(owner, 'friend'), owner.id)).data).toHaveLength(2);
});
