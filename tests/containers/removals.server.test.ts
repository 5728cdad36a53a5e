import { beforeEach, expect, test } from 'vitest';
import { createAlbum, deleteAlbum } from '#domains/albums/album-changes.server.ts';
import { deletePhoto } from '#domains/albums/album-photos.server.ts';
import { deleteComment } from '#domains/comments/comments.server.ts';
import { auditLabel } from '#domains/containers/audit-log/audit-log.rules.ts';
import { listAuditLog } from '#domains/containers/audit-log/audit-log.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { followContainer } from '#domains/containers/membership/memberships.server.ts';
import {
  banMember,
  removeMember,
  unbanMember,
} from '#domains/containers/membership/removals.server.ts';
import { listMembers } from '#domains/groups/membership/group-members.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { deletePost } from '#domains/posts/posts.server.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addGroup } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { addMember } from '../support/people.ts';
import { addContainer, addContainerPost, addMembership } from './container-world.ts';

// Removing and banning, by staff and by moderators of the site.

let owner: Member;
let bo: Member;
let moderator: Member;
beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  moveClock(0);
  owner = await addMember({ name: 'Olga' });
  bo = await addMember({ name: 'Bo' });
  moderator = await addMember({ name: 'Mo', role: 'moderator' });
});
const forGood = { until: null, reason: 'Spam' };
const refused = { code: 'unauthorized' };
const absent = { code: 'no_record' };

const logged = (ref: ContainerRef) =>
  db.execute<{ action: string; subject: string; id: number; actor: number }>(sql`
    select action, subject_type as subject, subject_id::int as id, moderator_id::int as actor
    from moderation_log
    where subject_type = ${ref.type} and subject_id = ${ref.id}
    order by id`);
const audited = async (ref: ContainerRef) =>
  (await listAuditLog(owner, ref)).entries.map(({ action, actor, target }) => [
    action,
    actor?.id,
    target?.id,
  ]);

test('a moderator of the site removes and bans in a closed container, and both logs have it', async () => {
  const group = await addContainer(owner, { visibility: 'members' });
  await addMembership(group, bo, { role: 20 });
  await removeMember(moderator, group, bo.id);
  await addMembership(group, bo, { role: 10 });
  await banMember(moderator, group, bo.id, forGood);
  await unbanMember(moderator, group, bo.id);
  expect(await audited(group)).toEqual([
    ['site_unban', moderator.id, bo.id],
    ['site_ban', moderator.id, bo.id],
    ['site_remove', moderator.id, bo.id],
  ]);
  const decisions = await logged(group);
  expect(decisions.map(({ action }) => action)).toEqual([
    'member_remove',
    'member_ban',
    'member_unban',
  ]);
  expect(new Set(decisions.map(({ actor }) => actor))).toEqual(new Set([moderator.id]));
});

test('a moderator of the site reaches neither the owner, nor themselves, nor a secret container', async () => {
  const group = await addContainer(owner);
  await addMembership(group, moderator);
  for (const id of [owner.id, moderator.id]) {
    await expect(removeMember(moderator, group, id)).rejects.toMatchObject(refused);
    await expect(banMember(moderator, group, id, forGood)).rejects.toMatchObject(refused);
  }
  const secret = await addContainer(owner, { visibility: 'members', isListed: false });
  await addMembership(secret, bo);
  for (const state of ['none', 'invited']) {
    await addMembership(secret, moderator, { state, invitedBy: owner });
    const { rejects } = expect(banMember(moderator, secret, bo.id, forGood));
    await rejects.toMatchObject(state === 'invited' ? refused : absent);
  }
  expect([...(await audited(group)), ...(await audited(secret))]).toEqual([]);
});

test('staff who moderate the site too act as staff where their role there is enough', async () => {
  const group = await addContainer(owner);
  await addMembership(group, moderator, { role: 10 });
  const officer = await addMember();
  await addMembership(group, officer, { role: 10 });
  await addMembership(group, bo);
  await removeMember(moderator, group, bo.id);
  await removeMember(moderator, group, officer.id);
  expect((await audited(group)).map(([action]) => action)).toEqual(['site_remove', 'remove']);
  expect(await logged(group)).toHaveLength(1);
});

test('a moderator who reads the members of a closed group is in the log, once an hour', async () => {
  const id = await addGroup(owner, { privacy: 'closed' });
  const group = { type: 'group', id };
  for (let count = 0; count < 2; count += 1) {
    const { members, mayRemove } = await listMembers(moderator, id);
    expect([members.map(({ isRemovable }) => isRemovable), mayRemove]).toEqual([[false], true]);
  }
  expect((await logged(group)).map(({ action }) => action)).toEqual(['members_viewed']);
  moveClock(3_700);
  await listMembers(moderator, id);
  expect(await logged(group)).toHaveLength(2);
  const open = await addGroup(owner, { privacy: 'open' });
  await listMembers(moderator, open);
  expect(await logged({ type: 'group', id: open })).toEqual([]);
});

test.each(['removal', 'ban'] as const)('a %s withdraws the notice of following', async (end) => {
  const id = await addPage(owner);
  const page = { type: 'page', id };
  await addMembership(page, bo);
  await followContainer(bo, page, true);
  const notices = async () =>
    (await listNotifications(owner)).recentUpdates.map(({ type }) => type);
  expect(await notices()).toEqual(['sitepage_follow']);
  if (end === 'ban') await banMember(owner, page, bo.id, forGood);
  else await removeMember(owner, page, bo.id);
  expect(await notices()).toEqual([]);
});

test.each(['page', 'group'] as const)(
  'the log of a %s names whose posts, comments and photos its staff deletes, not what authors delete',
  async (type) => {
    const ref = type === 'page' ? { type, id: await addPage(owner) } : await addContainer(owner);
    const officer = await addMember({ name: 'Ole' });
    await addMembership(ref, bo);
    await addMembership(ref, officer, { role: 20 });
    const comment = async (post: number, as: Member) => {
      const [row] = await db.execute<{ id: number }>(sql`
        insert into comments (subject_type, subject_id, author_id, body)
        values ('post', ${post}, ${as.id}, 'Hm')
        returning id`);
      return row!.id;
    };
    // Bo deletes what he wrote, and the comment of somebody else on his own post.
    const first = await addContainerPost(ref, bo);
    await deleteComment(bo, await comment(first, bo));
    await deleteComment(bo, await comment(first, officer));
    await deletePost(bo, first);
    expect(await audited(ref)).toEqual([]);
    const second = await addContainerPost(ref, bo);
    await deleteComment(officer, await comment(second, bo));
    await deletePost(officer, second);
    await deletePost(moderator, await addContainerPost(ref, bo));
    const album = await db.transaction((tx) => createAlbum(tx, officer, { title: 'Harbour' }, ref));
    const [photo] = await db.execute<{ id: number }>(sql`
      with picture as (
        insert into media (
          owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
          placeholder
        )
        values (${officer.id}, 'photo', 'x', 'image/webp', 1, 1, 1, '{}', '')
        returning id
      )
      insert into album_photos (album_id, media_id, position)
      select ${album}, id, 0 from picture
      returning media_id as id`);
    await deletePhoto(owner, photo!.id);
    await deleteAlbum(owner, album);
    expect(await audited(ref)).toEqual([
      ['delete_album', owner.id, officer.id],
      ['delete_photo', owner.id, officer.id],
      ['site_delete_post', moderator.id, bo.id],
      ['delete_post', officer.id, bo.id],
      ['delete_comment', officer.id, bo.id],
    ]);
    for (const [action] of await audited(ref))
      expect(auditLabel(String(action))).toMatch(/deleted an? \w+ by$/);
  },
);
