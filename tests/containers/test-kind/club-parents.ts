import { beforeEach, describe, expect, test } from 'vitest';
import { addComment } from '#domains/comments/comments.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { inviteMembers } from '#domains/containers/invitations/invitations.server.ts';
import {
  createInviteLink,
  joinByLink,
} from '#domains/containers/invitations/invite-links.server.ts';
import { setArchived } from '#domains/containers/lifecycle/archiving.server.ts';
import { deleteContainer, deleteRows } from '#domains/containers/lifecycle/deletion.server.ts';
import {
  followContainer,
  joinContainer,
  leaveContainer,
  requestMembership,
} from '#domains/containers/membership/memberships.server.ts';
import { banMember } from '#domains/containers/membership/removals.server.ts';
import { approveRequests, changeRole } from '#domains/containers/membership/staff.server.ts';
import { acceptOwnership, offerOwnership } from '#domains/containers/ownership/ownership.server.ts';
import { settleSuccession } from '#domains/containers/ownership/succession.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { visitor } from '#domains/policy/viewer.ts';
import { createOrPend, listPendingPosts } from '#domains/posts/pending/pending-posts.server.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import {
  addSharedContainers,
  type SharedContainer,
} from '#domains/posts/share/shared-containers.server.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import type { PostTarget } from '#domains/posts/writing/post-target.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { startJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, givePassword } from '../../support/people.ts';
import {
  addContainer,
  addContainerPost,
  addMembership,
  queue,
  type ContainerOptions,
} from '../container-world.ts';
import { clubReader, hooked } from './clubs.ts';
import { setClubs } from './set-clubs.ts';

// A club that lies in a group: what the group decides holds in the club at once.

setClubs();

let owner: Member;
let member: Member;
let group: ContainerRef;

beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [owner, member] = [await addMember(), await addMember()];
  group = await addContainer(owner);
});

const addClub = (options: ContainerOptions = {}) =>
  addContainer(owner, { type: 'club', title: 'Oars', parent: group, ...options });
const setGroup = (fields: string) =>
  db.execute(
    sql`update containers set ${sql.raw(fields)} where type = 'group' and id = ${group.id}`,
  );
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
const read = (viewer: Viewer, { id }: ContainerRef) => clubReader.read(viewer, id);
const post = (author: Member, target: ContainerRef) =>
  createPost(db, author, {
    body: 'Row',
    audience: 'everyone',
    tagged: [],
    uri: '',
    target: target as PostTarget,
  });

test('closing the group closes an open club and its posts at once, and opening it opens them', async () => {
  const club = await addClub();
  const id = await addContainerPost(club, owner);
  expect(await code(readPost(visitor, id))).toBe('done');
  await setGroup(`visibility = 'members'`);
  for (const viewer of [visitor, member]) {
    expect(await code(readPost(viewer, id))).toBe('no_record');
    expect(await code(read(viewer, club))).toBe('no_record');
  }
  expect(await code(joinContainer(member, club))).toBe('no_record');
  expect(await code(followContainer(member, club, true))).toBe('no_record');
  expect(await code(addComment(db, member, { type: 'post', id }, { body: 'Hm' }, ''))).toBe(
    'no_record',
  );
  await addMembership(group, member);
  expect(await code(readPost(member, id))).toBe('done');
  await setGroup(`visibility = 'everyone'`);
  expect(await code(readPost(visitor, id))).toBe('done');
});

describe('a member whom the group bans', () => {
  test('writes, joins, follows by no way in a club of an open group', async () => {
    const club = await addClub();
    const id = await addContainerPost(club, owner);
    const { token } = await createInviteLink(owner, club);
    await addMembership(group, member);
    await banMember(owner, group, member.id, { until: null, reason: '' });
    expect(await code(joinContainer(member, club))).toBe('unauthorized');
    expect(await code(joinByLink(member, token))).toBe('no_record');
    await db.execute(sql`update containers set join_policy = 'approval' where id = ${club.id}`);
    expect(await code(requestMembership(member, club))).toBe('unauthorized');
    expect(await code(addComment(db, member, { type: 'post', id }, { body: 'Hm' }, ''))).toBe(
      'unauthorized',
    );
    expect(await read(member, club)).toMatchObject({ state: 'archived', canPost: null });
  });

  test('has no role left in a club of a closed group', async () => {
    const club = await addClub();
    await addMembership(group, member);
    await addMembership(club, member, { role: 20 });
    await setGroup(`visibility = 'members'`);
    const asker = await addMember();
    await addMembership(club, asker, { state: 'requested' });
    expect(await code(clubReader.readAsStaff(member, club.id))).toBe('done');
    await banMember(owner, group, member.id, { until: null, reason: '' });
    expect(await code(clubReader.readAsStaff(member, club.id))).toBe('unauthorized');
    expect(await code(approveRequests(member, club, [asker.id]))).toBe('unauthorized');
    expect(await code(changeRole(member, club, asker.id, 10))).toBe('unauthorized');
    expect(await code(post(member, club))).toBe('unauthorized');
  });

  test('does not read what waits for its staff', async () => {
    const club = await addClub();
    await addMembership(club, member, { role: 20 });
    await setGroup(`visibility = 'members'`);
    await db.execute(sql`
      insert into pending_posts (author_id, target_type, target_id, body)
      values (${owner.id}, 'club', ${club.id}, 'Waiting')`);
    const { totalItemCount } = await listPendingPosts(member, club, { page: 1, limit: 5 });
    expect(totalItemCount).toBe(0);
  });
});

test('a guest of a club in a closed group sees its name, no content, and may leave', async () => {
  const club = await addClub();
  const id = await addContainerPost(club, owner);
  await addMembership(club, member);
  await setGroup(`visibility = 'members'`);
  expect(await read(member, club)).toMatchObject({
    title: 'Oars',
    isReadable: false,
    isParentReadable: false,
    isMemberListShown: false,
    canPost: null,
    canInvite: false,
  });
  expect(await code(readPost(member, id))).toBe('no_record');
  expect(await code(leaveContainer(member, club))).toBe('done');
  expect(await code(read(member, club))).toBe('no_record');
});

test('in an archived group nobody writes, joins or opens a club, in an opened one they do', async () => {
  const club = await addClub();
  await addMembership(club, member);
  const stranger = await addMember();
  await setArchived(owner, group, 10, true);
  expect(await read(owner, club)).toMatchObject({ state: 'archived', canPost: null });
  expect(await code(post(owner, club))).toBe('unauthorized');
  expect(await code(joinContainer(stranger, club))).toBe('unauthorized');
  expect(await code(setArchived(owner, club, 10))).toBe('validation_fail');
  await setArchived(owner, group, 10, false);
  expect(await read(owner, club)).toMatchObject({ state: 'open', canPost: 'now' });
  expect(await code(post(member, club))).toBe('done');
});

test('a shared club is joined by one press only where its group lets the member write', async () => {
  // A group stands for the club, whose shares are its meetings.
  const inner = await addContainer(owner);
  await db.execute(sql`
    update containers set parent_type = 'group', parent_id = ${group.id}
    where type = 'group' and id = ${inner.id}`);
  const canJoin = async () => {
    const share = { type: 'share', item: null, sharedId: inner.id, sharedContainer: null };
    const rows = [{ ...share, sharedType: 'group' as const }];
    await addSharedContainers(member, rows, db);
    return (rows[0]!.sharedContainer as SharedContainer | null)?.canJoin;
  };
  expect(await canJoin()).toBe(true);
  await setArchived(owner, group, 10, true);
  expect(await canJoin()).toBe(false);
  await setArchived(owner, group, 10, false);
  await addMembership(group, member, { state: 'banned' });
  expect(await canJoin()).toBe(false);
});

test('a removed group takes its clubs along, for their owner too, and brings them back', async () => {
  const club = await addClub();
  await setGroup(`state = 'removed'`);
  for (const viewer of [visitor, member, owner])
    expect(await code(read(viewer, club))).toBe('no_record');
  expect(await code(leaveContainer(owner, club))).toBe('no_record');
  await setGroup(`state = 'open'`);
  expect(await code(read(member, club))).toBe('done');
});

test('the clubs of a deleted group are deleted with it, and never open meanwhile', async () => {
  await startJobs([]);
  const [club, other] = [await addClub(), await addContainer(owner, { type: 'club' })];
  const id = await addContainerPost(club, owner);
  const password = await givePassword(owner);
  await deleteContainer(owner, group, password, () => Promise.resolve());
  expect(await code(read(member, club))).toBe('no_record');
  expect(await code(readPost(member, id))).toBe('no_record');
  await deleteRows();
  const left = await db.execute<{ type: string; id: number }>(
    sql`select type, id from containers where id = any (array[${group.id}, ${club.id}, ${other.id}]::bigint[])`,
  );
  expect(left).toEqual([{ type: 'club', id: other.id }]);
});

test('a club is refused in a page, a club, and a group that is absent, closed or archived', async () => {
  const page = await addContainer(owner, { type: 'page' });
  const child = await addClub();
  const closed = await addContainer(await addMember(), { visibility: 'members' });
  const secret = await addContainer(await addMember(), { visibility: 'members', isListed: false });
  const absent = { type: 'group', id: 999_999 };
  for (const parent of [page, child, secret, absent])
    expect(await code(addClub({ parent }))).toBe('no_record');
  expect(await code(addClub({ parent: closed }))).toBe('unauthorized');
  await setGroup(`state = 'archived'`);
  expect(await code(addClub())).toBe('unauthorized');
});

test('a post in a club and a ban from its group wait for each other, in both orders', async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    const one = await addMember();
    const club = await addClub();
    await addMembership(group, one);
    await addMembership(club, one);
    const draft = { body: 'Row', uri: '', audience: 'everyone' as const, tagged: [] };
    const writes = () =>
      db.transaction((tx) => createOrPend(tx, one, { ...draft, target: club as PostTarget }));
    const bans = () => banMember(owner, group, one.id, { until: null, reason: '' });
    const isBanFirst = turn % 2 === 0;
    const done = await queue(group, isBanFirst ? [bans, writes] : [writes, bans]);
    expect(done).toEqual(isBanFirst ? [true, false] : [true, true]);
  }
});

describe('in a club of a closed group', () => {
  let club: ContainerRef;
  let outsider: Member;

  beforeEach(async () => {
    await setGroup(`visibility = 'members'`);
    club = await addClub();
    outsider = await addMember();
    for (const friend of [member, outsider]) await befriend(owner, friend);
    await addMembership(group, member);
  });
  const stateOf = async ({ id }: Member) => {
    const [row] = await db.execute<{ state: string }>(sql`
      select state from memberships where type = 'club' and id = ${club.id} and member_id = ${id}`);
    return row?.state;
  };

  test('the invitation of whom the group does not admit is refused', async () => {
    expect(await code(inviteMembers(owner, club, [outsider.id]))).toBe('unauthorized');
    expect(await inviteMembers(owner, club, [outsider.id, member.id])).toEqual([member.id]);
    expect([await stateOf(member), await stateOf(outsider)]).toEqual(['invited', undefined]);
  });

  test('neither approval nor invitation lets in whom the group does not admit', async () => {
    for (const asker of [member, outsider])
      await addMembership(club, asker, { state: 'requested' });
    expect(await code(approveRequests(owner, club, [outsider.id]))).toBe('unauthorized');
    expect(await code(inviteMembers(owner, club, [outsider.id]))).toBe('unauthorized');
    await approveRequests(owner, club, [outsider.id, member.id]);
    expect([await stateOf(member), await stateOf(outsider)]).toEqual(['member', 'requested']);
  });

  test('the ownership is not for a guest', async () => {
    await addMembership(club, outsider, { role: 20 });
    expect(await code(offerOwnership(owner, club, outsider.id))).toBe('no_record');
    await addMembership(club, member);
    await offerOwnership(owner, club, member.id);
    await banMember(owner, group, member.id, { until: null, reason: '' });
    expect(await code(acceptOwnership(member, club))).toBe('no_record');
  });
});

describe('a club whose owner deletes the account', () => {
  let host: Member;
  let club: ContainerRef;

  beforeEach(async () => {
    host = await addMember();
    await addMembership(group, host);
    club = await addContainer(host, { type: 'club', title: 'Oars', parent: group });
    await setGroup(`visibility = 'members'`);
  });
  const end = (one: Member) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`update members set status = 'deleted' where id = ${one.id}`);
      await settleSuccession(tx, one.id);
    });
  const ownerOf = async () => {
    const [row] = await db.execute<{ owner: number | null; state: string }>(sql`
      select c.owner_id as owner, c.state
      from containers c
      where c.type = 'club' and c.id = ${club.id}`);
    return row;
  };

  test('goes to an admin whom the group admits', async () => {
    const guest = await addMember();
    await addMembership(club, guest, { role: 20 });
    await addMembership(club, member, { role: 20 });
    await addMembership(group, member);
    await end(host);
    expect(await ownerOf()).toEqual({ owner: member.id, state: 'open' });
  });

  test('goes to the owner of the group, who becomes a member', async () => {
    await addMembership(club, member, { role: 20 });
    hooked.length = 0;
    await end(host);
    expect(await ownerOf()).toEqual({ owner: owner.id, state: 'open' });
    expect(await clubReader.readAsStaff(owner, club.id, 30)).toMatchObject({ role: 30 });
    expect(hooked).toEqual([
      ['join', [owner.id], 'promotion'],
      ['end', host.id, undefined],
    ]);
  });

  test('goes to the next owner of the group where the account owned both', async () => {
    await addMembership(group, member, { role: 20 });
    club = await addClub();
    await end(owner);
    expect(await ownerOf()).toEqual({ owner: member.id, state: 'open' });
  });

  test('comes into custody while the group is removed', async () => {
    await addMembership(club, member, { role: 20 });
    await addMembership(group, member);
    await setGroup(`state = 'removed'`);
    await end(host);
    expect(await ownerOf()).toEqual({ owner: null, state: 'archived' });
  });

  test('comes into custody where it has banned the owner of the group', async () => {
    await addMembership(club, owner, { state: 'banned' });
    await end(host);
    expect(await ownerOf()).toEqual({ owner: null, state: 'archived' });
  });
});
