import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { postNotifications } from '#domains/posts/announcements/post-notifications.server.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { stopJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { addMedia, addMember, addPost, befriend } from '../support/people.ts';
import type { Fields } from '../support/rest.ts';
import { addGroup, addToGroup, call } from './group-world.ts';

let owner: Member;
let member: Member;
let other: Member;
let outsider: Member;
let id: number;

beforeAll(() => void (env().RATE_LIMIT_SCALE = 1_000));
afterAll(() => stopJobs());
beforeEach(async () => {
  owner = await addMember({ name: 'Olga' });
  member = await addMember({ name: 'Mia' });
  other = await addMember({ name: 'Otto' });
  outsider = await addMember({ name: 'Uri' });
  id = await addGroup(owner, { privacy: 'closed' });
  await addToGroup(owner, id, member);
  await addToGroup(owner, id, other);
  await runJobs();
});
afterEach(() => moveClock(0));

/** Runs the waiting jobs that notify of posts. Returns how many there were. */
async function runJobs(): Promise<number> {
  const waiting = await db.execute<{ data: object }>(sql`
    delete from jobs.job where name = ${postNotifications.name} returning data`);
  for (const { data } of waiting)
    await postNotifications.work(data, { id: '1', signal: AbortSignal.timeout(60_000) });
  return waiting.length;
}

const write = (as: Member, body = 'Hello') =>
  call(as, 'POST', '/advancedactivity/feeds/post', {
    subject_type: 'group',
    subject_id: id,
    body,
  });
const postBy = async (as: Member) => {
  const { body, text } = await write(as);
  if (!body) throw new Error(text);
  return body.response.feed.action_id as number;
};
const announce = (as: Member, postId: number) =>
  call(as, 'POST', '/advancedactivity/feeds/announce', { action_id: postId });
const noticesOf = async (as: Member) =>
  (await call(as, 'GET', '/notifications')).body.recentUpdates
    .filter(({ type }: { type: string }) => type.startsWith('group_'))
    .map(({ type, object_id }: { type: string; object_id: number }) => [type, object_id]);
const setLevel = (as: Member, notify: string) =>
  call(as, 'POST', `/groups/member/options/${id}`, { notify });

describe('slow mode', () => {
  beforeEach(async () => {
    expect((await call(owner, 'PUT', `/groups/edit/${id}`, { slow_mode: 600 })).status).toBe(200);
  });

  test('lets a member post again only after its time', async () => {
    expect((await write(member)).status).toBe(200);
    const early = await write(member);
    expect(early).toMatchObject({
      status: 400,
      message: { body: 'Slow mode: you can post here again in 10 minutes.' },
    });
    expect((await write(other)).status).toBe(200);
    moveClock(540);
    // A minute is left, less what the calls took.
    expect((await write(member)).message).toEqual({
      body: expect.stringMatching(/post here again in (?:1 minute|[1-5]\d seconds)\.$/),
    });
    moveClock(601);
    expect((await write(member)).status).toBe(200);
  });

  test('lets officers post always', async () => {
    for (let turn = 0; turn < 2; turn += 1) expect((await write(owner)).status).toBe(200);
  });

  test('counts posts that wait for approval, and not those elsewhere', async () => {
    await call(owner, 'PUT', `/groups/edit/${id}`, { post_policy: 'approval' });
    await call(member, 'POST', '/advancedactivity/feeds/post', { body: 'On my wall' });
    expect((await write(member)).body.response).toMatchObject({ pending: 1 });
    expect((await write(member)).status).toBe(400);
  });

  test('lets one of two simultaneous posts through', async () => {
    const answers = await Promise.all([write(member), write(member)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('notices of posts', () => {
  test('reach members who want all posts, once, and nobody else', async () => {
    await setLevel(member, 'all');
    await setLevel(other, 'none');
    const postId = await postBy(owner);
    expect(await runJobs()).toBe(1);
    expect(await noticesOf(member)).toContainEqual(['group_post', postId]);
    expect(await noticesOf(other)).not.toContainEqual(['group_post', postId]);
    expect(await noticesOf(owner)).not.toContainEqual(['group_post', postId]);
    await setLevel(member, 'highlights');
    const second = await postBy(owner);
    await runJobs();
    expect(await noticesOf(member)).not.toContainEqual(['group_post', second]);
  });

  test('are written for a share as well', async () => {
    await setLevel(member, 'all');
    const postId = await addPost(owner, { body: 'On my wall' });
    const shared = await call(owner, 'POST', '/activity/share', {
      id: postId,
      type: 'activity_action',
      subject_type: 'group',
      subject_id: id,
    });
    expect(shared.status, shared.text).toBe(200);
    await runJobs();
    const [notice] = await noticesOf(member);
    expect(notice).toEqual(['group_post', expect.any(Number)]);
    expect(notice).not.toEqual(['group_post', postId]);
  });

  test('do not reach a member who was removed before the job ran', async () => {
    await setLevel(member, 'all');
    const postId = await postBy(owner);
    await call(owner, 'POST', `/groups/member/remove/${id}`, { user_id: member.id });
    await runJobs();
    expect(await noticesOf(member)).not.toContainEqual(['group_post', postId]);
  });

  test('a job that runs again notifies nobody twice', async () => {
    await setLevel(member, 'all');
    const postId = await postBy(owner);
    const [job] = await db.execute<{ data: object }>(sql`
      select data from jobs.job where name = ${postNotifications.name}`);
    const run = () =>
      postNotifications.work(job!.data, { id: '1', signal: AbortSignal.timeout(60_000) });
    await run();
    await call(member, 'POST', '/notifications/markallread');
    await run();
    const [row] = await db.execute<{ count: number }>(sql`
      select count(*)::int
      from notifications
      where recipient_id = ${member.id} and type = 'group_post' and subject_id = ${postId}`);
    expect(row!.count).toBe(1);
  });
});

describe('an announcement', () => {
  test('reaches all members but those without notices', async () => {
    await setLevel(other, 'none');
    const first = await postBy(member);
    expect((await announce(owner, first)).body).toEqual({ notified: 1 });
    await runJobs();
    expect(await noticesOf(member)).toContainEqual(['group_announcement', first]);
    expect(await noticesOf(other)).not.toContainEqual(['group_announcement', first]);
    expect(await noticesOf(outsider)).toEqual([]);
  });

  test('is made of one post a day, and of each post once', async () => {
    const [first, second] = [await postBy(member), await postBy(owner)];
    await announce(owner, first);
    expect((await announce(owner, second)).status).toBe(400);
    moveClock(24 * 3_600 + 60);
    expect((await announce(owner, first)).status).toBe(400);
    expect((await announce(owner, second)).status).toBe(200);
    const log = await db.execute(sql`
      select from container_audit_log where id = ${id} and action = 'announce_post'`);
    expect(log).toHaveLength(2);
  });

  test('is for staff: others get 401, outsiders find nothing', async () => {
    const postId = await postBy(member);
    await runJobs();
    expect((await announce(member, postId)).status).toBe(401);
    expect((await announce(outsider, postId)).status).toBe(404);
    expect((await announce(owner, 999_999)).status).toBe(404);
    const own = await call(owner, 'POST', '/advancedactivity/feeds/post', { body: 'Mine' });
    expect((await announce(owner, own.body.response.feed.action_id)).status).toBe(401);
    expect(await runJobs()).toBe(0);
  });

  test('two at once: one is announced', async () => {
    const posts = [await postBy(member), await postBy(other)];
    await runJobs();
    const answers = await Promise.all(posts.map((postId) => announce(owner, postId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await runJobs()).toBe(1);
  });

  test('is offered in the menu of posts to officers only', async () => {
    const postId = await postBy(member);
    const menuOf = async (as: Member) =>
      (await call(as, 'GET', '/advancedactivity/feeds', { action_id: postId })).body.data[0]
        .feed_menus as Array<{ name: string }>;
    const names = (menu: Array<{ name: string }>) => menu.map(({ name }) => name);
    expect(names(await menuOf(owner))).toContain('announce');
    expect(names(await menuOf(member))).not.toContain('announce');
  });
});

test('a processed video of a group leads to the group, others to the profile', async () => {
  const finish = async (postId: number) => {
    const video = await addMedia(member, postId, { kind: 'video' });
    await db.execute(sql`
      with ${notificationCtes(
        member,
        sql`
          select ${member.id}::bigint, 'video_processed', 'video', ${video}::bigint, 1, '', 0::bigint`,
        { context: sql`select 'post', ${postId}::bigint`, isToActor: true },
      )}
      select 1`);
    return video;
  };
  const [inGroup, onWall] = [
    await finish(await postBy(member)),
    await finish(await addPost(member)),
  ];
  const { recentUpdates } = (await call(member, 'GET', '/notifications')).body;
  const noticeOf = (video: number) =>
    recentUpdates.find(({ object }: { object: { id: number } }) => object.id === video);
  expect(noticeOf(inGroup)).toMatchObject({
    type: 'sitevideo_processed',
    object_type: 'video',
    object: { parent_type: 'group', parent_id: id },
    url: `/groups/${id}/videos/${inGroup}`,
    feed_title: 'Your video is ready to play.',
  });
  const own = noticeOf(onWall);
  expect(own).toMatchObject({
    type: 'video_processed',
    url: `/profile/${member.id}/videos/${onWall}`,
  });
  expect(own.object).not.toHaveProperty('parent_type');
});

describe('comments on a post', () => {
  const toggle = (as: Member, postId: number) =>
    call(as, 'POST', '/advancedactivity/update-commentable', { action_id: postId });
  const menuFor = async (as: Member, postId: number) => {
    const { body } = await call(as, 'GET', '/advancedactivity/feeds', { action_id: postId });
    return body.data[0].feed_menus.map(({ name }: { name: string }) => name);
  };

  test('are closed by officers, whose decision its author cannot undo', async () => {
    const postId = await postBy(member);
    await call(owner, 'POST', `/groups/member/promote/${id}`, { user_id: other.id });
    expect((await toggle(outsider, postId)).status).toBe(404);
    const peer = await addMember();
    await addToGroup(owner, id, peer);
    expect((await toggle(peer, postId)).status).toBe(401);
    expect(await menuFor(peer, postId)).not.toContain('disable_comment');
    expect(await menuFor(other, postId)).toContain('disable_comment');
    expect(await menuFor(other, postId)).not.toContain('edit_feed');
    expect((await toggle(other, postId)).body).toBe(0);
    const comment = { action_id: postId, body: 'Too late' };
    for (const as of [member, peer, other])
      expect((await call(as, 'POST', '/advancedactivity/comment', comment)).status).toBe(401);
    expect((await toggle(member, postId)).status).toBe(401);
    expect(await menuFor(member, postId)).not.toContain('disable_comment');
    expect((await toggle(owner, postId)).body).toBe(1);
    // The author's own decision is no entry in the log.
    expect((await toggle(member, postId)).body).toBe(0);
    expect((await toggle(member, postId)).body).toBe(1);
    const entries = await db.execute(sql`
      select action, actor_id::int as actor, target_id::int as target
      from container_audit_log
      where type = 'group' and id = ${id} and action like '%comments'
      order by entry_id`);
    expect(entries).toEqual([
      { action: 'close_comments', actor: other.id, target: member.id },
      { action: 'open_comments', actor: owner.id, target: member.id },
    ]);
  });
});

describe('an archived group', () => {
  test('takes no members, announcements and pins', async () => {
    const postId = await postBy(member);
    await call(outsider, 'POST', `/groups/member/request/${id}`);
    await call(owner, 'POST', `/groups/archive/${id}`);
    const approved = await call(owner, 'POST', `/groups/member/approve/${id}`, {
      user_id: outsider.id,
    });
    expect(approved.status).toBe(401);
    expect((await announce(owner, postId)).status).toBe(401);
    const pinned = await call(owner, 'POST', '/advancedactivity/update-pinned', {
      action_id: postId,
    });
    expect(pinned.status).toBe(401);
  });

  test('is read-only for its staff too, but for removals, bans and the ownership', async () => {
    const guest = await addMember();
    await befriend(owner, guest);
    await call(owner, 'POST', `/groups/member/promote/${id}`, { user_id: other.id });
    await call(owner, 'POST', `/groups/member/invite/${id}`, { users: guest.id });
    await call(outsider, 'POST', `/groups/member/request/${id}`);
    const links = `/groups/invite-links/${id}`;
    const link = (await call(owner, 'POST', links)).body;
    await call(owner, 'PUT', `/groups/edit/${id}`, { post_policy: 'approval' });
    await write(member, 'Waits');
    const subject = { subject_type: 'group', subject_id: id };
    const { body: waiting } = await call(owner, 'GET', '/advancedactivity/feeds/pending', subject);
    const { pending_id, version } = waiting.response[0];
    const pending = `/advancedactivity/feeds/pending/${pending_id}`;
    await call(owner, 'POST', `/groups/archive/${id}`);
    const target = (one: Member) => ({ user_id: one.id });
    const changes: Array<['GET' | 'POST' | 'PUT', string, Fields?]> = [
      ['GET', `/groups/edit/${id}`],
      ['PUT', `/groups/edit/${id}`, { title: 'Changed' }],
      ['POST', `/groups/member/promote/${id}`, target(member)],
      ['POST', `/groups/member/demote/${id}`, target(other)],
      ['PUT', `/groups/member/edit/${id}`, { ...target(member), title: 'Baker' }],
      ['POST', `/groups/member/cancel/${id}`, target(outsider)],
      ['POST', `/groups/member/cancel/${id}`, target(guest)],
      ['POST', `/groups/member/resend/${id}`, target(guest)],
      ['POST', links],
      ['POST', '/coverphoto/remove-cover-photo', subject],
      ['POST', `${pending}/approve`, { version }],
      ['POST', `${pending}/reject`],
    ];
    for (const [method, path, fields] of changes)
      expect((await call(owner, method, path, fields)).status, path).toBe(401);
    const shown = async (as: Member) => (await call(as, 'GET', `/groups/view/${id}`)).body;
    expect((await shown(owner)).response).toMatchObject({ title: 'Bakers', edit: 0, delete: 1 });
    const menu = (await shown(guest)).gutterMenu.map(({ name }: { name: string }) => name);
    expect(menu).toEqual(['ignore']);
    const { members } = (await call(owner, 'GET', `/groups/member/list/${id}`)).body;
    const menuOf = (one: Member) =>
      members
        .find(({ user_id }: { user_id: number }) => user_id === one.id)
        .menu.map(({ name }: { name: string }) => name);
    expect(menuOf(member)).toEqual(['remove', 'ban']);
    const allowed: typeof changes = [
      ['POST', `/groups/offer-ownership/${id}`, target(member)],
      ['POST', `/groups/member/ban/${id}`, target(other)],
      ['POST', `/groups/member/unban/${id}`, target(other)],
      ['POST', `/groups/member/remove/${id}`, target(member)],
      ['POST', `/groups/archive/${id}`, { archive: 0 }],
      ['PUT', `/groups/edit/${id}`, { title: 'Changed' }],
    ];
    expect((await call(owner, 'DELETE', `${links}/${link.link_id}`)).status).toBe(200);
    for (const [method, path, fields] of allowed)
      expect((await call(owner, method, path, fields)).status, path).toBe(200);
  });
});

test('the number of posts is that of the list, past blocks and what stays the members', async () => {
  await postBy(member);
  await postBy(other);
  await db.execute(sql`
    update containers
    set visibility = 'registered', public_from = newest_sort_key + 1
    where type = 'group' and id = ${id}`);
  const totals = async (as: Member) => {
    const { response, profile_tabs: tabs } = (await call(as, 'GET', `/groups/view/${id}`)).body;
    const { body } = await call(as, 'GET', '/advancedactivity/feeds', {
      subject_type: 'group',
      subject_id: id,
      limit: 50,
    });
    const written = body.data.filter(
      ({ feed }: { feed: { type: string } }) => feed.type !== 'group_join',
    );
    expect(tabs[0].totalItemCount).toBe(response.post_count);
    expect(written).toHaveLength(response.post_count);
    return response.post_count as number;
  };
  expect([await totals(member), await totals(outsider)]).toEqual([2, 0]);
  await postBy(member);
  await postBy(other);
  expect([await totals(member), await totals(outsider)]).toEqual([4, 2]);
  for (const one of [owner, outsider])
    await db.execute(sql`
      insert into blocks (blocker_id, blocked_id) values (${one.id}, ${other.id})`);
  expect([await totals(owner), await totals(outsider)]).toEqual([2, 1]);
});
