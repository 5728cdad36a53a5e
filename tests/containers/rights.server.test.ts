import { beforeEach, describe, expect, test } from 'vitest';
import { addComment, deleteComment } from '#domains/comments/comments.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { inviteMembers } from '#domains/containers/invitations/invitations.server.ts';
import {
  createInviteLink,
  joinByLink,
  readInviteLink,
} from '#domains/containers/invitations/invite-links.server.ts';
import {
  acceptInvitation,
  joinContainer,
} from '#domains/containers/membership/memberships.server.ts';
import { banMember, removeMember } from '#domains/containers/membership/removals.server.ts';
import { approveRequests, changeRole } from '#domains/containers/membership/staff.server.ts';
import { listMembers } from '#domains/groups/membership/group-members.server.ts';
import { rateVideo } from '#domains/lightbox/videos/ratings.server.ts';
import { listReported } from '#domains/moderation/queue/queue.server.ts';
import { createReport } from '#domains/moderation/reports.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { publishDue } from '#domains/posts/schedule/publish-due.server.ts';
import { schedulePost } from '#domains/posts/schedule/schedule.server.ts';
import { readChangeableVideo } from '#domains/posts/video/video-changes.server.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import { editPost } from '#domains/posts/writing/edit-post.server.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addGroup } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { addMedia, addMember, befriend, block } from '../support/people.ts';
import { addContainer, addContainerPost, addMembership } from './container-world.ts';

// Rights that end with a role or membership, and those over photos and videos of a post.

let owner: Member;
let bo: Member;
let cy: Member;
beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  moveClock(0);
  [owner, bo, cy] = [await addMember({ name: 'Olga' }), await addMember(), await addMember()];
});
const draft = { body: 'Fresh rye', audience: 'everyone' as const, tagged: [], uri: '' };
const refused = { code: 'unauthorized' };
const absent = { code: 'no_record' };

test.each(['archived', 'for staff', 'banned'] as const)(
  'photos and videos of a post are as closed for comments as the post: %s',
  async (reason) => {
    const group = await addContainer(
      owner,
      reason === 'for staff' ? { commentPolicy: 'staff' } : {},
    );
    const post = await addContainerPost(group, owner);
    const photo = await addMedia(owner, post);
    const video = await addMedia(owner, post, { kind: 'video' });
    await addMembership(group, bo);
    if (reason !== 'for staff') {
      await addComment(db, bo, { type: 'photo', id: photo }, { body: 'Lovely' }, '');
      await react(bo, 'photo', photo, 1);
      await rateVideo(bo, video, 4);
    }
    if (reason === 'banned') await banMember(owner, group, bo.id, { until: null, reason: '' });
    if (reason === 'archived')
      await db.execute(sql`
        update containers set state = 'archived' where type = 'group' and id = ${group.id}`);
    for (const subject of [
      { type: 'post', id: post },
      { type: 'photo', id: photo },
      { type: 'video', id: video },
    ] as const) {
      await expect(addComment(db, bo, subject, { body: 'Hi' }, '')).rejects.toMatchObject(refused);
      await expect(react(bo, subject.type, subject.id, 2)).rejects.toMatchObject(refused);
    }
    await expect(rateVideo(bo, video, 5)).rejects.toMatchObject(refused);
  },
);

test('a scheduled post of a page is in its name by default, and refused after a demotion', async () => {
  const page = { type: 'page' as const, id: (await addContainer(owner, { type: 'page' })).id };
  await addMembership(page, bo, { role: 10 });
  await addMembership(page, cy);
  const inAnHour = new Date(Date.now() + 3_600_000);
  for (const writer of [bo, cy])
    await db.transaction((tx) => schedulePost(tx, writer, { ...draft, target: page }, inAnHour));
  await addMembership(page, bo);
  // Scheduled in the own name it stays so, whatever one becomes.
  await addMembership(page, cy, { role: 10 });
  moveClock(2 * 3_600);
  await publishDue();
  const published = await db.execute<{ subject: string; author: number }>(sql`
    select subject_type as subject, author_id::int as author
    from posts
    where object_type = 'page' and object_id = ${page.id}`);
  expect([...published]).toEqual([{ subject: 'member', author: cy.id }]);
});

test('whoever wrote in the name of a page has no rights over the post after leaving its staff', async () => {
  const page = { type: 'page' as const, id: (await addContainer(owner, { type: 'page' })).id };
  await addMembership(page, bo, { role: 10 });
  const { feed } = await createPost(db, bo, { ...draft, target: page });
  const video = await addMedia(bo, feed.action_id, { kind: 'video' });
  const subject = { type: 'post', id: feed.action_id } as const;
  const first = await addComment(db, cy, subject, { body: 'Nice page' }, '');
  const typesOf = async (member: Member) =>
    (await listNotifications(member)).recentUpdates.map(({ type }) => type);
  expect([await typesOf(bo), await typesOf(owner)]).toEqual([['commented'], []]);
  expect(await readChangeableVideo(owner, video)).toEqual({
    title: '',
    description: '',
    canEdit: true,
    canDelete: true,
    listType: 'page',
    listId: page.id,
  });

  await changeRole(owner, page, bo.id, 0);
  await banMember(owner, page, bo.id, { until: null, reason: '' });
  await addComment(db, cy, subject, { body: 'Still nice' }, '');
  expect(await typesOf(owner)).toEqual(['commented']);
  await expect(deleteComment(bo, first.comment_id)).rejects.toMatchObject(refused);
  await expect(readChangeableVideo(bo, video)).rejects.toMatchObject({ code: 'no_record' });
  await deleteComment(owner, first.comment_id);
});

test('a post in the name of a group notifies nobody, since that would name its writer', async () => {
  const group = { type: 'group' as const, id: await addGroup(owner) };
  await addMembership(group, bo);
  const jobs = async () => {
    const [row] = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from jobs.job where name = 'post-notifications'`);
    return row!.count;
  };
  await createPost(db, owner, { ...draft, target: { ...group, isInItsName: false } });
  const before = await jobs();
  expect(before).toBeGreaterThan(0);
  await createPost(db, owner, { ...draft, target: { ...group, isInItsName: true } });
  expect(await jobs()).toBe(before);
});

test('the banned read no list of members', async () => {
  const group = { type: 'group' as const, id: await addGroup(owner) };
  await addMembership(group, bo);
  expect((await listMembers(bo, group.id)).total).toBe(2);
  await banMember(owner, group, bo.id, { until: null, reason: '' });
  await expect(listMembers(bo, group.id)).rejects.toMatchObject(refused);
});

describe('across a block with its owner', () => {
  const stateOf = async ({ type, id }: ContainerRef) => {
    const [row] = await db.execute<{ state: string }>(sql`
      select state from memberships where type = ${type} and id = ${id} and member_id = ${bo.id}`);
    return row?.state;
  };

  test('nobody joins a page: not by an invitation, a link or an approval', async () => {
    const page = { type: 'page', id: await addPage(owner) };
    await addMembership(page, cy, { role: 20 });
    await addMembership(page, bo, { state: 'invited', invitedBy: cy });
    const { token } = await createInviteLink(cy, page);
    await block(owner, bo);
    await befriend(cy, bo);
    await expect(joinContainer(bo, page)).rejects.toMatchObject(refused);
    await expect(acceptInvitation(bo, page)).rejects.toMatchObject(refused);
    await expect(readInviteLink(bo, token)).rejects.toMatchObject(absent);
    await expect(joinByLink(bo, token)).rejects.toMatchObject(absent);
    await addMembership(page, bo, { state: 'requested' });
    await expect(approveRequests(cy, page, [bo.id])).rejects.toMatchObject(absent);
    expect(await inviteMembers(cy, page, [bo.id])).toEqual([]);
    expect(await stateOf(page)).toBe('requested');
  });

  test("a group takes everybody: it is its members'", async () => {
    const group = { type: 'group', id: await addGroup(owner) };
    await addMembership(group, cy, { role: 10 });
    const { token } = await createInviteLink(cy, group);
    await block(owner, bo);
    expect(await joinByLink(bo, token)).toEqual(group);
    expect(await stateOf(group)).toBe('member');
  });
});

test('moderators of a page remove no members', async () => {
  const page = { type: 'page', id: await addPage(owner) };
  await addMembership(page, bo, { role: 10 });
  await addMembership(page, cy);
  await expect(removeMember(bo, page, cy.id)).rejects.toMatchObject(refused);
  await addMembership(page, bo, { role: 20 });
  await removeMember(bo, page, cy.id);
});

test('a page without an owner and its posts can be reported, and moderators are notified', async () => {
  const page = { type: 'page' as const, id: await addPage(owner) };
  const { feed } = await createPost(db, owner, { ...draft, target: page });
  const moderator = await addMember({ role: 'moderator' });
  await db.execute(sql`delete from memberships where type = 'page' and id = ${page.id}`);
  for (const [type, id] of [
    ['post', feed.action_id],
    ['page', page.id],
  ] as const) {
    await createReport(cy, { type, id, category: 'spam', description: 'Nobody is here' });
    const { response } = await listReported(moderator, { page: 1, limit: 50 });
    expect(response.find((item) => item.id === id)).toMatchObject({
      user_id: null,
      displayname: type === 'post' ? 'Rowing club' : null,
      report_count: 1,
    });
  }
  const { recentUpdates } = await listNotifications(moderator);
  expect(recentUpdates.map(({ type }) => type)).toContain('report_new');
});

test('all staff who may edit a post of a page describe its photos', async () => {
  const page = { type: 'page' as const, id: (await addContainer(owner, { type: 'page' })).id };
  await addMembership(page, bo, { role: 10 });
  const { feed } = await createPost(db, bo, { ...draft, target: page });
  const photoId = await addMedia(bo, feed.action_id);
  const describe = (member: Member, text: string) =>
    editPost(member, feed.action_id, { body: 'Open', alts: [{ photoId, text }] });
  await describe(owner, 'A boat');
  await expect(describe(cy, 'A car')).rejects.toMatchObject(refused);
  const [photo] = await db.execute<{ alt: string }>(
    sql`select alt from media where id = ${photoId}`,
  );
  expect(photo).toEqual({ alt: 'A boat' });
});
