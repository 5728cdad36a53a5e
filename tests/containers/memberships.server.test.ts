import { beforeEach, describe, expect, test } from 'vitest';
import {
  inviteMembers,
  listStandings,
} from '#domains/containers/invitations/invitations.server.ts';
import {
  joinContainer,
  leaveContainer,
  requestMembership,
} from '#domains/containers/membership/memberships.server.ts';
import { banMember, removeMember } from '#domains/containers/membership/removals.server.ts';
import {
  approveRequests,
  changeRole,
  refuseRequests,
} from '#domains/containers/membership/staff.server.ts';
import { acceptOwnership, offerOwnership } from '#domains/containers/ownership/ownership.server.ts';
import {
  listOwnedContainers,
  settleSuccession,
} from '#domains/containers/ownership/succession.server.ts';
import { createGroup } from '#domains/groups/edit/group-changes.server.ts';
import { restoreAccount } from '#domains/members/account-deletion.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { listPendingPosts } from '#domains/posts/pending/pending-posts.server.ts';
import { deleteAccount } from '#domains/settings/deletion.server.ts';
import { createPage } from '#domains/sitepages/edit/page-changes.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import {
  addMember,
  befriend,
  block,
  givePassword,
  purgeAccount,
  setStatus,
} from '../support/people.ts';
import { addContainer, addMembership } from './container-world.ts';

let owner: Member;
let bo: Member;

beforeEach(async () => {
  owner = await addMember({ name: 'Owner' });
  bo = await addMember({ name: 'Bo' });
});

type Ref = Awaited<ReturnType<typeof addContainer>>;

const stateOf = async ({ type, id }: Ref, member: Member) => {
  const [row] = await db.execute<{ state: string; role: number }>(sql`
    select state, role from memberships
    where type = ${type} and id = ${id} and member_id = ${member.id}`);
  return row ? `${row.state} ${row.role}` : 'none';
};

const factsOf = async ({ type, id }: Ref) => {
  const [row] = await db.execute<{
    owner: number | null;
    state: string;
    members: number;
    requests: number;
    counted: number;
    owners: number;
  }>(sql`
    select owner_id as owner, state, member_count as members, request_count as requests,
      (
        select count(*)::int from memberships ms
        join members m on m.id = ms.member_id and m.status = 'active'
        where ms.type = c.type and ms.id = c.id and ms.state = 'member'
      ) as counted,
      (
        select count(*)::int from memberships ms
        where ms.type = c.type and ms.id = c.id and ms.role = 30
      ) as owners
    from containers c
    where type = ${type} and id = ${id}`);
  expect(row!.members).toBe(row!.counted);
  return row!;
};

const unauthorized = { code: 'unauthorized' };
const absent = { code: 'no_record' };

describe('joining', () => {
  test('one with approval takes requests, an invited member at once, a banned one never', async () => {
    const group = await addContainer(owner, { joinPolicy: 'approval' });
    await expect(joinContainer(bo, group)).rejects.toMatchObject(unauthorized);
    expect(await requestMembership(bo, group)).toBe('requested');
    expect((await factsOf(group)).requests).toBe(1);
    const cleo = await addMember();
    await befriend(owner, cleo);
    await inviteMembers(owner, group, [cleo.id]);
    expect(await requestMembership(cleo, group)).toBe('member');
    const dee = await addMember();
    await banMember(owner, group, dee.id, { until: null, reason: 'Spam' });
    await expect(requestMembership(dee, group)).rejects.toMatchObject(unauthorized);
    await expect(joinContainer(dee, group)).rejects.toMatchObject(unauthorized);
    expect(await stateOf(group, dee)).toBe('banned 0');
  });

  test('an invitation by a member lets in whoever has asked, but not somebody removed', async () => {
    const group = await addContainer(owner, { joinPolicy: 'approval' });
    const [cleo, dee] = [await addMember(), await addMember()];
    for (const asker of [cleo, dee]) await befriend(bo, asker);
    for (const one of [bo, dee]) await addMembership(group, one);
    await removeMember(owner, group, dee.id);
    for (const asker of [cleo, dee]) await requestMembership(asker, group);
    expect(await inviteMembers(bo, group, [cleo.id, dee.id])).toEqual([]);
    expect(await stateOf(group, cleo)).toBe('member 0');
    expect(await stateOf(group, dee)).toBe('requested 0');
    expect(await factsOf(group)).toMatchObject({ members: 3, requests: 1 });
  });

  test('whoever leaves follows it only where the posts can still be read', async () => {
    const [open, closed] = [
      await addContainer(owner),
      await addContainer(owner, { visibility: 'members' }),
    ];
    for (const group of [open, closed]) {
      await addMembership(group, bo, { isFollowing: true });
      await leaveContainer(bo, group);
    }
    const rows = await db.execute(sql`
      select c.id, c.follower_count as followers, ms.is_following as "isFollowing"
      from containers c
      join memberships ms on ms.type = c.type and ms.id = c.id and ms.member_id = ${bo.id}
      order by c.id`);
    expect(rows.map(({ followers, isFollowing }) => [followers, isFollowing])).toEqual([
      [1, true],
      [0, false],
    ]);
  });

  test('whoever comes back has the posts in the home feed again, however they are let in', async () => {
    const isShown = async ({ type, id }: Ref) => {
      const [row] = await db.execute<{ isShown: boolean }>(sql`
        select is_shown_in_feed as "isShown"
        from memberships
        where type = ${type} and id = ${id} and member_id = ${bo.id}`);
      return row!.isShown;
    };
    const ways: Record<string, (group: Ref) => Promise<unknown>> = {
      joining: (group) => joinContainer(bo, group),
      approval: async (group) => {
        await requestMembership(bo, group);
        await approveRequests(owner, group, [bo.id]);
      },
      'an invitation that meets a request': async (group) => {
        await requestMembership(bo, group);
        await inviteMembers(owner, group, [bo.id]);
      },
    };
    await befriend(owner, bo);
    for (const [way, comeBack] of Object.entries(ways)) {
      const joinPolicy = way === 'joining' ? 'open' : 'approval';
      const group = await addContainer(owner, { joinPolicy });
      await addMembership(group, bo);
      await leaveContainer(bo, group);
      expect(await isShown(group), way).toBe(false);
      await comeBack(group);
      expect(await stateOf(group, bo), way).toBe('member 0');
      expect(await isShown(group), way).toBe(true);
    }
  });

  test('an invitation is void once its sender has left or is blocked', async () => {
    const group = await addContainer(owner, { joinPolicy: 'invitation' });
    await addMembership(group, bo);
    const [cleo, dee] = [await addMember(), await addMember()];
    for (const friend of [cleo, dee]) await befriend(bo, friend);
    expect(await inviteMembers(bo, group, [cleo.id, dee.id])).toHaveLength(2);
    await block(dee, bo);
    await expect(joinContainer(dee, group)).rejects.toMatchObject(unauthorized);
    await leaveContainer(bo, group);
    await expect(joinContainer(cleo, group)).rejects.toMatchObject(unauthorized);
  });

  test('an invitation gives way to that of another member only once it is void', async () => {
    const group = await addContainer(owner, { joinPolicy: 'invitation' });
    const [cleo, dee] = [await addMember(), await addMember()];
    for (const inviter of [bo, dee]) {
      await addMembership(group, inviter);
      await befriend(inviter, cleo);
    }
    await inviteMembers(bo, group, [cleo.id]);
    expect(await inviteMembers(dee, group, [cleo.id])).toEqual([]);
    expect(await listStandings(group, [cleo.id])).toEqual(new Map([[cleo.id, 'invited']]));
    await leaveContainer(bo, group);
    expect(await listStandings(group, [cleo.id])).toEqual(new Map());
    expect(await inviteMembers(dee, group, [cleo.id])).toEqual([cleo.id]);
    await joinContainer(cleo, group);
    expect(await stateOf(group, cleo)).toBe('member 0');
    expect((await factsOf(group)).members).toBe(3);
  });

  test('an invitation is void while only staff invite, and for removed ones unless by staff', async () => {
    const group = await addContainer(owner, { joinPolicy: 'invitation' });
    const [officer, cleo, dee] = [await addMember(), await addMember(), await addMember()];
    await addMembership(group, bo);
    await addMembership(group, officer, { role: 10 });
    await addMembership(group, dee);
    await befriend(bo, cleo);
    for (const friend of [cleo, dee]) await befriend(officer, friend);
    await inviteMembers(bo, group, [cleo.id]);
    await db.execute(sql`update containers set invite_policy = 'staff' where id = ${group.id}`);
    await expect(joinContainer(cleo, group)).rejects.toMatchObject(unauthorized);
    await removeMember(owner, group, dee.id);
    expect(await inviteMembers(officer, group, [cleo.id, dee.id])).toEqual([cleo.id, dee.id]);
    await joinContainer(cleo, group);
    await db.execute(sql`update containers set invite_policy = 'members' where id = ${group.id}`);
    await changeRole(owner, group, officer.id, 0);
    await expect(joinContainer(dee, group)).rejects.toMatchObject(unauthorized);
  });

  test('a secret one is absent for whoever is not invited', async () => {
    const group = await addContainer(owner, { visibility: 'members', isListed: false });
    await expect(joinContainer(bo, group)).rejects.toMatchObject(absent);
    await expect(requestMembership(bo, { ...group, type: 'page' })).rejects.toMatchObject(absent);
    await befriend(owner, bo);
    await inviteMembers(owner, group, [bo.id]);
    await joinContainer(bo, group);
    expect(await stateOf(group, bo)).toBe('member 0');
  });

  test('a refused member waits 7 days, a removed one needs approval for 30', async () => {
    const group = await addContainer(owner, { joinPolicy: 'approval' });
    await requestMembership(bo, group);
    await refuseRequests(owner, group, [bo.id]);
    await expect(requestMembership(bo, group)).rejects.toMatchObject(unauthorized);
    const friend = await addMember();
    await addMembership(group, friend);
    await befriend(friend, bo);
    expect(await inviteMembers(friend, group, [bo.id])).toEqual([]);
    await expect(joinContainer(bo, group)).rejects.toMatchObject(unauthorized);
    const passDays = (days: number) =>
      db.execute(sql`
        update memberships set refused_at = refused_at - make_interval(days => ${days})`);
    await passDays(6);
    await expect(requestMembership(bo, group)).rejects.toMatchObject(unauthorized);
    await passDays(2);
    expect(await requestMembership(bo, group)).toBe('requested');
    const open = await addContainer(owner);
    await joinContainer(bo, open);
    await removeMember(owner, open, bo.id);
    await expect(joinContainer(bo, open)).rejects.toMatchObject(unauthorized);
    expect(await requestMembership(bo, open)).toBe('requested');
  });
});

describe('staff', () => {
  test('nobody approves who has been banned, suspended or is unknown', async () => {
    const group = await addContainer(owner, { joinPolicy: 'approval' });
    await requestMembership(bo, group);
    await expect(approveRequests(bo, group, [bo.id])).rejects.toMatchObject(unauthorized);
    await setStatus(bo, 'suspended');
    expect((await factsOf(group)).requests).toBe(0);
    await expect(approveRequests(owner, group, [bo.id])).rejects.toMatchObject(absent);
    await expect(approveRequests(owner, group, [999_999_999])).rejects.toMatchObject(absent);
  });

  test('the role ceiling holds', async () => {
    const group = await addContainer(owner);
    const [admin, other, moderator] = [await addMember(), await addMember(), await addMember()];
    await addMembership(group, admin, { role: 20 });
    await addMembership(group, other, { role: 20 });
    await addMembership(group, moderator, { role: 10 });
    await addMembership(group, bo);
    for (const [target, role] of [
      [bo.id, 20],
      [other.id, 0],
      [owner.id, 0],
      [admin.id, 30],
    ] as const)
      await expect(changeRole(admin, group, target, role)).rejects.toMatchObject(unauthorized);
    await expect(changeRole(moderator, group, bo.id, 10)).rejects.toMatchObject(unauthorized);
    await expect(removeMember(moderator, group, other.id)).rejects.toMatchObject(unauthorized);
    await changeRole(admin, group, bo.id, 10);
    expect(await stateOf(group, bo)).toBe('member 10');
    await expect(changeRole(owner, group, bo.id, 30)).rejects.toMatchObject(unauthorized);
  });
});

describe('ownership', () => {
  test('the owner cannot leave', async () => {
    const group = await addContainer(owner);
    await expect(leaveContainer(owner, group)).rejects.toMatchObject({ code: 'validation_fail' });
  });

  test('an accepted offer hands over and leaves one owner', async () => {
    const group = await addContainer(owner);
    await addMembership(group, bo);
    await expect(acceptOwnership(bo, group)).rejects.toMatchObject(absent);
    await offerOwnership(owner, group, bo.id);
    await acceptOwnership(bo, group);
    expect(await factsOf(group)).toMatchObject({ owner: bo.id, owners: 1 });
    // An officer, as its kind wants.
    expect(await stateOf(group, owner)).toBe('member 10');
  });

  test('an offer ends with the ownership of who made it, in custody too', async () => {
    const [first, second] = [await addContainer(owner), await addContainer(owner)];
    const admin = await addMember();
    await addMembership(first, admin, { role: 20 });
    for (const group of [first, second]) {
      await addMembership(group, bo);
      await offerOwnership(owner, group, bo.id);
    }
    await db.transaction((tx) => settleSuccession(tx, owner.id));
    for (const group of [first, second])
      await expect(acceptOwnership(bo, group)).rejects.toMatchObject(absent);
    expect(await factsOf(first)).toMatchObject({ owner: admin.id });
    expect(await factsOf(second)).toMatchObject({ owner: null, state: 'archived' });
    await offerOwnership(admin, first, bo.id);
    await acceptOwnership(bo, first);
    expect(await factsOf(first)).toMatchObject({ owner: bo.id, owners: 1 });
  });

  test('passes from a deleted account to the oldest admin, else to the custody of the site', async () => {
    const [first, second] = [await addContainer(owner), await addContainer(owner)];
    const admin = await addMember();
    await addMembership(first, admin, { role: 20 });
    await addMembership(first, bo, { role: 10 });
    await addMembership(second, bo);
    await expect(db.execute(sql`delete from members where id = ${owner.id}`)).rejects.toThrow();
    expect(await listOwnedContainers(owner.id)).toMatchObject([
      { id: first.id, successor: admin.displayname },
      { id: second.id, successor: null },
    ]);
    await db.transaction((tx) => settleSuccession(tx, owner.id));
    expect(await factsOf(first)).toMatchObject({ owner: admin.id, owners: 1, state: 'open' });
    expect(await factsOf(second)).toMatchObject({ owner: null, owners: 0, state: 'archived' });
    await db.execute(sql`delete from members where id = ${owner.id}`);
  });

  test('passes to the oldest moderator who was here in the last 90 days, signed in or not', async () => {
    const group = await addContainer(owner);
    const [older, active] = [await addMember(), await addMember()];
    for (const [member, days] of [
      [older, 91],
      [active, 89],
    ] as const) {
      await addMembership(group, member, { role: 10 });
      await db.execute(sql`
        update members
        set last_seen_on = (now() at time zone 'Etc/UTC')::date - ${days}::int
        where id = ${member.id}`);
    }
    await addMembership(group, bo, { role: 10 });
    await db.transaction((tx) => settleSuccession(tx, owner.id));
    expect((await factsOf(group)).owner).toBe(active.id);
  });
});

test('an account that ends meanwhile owns nothing new, and keeps no other from being purged', async () => {
  const group = await addContainer(owner);
  await addMembership(group, bo, { role: 20 });
  await offerOwnership(owner, group, bo.id);
  await setStatus(bo, 'deleted');
  const fields = { title: 'Late', categoryId: 4, description: 'We are late.', avatar: null };
  const creation = { memberId: bo.id, call: '', key: undefined, inputHash: Buffer.alloc(0) };
  for (const change of [
    () => createGroup(bo, fields, creation),
    () => createPage(bo, { ...fields, packageId: 1, isPublished: true }, creation),
    () => acceptOwnership(bo, group),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'unauthorized' });
  // A row that cannot be left without its owner stands for whatever may fail.
  await addContainer(bo);
  await expect(purgeAccount(bo)).rejects.toThrow();
  const cy = await addMember();
  await expect(purgeAccount(cy)).rejects.toThrow();
  const names = await db.execute(sql`
    select displayname from members where id in (${bo.id}, ${cy.id}) order by id`);
  expect(names).toEqual([{ displayname: 'Bo' }, { displayname: 'Deleted member' }]);
  await db.execute(sql`delete from containers where owner_id = ${bo.id}`);
  await purgeAccount(bo);
});

test('an account restored in time is a member again, with what waits, and without its role', async () => {
  const [group, own] = [await addContainer(owner), await addContainer(bo)];
  const closed = await addContainer(owner, { joinPolicy: 'approval' });
  const successor = await addMember();
  await addMembership(group, bo, { role: 20, isFollowing: true });
  await addMembership(own, successor, { role: 20 });
  await requestMembership(bo, closed);
  const addPending = () =>
    db.execute(sql`
      insert into pending_posts (author_id, target_type, target_id, body)
      values (${bo.id}, 'group', ${group.id}, 'Soon')`);
  const pending = () => db.execute(sql`select from pending_posts where author_id = ${bo.id}`);
  await addPending();
  await deleteAccount(bo, await givePassword(bo));
  expect([await stateOf(group, bo), await stateOf(own, successor)]).toEqual([
    'member 0',
    'member 30',
  ]);
  for (const [ref, members] of [
    [group, 1],
    [own, 1],
    [closed, 1],
  ] as const)
    expect(await factsOf(ref)).toMatchObject({ members, requests: 0, owners: 1 });
  expect((await listPendingPosts(owner, group, { page: 1, limit: 20 })).totalItemCount).toBe(0);
  await db.transaction((tx) =>
    restoreAccount(tx, { id: bo.id, username: bo.username, firstName: 'Bo', lastName: 'Bo' }),
  );
  expect(await factsOf(group)).toMatchObject({ members: 2 });
  expect(await factsOf(own)).toMatchObject({ owner: successor.id, members: 2, owners: 1 });
  expect(await factsOf(closed)).toMatchObject({ requests: 1 });
  expect(await stateOf(own, bo)).toBe('member 0');
  expect(await pending()).toHaveLength(1);
  await deleteAccount(bo, await givePassword(bo));
  await purgeAccount(bo);
  expect([await stateOf(group, bo), await pending()]).toEqual(['none', []]);
  expect(await factsOf(group)).toMatchObject({ members: 1 });
});
