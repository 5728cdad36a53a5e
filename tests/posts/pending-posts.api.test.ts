import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { leaveContainer } from '#domains/containers/membership/memberships.server.ts';
import { banMember } from '#domains/containers/membership/removals.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addContainer, addMembership } from '../containers/container-world.ts';
import { fixture } from '../support/files.ts';
import { addMember, setStatus } from '../support/people.ts';
import { fetchFile, send, type RestAnswer } from '../support/rest.ts';
import { formOf } from '../support/uploads.ts';

const pending = '/advancedactivity/feeds/pending';
let owner: Member;
let author: Member;
let other: Member;
let group: { type: string; id: number };
beforeAll(() => void (env().RATE_LIMIT_SCALE = 1_000));

beforeEach(async () => {
  [owner, author, other] = [await addMember(), await addMember(), await addMember()];
  group = await addContainer(owner, { visibility: 'members', postPolicy: 'approval' });
  await addMembership(group, author);
  await addMembership(group, other);
});

const target = () => ({ subject_type: 'group', subject_id: group.id });
const write = async (as = author, body = 'May I?') =>
  (await send('POST', '/advancedactivity/feeds/post', { ...target(), body }, { as })).body
    .response as { pending_id: number; feed?: { action_id: number } };
const list = async (as: Member) => {
  const { body } = await send('GET', pending, target(), { as });
  return body.response.map(({ pending_id }: { pending_id: number }) => pending_id) as number[];
};
/** 204 in the envelope. */
const codeOf = (answer: RestAnswer) => answer.status_code;
const approve = (as: Member, id: number, version = 1) =>
  send('POST', `${pending}/${id}/approve`, { version }, { as });
const reject = (as: Member, id: number) => send('POST', `${pending}/${id}/reject`, {}, { as });

test('a post waits, for its author and the staff only, until it is approved', async () => {
  const { pending_id: id } = await write();
  expect(id).toEqual(expect.any(Number));
  const [row] = await db.execute<{ count: number }>(
    sql`select post_count as count from containers where type = 'group' and id = ${group.id}`,
  );
  expect(row!.count).toBe(0);
  expect([await list(owner), await list(author), await list(other)]).toEqual([[id], [id], []]);
  const stranger = await addMember();
  expect((await approve(other, id)).status).toBe(404);
  expect((await approve(stranger, id)).status).toBe(404);
  const approved = await approve(owner, id);
  expect(approved.body).toMatchObject({
    feed: { type: 'group_post', subject_id: author.id, object_id: group.id, body: 'May I?' },
  });
  expect((await approve(owner, id)).status).toBe(404);
  expect((await reject(owner, id)).status).toBe(404);
  expect(await list(owner)).toEqual([]);
  const wall = await send('GET', '/advancedactivity/feeds', target(), { as: other });
  expect(wall.body.data).toHaveLength(1);
});

test('one of two concurrent approvals publishes it, and posts of staff do not wait', async () => {
  const admin = await addMember();
  await addMembership(group, admin, { role: 20 });
  const { pending_id: id } = await write();
  const answers = await Promise.all([approve(owner, id), approve(admin, id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect((await write(admin)).feed).toBeDefined();
});

describe('nothing is published', () => {
  test('after the author was banned, left or was suspended', async () => {
    const { pending_id: first } = await write();
    await setStatus(author, 'suspended');
    expect((await approve(owner, first)).status).toBe(401);
    await setStatus(author, 'active');
    await banMember(owner, group, author.id, { until: null, reason: '' });
    expect((await approve(owner, first)).status).toBe(404);
    const { pending_id: second } = await write(other);
    await leaveContainer(other, group);
    expect((await approve(owner, second)).status).toBe(404);
  });

  test('from a row that bypassed the ban', async () => {
    const { pending_id: id } = await write();
    await db.execute(sql`alter table memberships disable trigger memberships_delete_pending_posts`);
    await banMember(owner, group, author.id, { until: null, reason: '' });
    await db.execute(sql`alter table memberships enable trigger memberships_delete_pending_posts`);
    expect((await approve(owner, id)).status).toBe(401);
    const [row] = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from posts where object_type = 'group' and object_id = ${group.id}`,
    );
    expect(row!.count).toBe(0);
  });

  test('that staff rejected or its author dropped', async () => {
    const { pending_id: first } = await write();
    const { pending_id: second } = await write();
    const drop = (as: Member) => send('DELETE', `${pending}/${second}`, {}, { as });
    expect(codeOf(await reject(owner, first))).toBe(204);
    expect((await drop(owner)).status).toBe(404);
    expect(codeOf(await drop(author))).toBe(204);
    expect((await drop(author)).status).toBe(404);
    expect(await list(owner)).toEqual([]);
  });
});

test('its author changes the text, nobody else', async () => {
  const { pending_id: id } = await write();
  const edit = (as: Member, body: string) => send('PUT', `${pending}/${id}`, { body }, { as });
  expect((await edit(owner, 'Mine now')).status).toBe(404);
  expect((await edit(author, '')).status).toBe(400);
  expect(codeOf(await edit(author, 'Please'))).toBe(204);
  expect((await approve(owner, id, 2)).body.feed.body).toBe('Please');
});

test('an approval of a text that was changed meanwhile publishes nothing', async () => {
  const { pending_id: id } = await write();
  const { body } = await send('GET', pending, target(), { as: owner });
  const read = body.response[0].version as number;
  await send('PUT', `${pending}/${id}`, { body: 'Something else' }, { as: author });
  const refused = await approve(owner, id, read);
  expect([refused.status, Object.keys(refused.message as object)]).toEqual([400, ['version']]);
  expect(await list(owner)).toEqual([id]);
  expect((await approve(owner, id, read + 1)).status).toBe(200);
});

describe('notices', () => {
  const notices = async (as: Member) => {
    const { body } = await send('GET', '/notifications', {}, { as });
    return body.recentUpdates.map((one: { type: string; url: string; feed_title: string }) => [
      one.type,
      one.url,
      one.feed_title,
    ]) as string[][];
  };
  const types = async (as: Member) => (await notices(as)).map(([type]) => type);

  test('the staff get one for all posts that wait, until all are decided', async () => {
    const officer = await addMember();
    await addMembership(group, officer, { role: 10 });
    const posts = [await write(), await write(other), await write()];
    for (const staff of [owner, officer])
      expect(await notices(staff)).toEqual([
        [
          'post_pending',
          `/groups/group/${group.id}/waiting`,
          `${author.displayname} and ${other.displayname} asked to post in your group.`,
        ],
      ]);
    expect(await types(other)).toEqual([]);
    await approve(owner, posts[0]!.pending_id);
    await reject(officer, posts[1]!.pending_id);
    expect(await types(owner)).toEqual(['post_pending']);
    await send('DELETE', `${pending}/${posts[2]!.pending_id}`, {}, { as: author });
    expect([await types(owner), await types(officer)]).toEqual([[], []]);
  });

  test('the next one waits again after the staff have read of the last', async () => {
    await write();
    await send('POST', '/notifications/markallread', {}, { as: owner });
    await write();
    const { body } = await send('GET', '/notifications', {}, { as: owner });
    expect(body.recentUpdates.map(({ read }: { read: number }) => read)).toContain(0);
  });

  test('the author learns of approval and refusal, and not by whom', async () => {
    const [first, second] = [await write(), await write()];
    const { body } = await approve(owner, first.pending_id);
    await reject(owner, second.pending_id);
    expect(await notices(author)).toEqual([
      ['post_declined', `/groups/group/${group.id}`, 'Your post in the group was not approved.'],
      ['post_approved', `/posts/${body.feed.action_id}`, 'Your post was approved.'],
    ]);
    expect(await types(other)).toEqual([]);
  });
});

test('photos of a waiting post are for its author and the staff', async () => {
  const form = formOf({
    body: 'Look',
    subject_type: 'group',
    subject_id: String(group.id),
    type: 'photo',
    photo: fixture('square.jpg'),
  });
  const sent = await send('POST', '/advancedactivity/feeds/post', {}, { as: author, form });
  const { pending_id: id } = sent.body.response;
  const { body } = await send('GET', pending, target(), { as: owner });
  const [{ src }] = body.response[0].attachment;
  const path = src.slice(src.indexOf('/media/')).replace(/\/[^/]+$/, '/original.webp');
  const statusFor = async (as?: Member) => (await fetchFile(path, { as })).status;
  expect([await statusFor(author), await statusFor(owner)]).toEqual([200, 200]);
  expect([await statusFor(other), await statusFor()]).toEqual([404, 404]);
  await approve(owner, id);
  expect([await statusFor(other), await statusFor()]).toEqual([200, 404]);
});

test('the first posts of a newcomer wait', async () => {
  const open = await addContainer(owner);
  await db.execute(
    sql`update containers set newcomer_posts = 1 where type = 'group' and id = ${open.id}`,
  );
  group = open;
  await addMembership(group, author);
  const { pending_id: id } = await write();
  await approve(owner, id);
  expect((await write()).feed).toBeDefined();
});
