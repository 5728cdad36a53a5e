import { beforeAll, expect, test } from 'vitest';
import { addComment } from '#domains/comments/comments.server.ts';
import type { ContainerRef as Ref } from '#domains/containers/container-lock.server.ts';
import { inviteMembers } from '#domains/containers/invitations/invitations.server.ts';
import {
  joinContainer,
  leaveContainer,
  requestMembership,
} from '#domains/containers/membership/memberships.server.ts';
import { banMember, removeMember } from '#domains/containers/membership/removals.server.ts';
import { approveRequests, changeRole } from '#domains/containers/membership/staff.server.ts';
import { acceptOwnership, offerOwnership } from '#domains/containers/ownership/ownership.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { createOrPend } from '#domains/posts/pending/pending-posts.server.ts';
import type { PostTarget } from '#domains/posts/writing/post-target.server.ts';
import { deleteAccount } from '#domains/settings/deletion.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, givePassword } from '../support/people.ts';
import {
  addContainer,
  addContainerPost,
  addMembership,
  queue,
  type ContainerOptions,
} from './container-world.ts';

// Two changes of one container at once, fifty times, in both orders: a lock held here makes them
// queue, and each is in the queue before the next begins.

const turns = 50;
let owner: Member;
let admin: Member;
let people: Member[];

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [owner, admin] = [await addMember(), await addMember()];
  people = [];
  for (let index = 0; index < turns; index += 1) people.push(await addMember());
});

const factsOf = async ({ type, id }: Ref, { id: memberId }: Member) => {
  const [row] = await db.execute<Record<string, unknown>>(sql`
    select c.owner_id is null as "isInCustody", c.state, c.member_count as members,
      c.request_count as requests,
      (
        select count(*)::int from memberships ms
        join members m on m.id = ms.member_id and m.status = 'active'
        where ms.type = c.type and ms.id = c.id and ms.state = 'member'
      ) as counted,
      (
        select count(*)::int from memberships ms
        where ms.type = c.type and ms.id = c.id and ms.role = 30
      ) as owners,
      coalesce(
        (
          select ms.state || ' ' || ms.role from memberships ms
          where ms.type = c.type and ms.id = c.id and ms.member_id = ${memberId}
        ),
        'none 0'
      ) as target
    from containers c
    where c.type = ${type} and c.id = ${id}`);
  expect(row!.members).toBe(row!.counted);
  return row!;
};

/** Runs each pair in both orders, in turn, with a new container and target each time. */
async function race(
  options: ContainerOptions,
  prepare: (group: Ref, target: Member) => Promise<unknown>,
  calls: (group: Ref, target: Member) => [() => Promise<unknown>, () => Promise<unknown>],
  check: (outcome: { first: number; ok: boolean[]; facts: Record<string, unknown> }) => void,
) {
  for (const [turn, target] of people.entries()) {
    const group = await addContainer(owner, options);
    await prepare(group, target);
    const both = calls(group, target);
    const isReversed = turn % 2 === 1;
    const ok = await queue(group, isReversed ? both.toReversed() : both);
    check({
      first: isReversed ? 1 : 0,
      // In the order in which the calls are written.
      ok: isReversed ? ok.toReversed() : ok,
      facts: await factsOf(group, target),
    });
  }
}

const approval = { joinPolicy: 'approval' } as const;

test('the first of two approvals of a request succeeds, and it counts once', () =>
  race(
    approval,
    async (group, target) => {
      await addMembership(group, admin, { role: 20 });
      await requestMembership(target, group);
    },
    (group, target) => [
      () => approveRequests(owner, group, [target.id]),
      () => approveRequests(admin, group, [target.id]),
    ],
    ({ first, ok, facts }) => {
      expect(ok).toEqual(first === 0 ? [true, false] : [false, true]);
      expect(facts).toMatchObject({ target: 'member 0', members: 3, requests: 0 });
    },
  ));

test('a request and an invitation that cross make a member', () =>
  race(
    approval,
    async (_, target) => befriend(owner, target),
    (group, target) => [
      () => requestMembership(target, group),
      () => inviteMembers(owner, group, [target.id]),
    ],
    ({ ok, facts }) => {
      expect(ok).toEqual([true, true]);
      expect(facts).toMatchObject({ target: 'member 0', members: 2, requests: 0 });
    },
  ));

test('a ban and an approval leave a banned asker', () =>
  race(
    approval,
    (group, target) => requestMembership(target, group),
    (group, target) => [
      () => banMember(owner, group, target.id, { until: null, reason: '' }),
      () => approveRequests(owner, group, [target.id]),
    ],
    ({ first, ok, facts }) => {
      expect(ok).toEqual([true, first === 1]);
      expect(facts).toMatchObject({ target: 'banned 0', members: 1, requests: 0 });
    },
  ));

test('a comment is written before a ban or refused after it', () => {
  let post: number;
  return race(
    {},
    async (group, target) => {
      await addMembership(group, target);
      post = await addContainerPost(group, owner);
    },
    (group, target) => [
      () => banMember(owner, group, target.id, { until: null, reason: '' }),
      () => addComment(db, target, { type: 'post', id: post }, { body: 'Hello' }, ''),
    ],
    ({ first, ok }) => expect(ok).toEqual([true, first === 1]),
  );
});

test('a new role does not outlive the removal of its target', () =>
  race(
    {},
    (group, target) => addMembership(group, target),
    (group, target) => [
      () => changeRole(owner, group, target.id, 20),
      () => removeMember(owner, group, target.id),
    ],
    ({ first, ok, facts }) => {
      expect(ok).toEqual([first === 0, true]);
      expect(facts).toMatchObject({ target: 'none 0', members: 1 });
    },
  ));

test('the last admin who leaves while the account of the owner ends leaves one owner or custody', async () => {
  // Each account ends once; one hash for all, because hashing is meant to be slow.
  const leaving = new Map<number, Member>();
  const password = await givePassword(owner);
  await race(
    {},
    async (group, target) => {
      const its = await addMember();
      leaving.set(group.id, its);
      await db.execute(sql`
        update members set password_hash = model.password_hash
        from members model
        where model.id = ${owner.id} and members.id = ${its.id}`);
      await addMembership(group, owner, { state: 'none' });
      await addMembership(group, its, { role: 30 });
      await db.execute(sql`
        update containers set owner_id = ${its.id} where type = ${group.type} and id = ${group.id}`);
      await addMembership(group, target, { role: 20 });
    },
    (group, target) => [
      () => leaveContainer(target, group),
      () => deleteAccount(leaving.get(group.id)!, password),
    ],
    ({ first, ok, facts }) => {
      // An admin who has left does not inherit; one who has inherited cannot leave.
      expect(ok).toEqual([first === 0, true]);
      expect([facts.owners, facts.state, facts.isInCustody]).toEqual(
        first === 0 ? [0, 'archived', true] : [1, 'open', false],
      );
    },
  );
});

test('an owner who hands over and leaves at once leaves one owner', () =>
  race(
    {},
    async (group, target) => {
      await addMembership(group, target);
      await offerOwnership(owner, group, target.id);
    },
    (group, target) => [() => acceptOwnership(target, group), () => leaveContainer(owner, group)],
    ({ first, ok, facts }) => {
      // Whoever owns it cannot leave; the former owner can.
      expect(ok).toEqual([true, first === 0]);
      expect(facts).toMatchObject({ owners: 1, target: 'member 30', isInCustody: false });
    },
  ));

test('a successor who accepts and leaves at once is the owner or has left', () =>
  race(
    {},
    async (group, target) => {
      await addMembership(group, target);
      await offerOwnership(owner, group, target.id);
    },
    (group, target) => [() => acceptOwnership(target, group), () => leaveContainer(target, group)],
    ({ first, ok, facts }) => {
      expect(ok).toEqual(first === 0 ? [true, false] : [false, true]);
      expect(facts).toMatchObject({
        owners: 1,
        target: first === 0 ? 'member 30' : 'none 0',
        members: first === 0 ? 2 : 1,
      });
    },
  ));

test('fifty joins of one member are one', async () => {
  const group = await addContainer(owner);
  const ok = await queue(group, [() => joinContainer(people[0]!, group)]);
  expect(ok).toEqual([true]);
  // More than the pool runs at once: on a busy computer it refuses some, which clients send again.
  const join = (): Promise<unknown> =>
    joinContainer(people[1]!, group).catch((error: { code?: string }) => {
      if (error.code === 'unavailable') return join();
      throw error;
    });
  await Promise.all(Array.from({ length: turns }, join));
  expect(await factsOf(group, people[1]!)).toMatchObject({ target: 'member 0', members: 3 });
});

test.each(['members', 'approval'] as const)(
  'after a ban only an earlier post is published or pending (%s)',
  async (postPolicy) => {
    const draft = (group: Ref) => ({
      body: 'Hm',
      uri: '',
      audience: 'everyone' as const,
      tagged: [],
      target: group as PostTarget,
    });
    let last: Ref | undefined;
    await race(
      { postPolicy },
      async (group, target) => {
        last = group;
        await addMembership(group, target);
      },
      (group, target) => [
        () => banMember(owner, group, target.id, { until: null, reason: '' }),
        () => db.transaction((tx) => createOrPend(tx, target, draft(group))),
      ],
      ({ first, ok, facts }) => {
        expect(ok).toEqual([true, first === 1]);
        expect(facts).toMatchObject({ target: 'banned 0' });
      },
    );
    const [left] = await db.execute<{ posts: number; pending: number }>(sql`
      select (select count(*)::int from pending_posts where target_id = ${last!.id}) as pending,
        (
          select count(*)::int from posts
          where object_type = ${last!.type} and object_id = ${last!.id}
        ) as posts`);
    // The last turn had the post first: published it stands, waiting it ends with the ban.
    expect(left).toEqual({ posts: postPolicy === 'members' ? 1 : 0, pending: 0 });
  },
);
