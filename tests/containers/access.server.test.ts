import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import {
  mayPostOnWall,
  maySeeProfile,
  profileAudiences,
  wallPosters,
} from '#domains/policy/profile-audience.rules.ts';
import { isMember, visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { containerTypes } from '#lib/container-types.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block, setStatus } from '../support/people.ts';
import { testAccess } from './access-worlds.ts';

// Each kind that the product has; test-kind asks it of its own.

testAccess(containerTypes, 25);

const publicReading = env().PUBLIC_READING;
afterAll(() => void (env().PUBLIC_READING = publicReading));

const owners = fc.record({
  status: fc.constantFrom('active' as const, 'suspended' as const),
  audience: fc.constantFrom(...profileAudiences),
  wallPosters: fc.constantFrom(...wallPosters),
  relation: fc.constantFrom('none', 'friend', 'blocked', 'blocker'),
});

test('rules and SQL agree about the walls of random members, for every viewer', async () => {
  const [member, moderator] = [await addMember(), await addMember({ role: 'moderator' })];
  const kind = findContainerKind('member')!;
  const people: Member[] = [];
  for (let count = 0; count < 8; count += 1) people.push(await addMember());
  await fc.assert(
    fc.asyncProperty(
      fc.array(owners, { minLength: people.length, maxLength: people.length }),
      fc.boolean(),
      async (worlds, isPublicReading) => {
        env().PUBLIC_READING = isPublicReading;
        await db.execute(sql`delete from friendships`);
        await db.execute(sql`delete from blocks`);
        for (const [
          index,
          { status, audience, wallPosters: posters, relation },
        ] of worlds.entries()) {
          const owner = people[index]!;
          await setStatus(owner, status);
          await db.execute(sql`
            insert into member_settings (member_id, profile_audience, wall_posts_from)
            values (${owner.id}, ${audience}, ${posters})
            on conflict (member_id) do update
            set profile_audience = excluded.profile_audience,
              wall_posts_from = excluded.wall_posts_from`);
          if (relation === 'friend') await befriend(member, owner);
          if (relation === 'blocked') await block(member, owner);
          if (relation === 'blocker') await block(owner, member);
        }
        const viewers: Viewer[] = [visitor, member, moderator, people[0]!];
        for (const viewer of viewers) {
          const id = sql`m.id`;
          const rows = await db.execute<Record<string, unknown>>(sql`
            select ${kind.known(viewer, id)} as listed, ${kind.readable(viewer, id)} as read,
              ${isMember(viewer) ? kind.posting(viewer, id) : sql`null`} as posting,
              ${isMember(viewer) ? kind.moderated(viewer, id) : sql`false`} as moderating
            from members m
            where m.id = any (${sql.param(people.map((one) => one.id))}::bigint[])
            order by m.id`);
          for (const [index, { status, relation, ...settings }] of worlds.entries()) {
            const owner = { ownerId: people[index]!.id, ownerStatus: status, ...settings };
            const between = {
              isFriend: viewer === member && relation === 'friend',
              isBlocked: viewer === member && relation.startsWith('block'),
            };
            const site = { publicReading: isPublicReading };
            const isSeen = maySeeProfile(viewer, owner, between, site);
            const isOwn = isMember(viewer) && viewer.id === owner.ownerId;
            expect(rows[index], JSON.stringify({ viewer, owner, relation })).toEqual({
              listed: isSeen,
              read: isSeen,
              posting:
                isMember(viewer) && mayPostOnWall(viewer, owner, between, site) ? 'now' : null,
              moderating: isOwn,
            });
          }
        }
      },
    ),
    { numRuns: 25 },
  );
});
