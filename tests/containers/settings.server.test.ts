import { beforeEach, expect, test } from 'vitest';
import { listAuditLog } from '#domains/containers/audit-log/audit-log.server.ts';
import { exportMembers, recordDownload } from '#domains/containers/audit-log/csv-exports.server.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import { setArchived } from '#domains/containers/lifecycle/archiving.server.ts';
import { requestMembership } from '#domains/containers/membership/memberships.server.ts';
import { changeAsEditor } from '#domains/containers/membership/staff.server.ts';
import {
  notifyOfWidening,
  writeSettings,
  type ContainerSettings,
} from '#domains/containers/settings.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../support/people.ts';
import { addContainer, addContainerPost, addMembership } from './container-world.ts';

let owner: Member;
let bo: Member;
beforeEach(async () => {
  owner = await addMember();
  bo = await addMember();
});

const edit = (
  member: Member,
  ref: { type: string; id: number },
  settings: ContainerSettings,
  isConfirmed = false,
) =>
  changeAsEditor(member, ref, (change) => writeSettings(change, member, settings, { isConfirmed }));
const invalidIn = (field: string) => ({
  code: 'validation_fail',
  detail: { [field]: expect.any(String) },
});

test('widening is confirmed, once in 30 days, keeps older posts for members and notifies them', async () => {
  const group = await addContainer(owner, { visibility: 'members' });
  await addMembership(group, bo);
  const older = await addContainerPost(group, bo);
  await expect(edit(owner, group, { visibility: 'everyone' })).rejects.toMatchObject(
    invalidIn('confirm'),
  );
  await edit(owner, group, { visibility: 'everyone' }, true);
  const newer = await addContainerPost(group, bo);
  await expect(readPost(visitor, older)).rejects.toMatchObject({ code: 'no_record' });
  expect((await readPost(bo, older)).feed.action_id).toBe(older);
  expect((await readPost(visitor, newer)).feed.action_id).toBe(newer);
  await notifyOfWidening({ ...group, actorId: owner.id });
  await notifyOfWidening({ ...group, actorId: owner.id });
  const { recentUpdates } = await listNotifications(bo);
  expect(recentUpdates.map(({ type }) => type)).toEqual(['container_widened']);
  expect((await listNotifications(owner)).recentUpdates).toEqual([]);
  await edit(owner, group, { visibility: 'members' });
  await expect(readPost(visitor, newer)).rejects.toMatchObject({ code: 'no_record' });
  await expect(edit(owner, group, { visibility: 'registered' }, true)).rejects.toMatchObject(
    invalidIn('visibility'),
  );
});

test('staff who may edit a container downloads each list once a day', async () => {
  const [group, other] = [await addContainer(owner), await addContainer(owner)];
  const [cy, secret] = [
    await addMember(),
    await addContainer(owner, { visibility: 'members', isListed: false }),
  ];
  await addMembership(group, bo, { role: roles.moderator });
  await addMembership(group, cy);
  const lines = async (member: Member) =>
    (await new Response(await exportMembers(member, group, {})).text()).split('\r\n').length;
  // With the heading and the end of the file.
  expect(await lines(owner)).toBe(5);
  expect(await lines(bo)).toBe(5);
  await recordDownload(owner, group, 'export_numbers');
  await recordDownload(owner, other, 'export_members');
  const refused = (member: Member, ref = group) =>
    expect(recordDownload(member, ref, 'export_members')).rejects;
  await refused(owner).toMatchObject({ code: 'too_many_requests' });
  await refused(cy).toMatchObject({ code: 'unauthorized' });
  await refused(cy, secret).toMatchObject({ code: 'no_record' });
  const { entries } = await listAuditLog(owner, group);
  expect(entries.map(({ action }) => action)).toEqual([
    'export_numbers',
    'export_members',
    'export_members',
  ]);
});

test('readers are decided by the owner, the rest by staff who may edit', async () => {
  const group = await addContainer(owner);
  await addMembership(group, bo, { role: 10 });
  await edit(bo, group, { title: ' Old bakers ' });
  for (const settings of [{ visibility: 'members' }, { isListed: false }] as const)
    await expect(edit(bo, group, settings)).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(edit(owner, group, { title: ' ' })).rejects.toMatchObject(invalidIn('title'));
  const [row] = await db.execute(
    sql`select title, version from containers where type = 'group' and id = ${group.id}`,
  );
  expect(row).toEqual({ title: 'Old bakers', version: 2 });
});

test.each([
  ['group', roles.owner],
  ['page', roles.admin],
] as const)(
  'moderators of the site archive a %s, and only they open it again',
  async (type, role) => {
    const moderator = await addMember({ role: 'moderator' });
    const container = await addContainer(owner, { type, visibility: 'members' });
    const archive = (as: Member, isArchived: boolean) =>
      setArchived(as, container, role, isArchived);
    const read = async () => {
      const [row] = await db.execute(sql`
      select c.state, c.archived_at is not null as "isDated",
        (
          select array_agg(l.action order by l.entry_id)
          from container_audit_log l
          where l.type = c.type and l.id = c.id
        ) as log,
        (
          select array_agg(l.action order by l.id)
          from moderation_log l
          where l.subject_type = c.type and l.subject_id = c.id and l.moderator_id = ${moderator.id}
        ) as decisions
      from containers c
      where c.type = ${type} and c.id = ${container.id}`);
      return row;
    };
    const refused = { code: 'unauthorized' };
    await expect(archive(bo, true)).rejects.toMatchObject(refused);
    await archive(moderator, true);
    await archive(moderator, true);
    await expect(archive(owner, false)).rejects.toMatchObject(refused);
    await archive(moderator, false);
    await archive(owner, true);
    await expect(archive(moderator, false)).rejects.toMatchObject(refused);
    // The site may archive an archive as well, so that its staff does not open it.
    await archive(moderator, true);
    await expect(archive(owner, false)).rejects.toMatchObject(refused);
    expect(await read()).toEqual({
      state: 'archived',
      isDated: true,
      log: ['site_archive', 'site_reopen', 'archive', 'site_archive'],
      decisions: ['archived', 'reopened', 'archived'],
    });
    await db.execute(sql`
    update containers set is_listed = false where type = ${type} and id = ${container.id}`);
    await expect(archive(moderator, false)).rejects.toMatchObject({ code: 'no_record' });
  },
);

test('only the owner lets everybody join what not everybody reads, after confirming it', async () => {
  for (const visibility of ['members', 'friends', 'friends_of_friends'] as const) {
    const group = await addContainer(owner, { visibility, joinPolicy: 'approval' });
    await addMembership(group, bo, { role: 20 });
    await expect(edit(bo, group, { joinPolicy: 'open' }, true)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await expect(edit(owner, group, { joinPolicy: 'open' })).rejects.toMatchObject(
      invalidIn('confirm'),
    );
    await edit(owner, group, { joinPolicy: 'open' }, true);
    const [row] = await db.execute<{ hasLimit: boolean }>(sql`
      select public_from is not null as "hasLimit" from containers where id = ${group.id}`);
    expect(row!.hasLimit, visibility).toBe(true);
  }
  const open = await addContainer(owner, { visibility: 'registered', joinPolicy: 'approval' });
  await addMembership(open, bo, { role: 20 });
  await edit(bo, open, { joinPolicy: 'open' });
});

test('a narrower audience closes joining, unless all members of the site still read', async () => {
  const joinPolicyOf = async ({ id }: { id: number }) =>
    (
      await db.execute<{ policy: string }>(
        sql`select join_policy as policy from containers where id = ${id}`,
      )
    )[0]!.policy;
  const group = await addContainer(owner);
  await edit(owner, group, { visibility: 'registered', joinPolicy: 'open' });
  expect(await joinPolicyOf(group)).toBe('open');
  await edit(owner, group, { visibility: 'friends' });
  expect(await joinPolicyOf(group)).toBe('approval');
  await edit(owner, group, { joinPolicy: 'open' }, true);
  // A form sends the policy of before as well.
  await edit(owner, group, { visibility: 'members', joinPolicy: 'open' });
  expect(await joinPolicyOf(group)).toBe('approval');
  const closed = await addContainer(owner, { joinPolicy: 'invitation' });
  await edit(owner, closed, { visibility: 'members' });
  expect(await joinPolicyOf(closed)).toBe('invitation');
});

test('when a group becomes secret, requests end and invitations stay', async () => {
  const group = await addContainer(owner, { visibility: 'members', joinPolicy: 'approval' });
  await requestMembership(bo, group);
  const invited = await addMember();
  await addMembership(group, invited, { state: 'invited', invitedBy: owner });
  await edit(owner, group, { isListed: false });
  const rows = await db.execute(sql`
    select member_id as id, state from memberships
    where id = ${group.id} and type = 'group' and member_id in (${bo.id}, ${invited.id})
    order by member_id`);
  expect(rows.map(({ state }) => state)).toEqual(['none', 'invited']);
});

test('whoever asks to join answers the questions, at most three', async () => {
  const group = await addContainer(owner, { visibility: 'members', joinPolicy: 'approval' });
  await expect(edit(owner, group, { joinQuestions: ['1', '2', '3', '4'] })).rejects.toMatchObject(
    invalidIn('questions'),
  );
  const questions = ['Which bread?', 'Why?'];
  await edit(owner, group, { joinQuestions: questions });
  for (const answers of [
    [],
    ['Rye'],
    ['Rye', ' '],
    ['Rye', 'Taste', 'More'],
    ['x'.repeat(501), 'y'],
  ])
    await expect(requestMembership(bo, group, { answers })).rejects.toMatchObject(
      invalidIn('answers'),
    );
  expect(await requestMembership(bo, group, { answers: ['Rye', 'Taste'] })).toBe('requested');
  const [row] = await db.execute(sql`select answers from memberships where member_id = ${bo.id}`);
  expect(row).toEqual({
    answers: [
      { question: questions[0], answer: 'Rye' },
      { question: questions[1], answer: 'Taste' },
    ],
  });
});
