import type { SQL } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { AccountStatus } from '#domains/policy/audience.rules.ts';
import {
  mayPostOnWall,
  maySeeProfile,
  profileAudiences,
  wallPosters,
  type ProfileAudience,
} from '#domains/policy/profile-audience.rules.ts';
import {
  canPostOnWall,
  visibleCard,
  visibleFriends,
  visiblePart,
  visibleProfile,
} from '#domains/policy/profile-audience.server.ts';
import { isMember, visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block, setStatus } from '../support/people.ts';

let owner: Member;
const viewers: Record<string, Viewer> = { visitor };
beforeAll(async () => {
  owner = await addMember();
  viewers.owner = owner;
  for (const name of ['stranger', 'friend', 'blocked', 'blocker'])
    viewers[name] = await addMember();
  for (const role of ['moderator', 'admin'] as const) viewers[role] = await addMember({ role });
  viewers.blockedModerator = await addMember({ role: 'moderator' });
  await befriend(owner, viewers.friend as Member);
  await block(owner, viewers.blocked as Member);
  await block(viewers.blocker as Member, owner);
  await block(owner, viewers.blockedModerator as Member);
});
afterEach(() => {
  env().PUBLIC_READING = true;
});

const readVisibility = async (viewer: Viewer) => {
  const [row] = await db.execute<{ profile: boolean; card: boolean }>(sql`
    select ${visibleProfile(viewer, sql`m.id`)} as profile,
      ${visibleCard(viewer, sql`m.id`)} as card
    from members m
    where m.id = ${owner.id}`);
  return row!;
};
const setAudience = (audience: ProfileAudience) =>
  db.execute(
    sql`
      insert into member_settings (member_id, profile_audience)
      values (${owner.id}, ${audience})
      on conflict (member_id)
      do update set profile_audience = ${audience}`,
  );

/** Viewers that may open the profile, by audience. */
const readers: Record<ProfileAudience, string[]> = {
  everyone: ['visitor', 'stranger', 'friend', 'owner', 'moderator', 'admin'],
  members: ['stranger', 'friend', 'owner', 'moderator', 'admin'],
  friends: ['friend', 'owner', 'moderator', 'admin'],
  onlyme: ['owner', 'moderator', 'admin'],
};

test('the function, the SQL and the table of the guide agree for every viewer, audience, account status and site', async () => {
  const blocked = ['blocked', 'blocker', 'blockedModerator'];
  for (const status of ['active', 'pending', 'suspended', 'deleted'] as AccountStatus[]) {
    await setStatus(owner, status);
    for (const audience of profileAudiences) {
      await setAudience(audience);
      for (const publicReading of [true, false]) {
        env().PUBLIC_READING = publicReading;
        for (const [name, viewer] of Object.entries(viewers)) {
          const expected =
            status === 'active' &&
            readers[audience].includes(name) &&
            (publicReading || name !== 'visitor');
          const relation = { isFriend: name === 'friend', isBlocked: blocked.includes(name) };
          const where = `${name}, ${audience}, ${status}, ${publicReading}`;
          expect(
            maySeeProfile(viewer, { ownerId: owner.id, ownerStatus: status, audience }, relation, {
              publicReading,
            }),
            where,
          ).toBe(expected);
          const visible = await readVisibility(viewer);
          expect(visible.profile, where).toBe(expected);
          expect(visible.card, where).toBe(
            name === 'visitor' ? expected : status === 'active' && !blocked.includes(name),
          );
        }
      }
    }
  }
});

/** Those who may post on a wall that they may open, beside its owner. */
const posters = {
  members: ['stranger', 'friend', 'moderator', 'admin'],
  friends: ['friend'],
  onlyme: [],
};

test('the right to post on a wall: the function, the SQL and the table agree for every viewer, setting and audience', async () => {
  await setStatus(owner, 'active');
  const blocked = ['blocked', 'blocker', 'blockedModerator'];
  for (const audience of profileAudiences) {
    await setAudience(audience);
    for (const chosen of wallPosters) {
      await db.execute(
        sql`update member_settings set wall_posts_from = ${chosen} where member_id = ${owner.id}`,
      );
      for (const [name, viewer] of Object.entries(viewers)) {
        const isPoster = (posters[chosen] as string[]).includes(name);
        const expected = name === 'owner' || (isPoster && readers[audience].includes(name));
        const facts = { ownerId: owner.id, ownerStatus: 'active', audience } as const;
        const relation = { isFriend: name === 'friend', isBlocked: blocked.includes(name) };
        const site = { publicReading: true };
        const where = `${name}, ${audience}, ${chosen}`;
        expect(
          mayPostOnWall(viewer, { ...facts, wallPosters: chosen }, relation, site),
          where,
        ).toBe(expected);
        if (!isMember(viewer)) continue;
        expect(await sees(name, () => canPostOnWall(viewer, sql`m.id`)), where).toBe(expected);
      }
    }
  }
});

test('without settings friends may post on a wall', async () => {
  await setStatus(owner, 'active');
  await db.execute(sql`delete from member_settings`);
  const may = (name: string) => sees(name, () => canPostOnWall(viewers[name] as Member, sql`m.id`));
  expect([await may('friend'), await may('stranger'), await may('owner')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('a profile without settings is shown to members', async () => {
  await setStatus(owner, 'active');
  await db.execute(sql`delete from member_settings`);
  expect(await readVisibility(visitor)).toEqual({ profile: false, card: false });
  expect(await readVisibility(await addMember())).toEqual({ profile: true, card: true });
});

const sees = async (name: string, condition: (viewer: Viewer) => SQL) => {
  const [row] = await db.execute<{ isSeen: boolean }>(
    sql`select ${condition(viewers[name]!)} as "isSeen" from members m where m.id = ${owner.id}`,
  );
  return row!.isSeen;
};

test('the list of friends is shown to viewers in the audiences of both the profile and the list', async () => {
  await setStatus(owner, 'active');
  for (const profile of profileAudiences) {
    for (const friends of profileAudiences) {
      await setAudience(profile);
      await db.execute(
        sql`update member_settings set friends_audience = ${friends} where member_id = ${owner.id}`,
      );
      for (const name of Object.keys(viewers)) {
        const expected = readers[profile].includes(name) && readers[friends].includes(name);
        expect(
          await sees(name, (viewer) => visibleFriends(viewer, sql`m.id`)),
          `${name}, ${profile}, ${friends}`,
        ).toBe(expected);
      }
    }
  }
});

test.each([
  ['an unknown audience', sql`'neighbours'`],
  ['no audience', sql`null::text`],
])('a part for %s is for nobody else than its owner and moderators', async (_, audience) => {
  const expected: Record<string, boolean> = {
    visitor: false,
    stranger: false,
    friend: false,
    owner: true,
    moderator: true,
  };
  for (const [name, isSeen] of Object.entries(expected))
    expect(await sees(name, (viewer) => visiblePart(viewer, audience, sql`m.id`)), name).toBe(
      isSeen,
    );
});
