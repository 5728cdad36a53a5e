import { beforeEach, describe, expect, test } from 'vitest';
import {
  createInviteLink,
  joinByLink,
  listInviteLinks,
  readInviteLink,
  revokeInviteLink,
} from '#domains/containers/invitations/invite-links.server.ts';
import { banMember, removeMember } from '#domains/containers/membership/removals.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, block, setStatus } from '../support/people.ts';
import { addContainer, addMembership } from './container-world.ts';

let owner: Member;
let bo: Member;
let group: { type: string; id: number };
const absent = { code: 'no_record' };
const unauthorized = { code: 'unauthorized' };

beforeEach(async () => {
  owner = await addMember();
  bo = await addMember();
  group = await addContainer(owner, {
    visibility: 'members',
    isListed: false,
    joinPolicy: 'invitation',
    title: 'Hidden bakers',
  });
});

const stateOf = async (member: Member) => {
  const [row] = await db.execute<{ state: string }>(
    sql`select state from memberships where id = ${group.id} and type = ${group.type} and member_id = ${member.id}`,
  );
  return row?.state ?? null;
};

test('a link shows a secret group and lets in as often as it may', async () => {
  const { token } = await createInviteLink(owner, group, { uses: 1 });
  expect(await readInviteLink(bo, token)).toMatchObject({
    ...group,
    title: 'Hidden bakers',
    avatar: null,
    summary: '',
    memberCount: null,
    inviter: { id: owner.id },
  });
  expect(await joinByLink(bo, token)).toEqual(group);
  expect(await stateOf(bo)).toBe('member');
  await expect(joinByLink(await addMember(), token)).rejects.toMatchObject(absent);
  await expect(readInviteLink(await addMember(), token)).rejects.toMatchObject(absent);
});

test('the token of a link is not stored', async () => {
  const { token } = await createInviteLink(owner, group, { uses: 1 });
  const rows = await db.execute(sql`select l::text as row from container_invite_links l`);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a member who opens the link again uses nothing up', async () => {
  const { token } = await createInviteLink(owner, group, { uses: 2 });
  await joinByLink(bo, token);
  await joinByLink(bo, token);
  expect(await listInviteLinks(owner, group)).toMatchObject([{ usesLeft: 1 }]);
});

test('one of many concurrent members gets the last use', async () => {
  const { token } = await createInviteLink(owner, group, { uses: 1 });
  const many = await Promise.all(Array.from({ length: 8 }, () => addMember()));
  const results = await Promise.allSettled(many.map((one) => joinByLink(one, token)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

describe('a link lets nobody in', () => {
  const isRefused = async (token: string, error: object = absent) => {
    await expect(joinByLink(bo, token)).rejects.toMatchObject(error);
    expect(await stateOf(bo)).not.toBe('member');
  };

  test('after it was revoked, by staff only and through its own container', async () => {
    const { token, linkId } = await createInviteLink(owner, group);
    const other = await addContainer(owner);
    await addMembership(other, bo);
    await expect(revokeInviteLink(owner, other, linkId)).rejects.toMatchObject(absent);
    await expect(revokeInviteLink(bo, other, linkId)).rejects.toMatchObject(unauthorized);
    await expect(listInviteLinks(bo, other)).rejects.toMatchObject(unauthorized);
    await expect(listInviteLinks(bo, group)).rejects.toMatchObject(absent);
    await revokeInviteLink(owner, group, linkId);
    await expect(revokeInviteLink(owner, group, linkId)).rejects.toMatchObject(absent);
    await isRefused(token);
  });

  test('after its time', async () => {
    const { token } = await createInviteLink(owner, group);
    await db.execute(
      sql`update container_invite_links set expires_at = now() where type = ${group.type} and id = ${group.id}`,
    );
    await isRefused(token);
  });

  test('when its creator is no moderator any more, was suspended or is blocked', async () => {
    const moderator = await addMember();
    await addMembership(group, moderator, { role: 10 });
    const { token } = await createInviteLink(moderator, group);
    await block(bo, moderator);
    await isRefused(token);
    await db.execute(sql`delete from blocks`);
    await setStatus(moderator, 'suspended');
    await isRefused(token);
    await setStatus(moderator, 'active');
    await addMembership(group, moderator, { role: 0 });
    await isRefused(token);
  });

  test('after a removal or ban, nor into an archive', async () => {
    const { token } = await createInviteLink(owner, group);
    await joinByLink(bo, token);
    await removeMember(owner, group, bo.id);
    await isRefused(token);
    await banMember(owner, group, bo.id, { until: null, reason: '' });
    await isRefused(token);
    await db.execute(sql`update containers set state = 'archived' where id = ${group.id}`);
    await isRefused(token);
    await isRefused('no such token');
  });
});
