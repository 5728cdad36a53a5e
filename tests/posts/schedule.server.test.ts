import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { countFeed, readFeed } from '#domains/posts/feed/feed.server.ts';
import { publishDue } from '#domains/posts/schedule/publish-due.server.ts';
import {
  cancelScheduled,
  editScheduled,
  listScheduled,
  schedulePost,
} from '#domains/posts/schedule/schedule.server.ts';
import type { PostDraft } from '#domains/posts/writing/create-post.server.ts';
import { toWireTime } from '#lib/dates.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { stopJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, setStatus, unfriend } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';

let ada: Member;
let bo: Member;
beforeAll(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
  await befriend(ada, bo);
});
afterEach(() => moveClock(0));
afterAll(() => stopJobs());

const minute = 60_000;
const ahead = (milliseconds: number) =>
  new Date(Math.floor(Date.now() / 1000) * 1000 + milliseconds);
const later = (draft: Partial<PostDraft> = {}, at = ahead(10 * minute), author = ada) =>
  db.transaction((tx) =>
    schedulePost(
      tx,
      author,
      { body: 'Later', audience: 'everyone', tagged: [], uri: '', ...draft },
      at,
    ),
  );
const bodies = async (viewer: Member) =>
  (await readFeed(viewer, { limit: 50 })).data.map(({ feed }) => feed.body);
const page = { page: 1, limit: 20 };
const waiting = async (member = ada) =>
  (await listScheduled(member, page)).response.map(({ schedule_id }) => schedule_id);

describe('before its time', () => {
  test('it is on nobody’s read path, not even its author’s, and only the author’s list has it', async () => {
    const { schedule_id } = await later({
      body: 'Not yet',
      tagged: [bo.id],
      uri: 'https://example.org',
      feeling: { parent: 27, child: 2701 },
    });
    await publishDue();
    for (const viewer of [ada, bo]) {
      expect(await bodies(viewer)).not.toContain('Not yet');
      expect(await countFeed(viewer, { minid: 1 })).toBe(
        (await readFeed(viewer, { limit: 50 })).activityCount,
      );
    }
    expect((await db.execute(sql`select 1 from posts where body = 'Not yet'`)).length).toBe(0);
    expect(await waiting(bo)).not.toContain(schedule_id);
    const { response } = await listScheduled(ada, page);
    expect(response.find((one) => one.schedule_id === schedule_id)).toMatchObject({
      body: 'Not yet',
      privacy: 'everyone',
      attachment_count: 1,
      uri: 'https://example.org',
      tags: [{ tag_id: bo.id, tag_obj: { displayname: 'Bo' } }],
      params: { feelings: { childtitle: 'happy' } },
    });
    expect(await countStatements(() => listScheduled(ada, page))).toBe(2);
    await cancelScheduled(ada, schedule_id);
  });

  test('a post comes out at its time, not a second before, with all that belongs to it', async () => {
    const at = ahead(10 * minute);
    const { schedule_id, publish_date } = await later(
      {
        body: 'On time',
        audience: 'friends',
        tagged: [bo.id],
        uri: 'https://example.org/a',
        feeling: { parent: 26, child: 2601 },
      },
      at,
    );
    expect(publish_date).toBe(toWireTime(at.toISOString()));
    moveClock(10 * 60 - 2);
    await publishDue();
    expect(await bodies(bo)).not.toContain('On time');
    moveClock(10 * 60 + 1);
    await publishDue();
    const { data } = await readFeed(bo, { limit: 50 });
    const { feed } = data.find((one) => one.feed.body === 'On time')!;
    expect(feed).toMatchObject({
      type: 'post_self_link',
      subject_id: ada.id,
      privacy: 'friends',
      tags: [{ tag_id: bo.id }],
      attachment: [{ uri: 'https://example.org/a' }],
      params: { feelings: { parenttitle: 'eating', childtitle: 'pizza' } },
    });
    expect(feed.date >= publish_date).toBe(true);
    expect(await waiting()).not.toContain(schedule_id);
    await expect(cancelScheduled(ada, schedule_id)).rejects.toMatchObject({ code: 'no_record' });
    await expect(editScheduled(ada, schedule_id, { body: 'x' })).rejects.toMatchObject({
      code: 'no_record',
    });
  });
});

test('many publishers at once make one post of each', async () => {
  const marks = Array.from({ length: 12 }, (_, index) => `Once ${index}`);
  for (const body of marks) await later({ body });
  moveClock(11 * 60);
  await Promise.all(Array.from({ length: 5 }, () => publishDue()));
  const rows = await db.execute<{ body: string }>(
    sql`select body from posts where body like 'Once %'`,
  );
  expect(rows.map(({ body }) => body).sort()).toEqual(marks.toSorted());
});

test('the right to publish is checked again: without it the post waits, and a former friend is not tagged', async () => {
  const [cleo, dan] = [await addMember({ name: 'Cleo' }), await addMember({ name: 'Dan' })];
  await befriend(cleo, dan);
  await later({ body: 'From Cleo', tagged: [dan.id] }, ahead(10 * minute), cleo);
  await setStatus(cleo, 'suspended');
  await unfriend(cleo, dan);
  moveClock(11 * 60);
  await publishDue();
  expect(await bodies(cleo)).not.toContain('From Cleo');
  expect(await waiting(cleo)).toHaveLength(1);
  await setStatus(cleo, 'active');
  await publishDue();
  const { data } = await readFeed(cleo, { filter: 'my_posts' });
  expect(data[0]!.feed).toMatchObject({ body: 'From Cleo', tags: [] });
});

test('one that cannot be published does not hold up the others', async () => {
  const { schedule_id } = await later({ body: 'Broken' });
  await db.execute(
    sql`update scheduled_posts set feeling_parent = 1, feeling_child = 1 where id = ${schedule_id}`,
  );
  const failing = await later({ body: 'Failing' });
  await db.execute(sql`
    alter table posts add constraint test_failing check (body <> 'Failing') not valid`);
  await later({ body: 'Sound' }, ahead(11 * minute));
  moveClock(12 * 60);
  await expect(publishDue()).rejects.toThrow();
  expect(await bodies(ada)).toContain('Sound');
  expect(await waiting()).toEqual(expect.arrayContaining([schedule_id, failing.schedule_id]));
  await db.execute(sql`alter table posts drop constraint test_failing`);
  // Whatever may pass is tried again, a refused one only after its author has changed it.
  await publishDue();
  expect(await bodies(ada)).toContain('Failing');
  expect(await waiting()).toContain(schedule_id);
  await cancelScheduled(ada, schedule_id);
});

describe('changing', () => {
  test('text, privacy and time, each by itself', async () => {
    const { schedule_id } = await later({ body: 'First' });
    expect(await editScheduled(ada, schedule_id, { body: 'Second' })).toMatchObject({
      body: 'Second',
      privacy: 'everyone',
    });
    expect(await editScheduled(ada, schedule_id, { audience: 'onlyme' })).toMatchObject({
      body: 'Second',
      privacy: 'onlyme',
    });
    const at = ahead(60 * minute);
    expect(await editScheduled(ada, schedule_id, { publishAt: at })).toMatchObject({
      publish_date: toWireTime(at.toISOString()),
    });
    moveClock(61 * 60);
    await publishDue();
    expect(await bodies(ada)).toContain('Second');
    expect(await bodies(bo)).not.toContain('Second');
  });
  test('a post that was moved later does not come at the old time', async () => {
    const { schedule_id } = await later({ body: 'Moved' });
    await editScheduled(ada, schedule_id, { publishAt: ahead(60 * minute) });
    moveClock(20 * 60);
    await publishDue();
    expect(await waiting()).toContain(schedule_id);
    moveClock(61 * 60);
    await publishDue();
    expect(await bodies(ada)).toContain('Moved');
  });

  test('not to nothing, not into the past, not beyond a year', async () => {
    const { schedule_id } = await later({ body: 'Stays' });
    await expect(editScheduled(ada, schedule_id, { body: '' })).rejects.toMatchObject({
      detail: { body: 'Post cannot be empty' },
    });
    for (const at of [ahead(-1_000), ahead(366 * 24 * 60 * minute)]) {
      await expect(editScheduled(ada, schedule_id, { publishAt: at })).rejects.toMatchObject({
        detail: { schedule_time: expect.any(String) },
      });
      await expect(later({}, at)).rejects.toMatchObject({
        detail: { schedule_time: expect.any(String) },
      });
    }
    await expect(editScheduled(bo, schedule_id, { body: 'Mine' })).rejects.toMatchObject({
      code: 'no_record',
    });
    await expect(cancelScheduled(bo, schedule_id)).rejects.toMatchObject({ code: 'no_record' });
    expect(
      (await listScheduled(ada, page)).response.find((one) => one.schedule_id === schedule_id),
    ).toMatchObject({ body: 'Stays' });
    await cancelScheduled(ada, schedule_id);
    moveClock(11 * 60);
    await publishDue();
    expect(await bodies(ada)).not.toContain('Stays');
  });
});

test('visitors see nothing before and the post after', async () => {
  await later({ body: 'For all' });
  moveClock(11 * 60);
  await publishDue();
  const [row] = await db.execute<{ id: number }>(sql`select id from posts where body = 'For all'`);
  expect((await readFeed(visitor, { postId: row!.id })).data[0]!.feed.body).toBe('For all');
});

test('at most a hundred wait', async () => {
  const eve = await addMember();
  await db.execute(
    sql`
      insert into scheduled_posts (author_id, body, audience, publish_at)
      select ${eve.id}, 'x', 'onlyme', now() + interval '1 day'
      from generate_series(1, 99)`,
  );
  await later({}, ahead(10 * minute), eve);
  await expect(later({}, ahead(10 * minute), eve)).rejects.toMatchObject({
    detail: { schedule_time: expect.stringContaining('100') },
  });
});
