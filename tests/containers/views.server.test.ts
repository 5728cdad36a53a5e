import { beforeEach, expect, test } from 'vitest';
import { readContainerStatistics } from '#domains/containers/statistics/statistics.server.ts';
import {
  countContainerView,
  flushViews,
  isReading,
  pruneViews,
} from '#domains/containers/statistics/views.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost } from '../support/people.ts';
import { addContainer, addContainerPost, addMembership } from './container-world.ts';

let owner: Member;
let bo: Member;
beforeEach(async () => {
  moveClock(0);
  owner = await addMember();
  bo = await addMember();
});

const year = { chunk: 'day', from: '2000-01-01', until: '2999-12-31' } as const;

test('a member counts once a day as a viewer, the owner never, visitors apart', async () => {
  const page = await addContainer(owner, { type: 'page' });
  const other = await addContainer(owner, { type: 'page' });
  for (const viewer of [bo, bo, owner, visitor]) countContainerView(viewer, page);
  countContainerView(bo, other);
  countContainerView(bo, { type: 'page', id: 999_999 });
  await flushViews();
  countContainerView(bo, page);
  await flushViews();
  expect(await readContainerStatistics(owner, page, year)).toMatchObject([
    { views: 4, viewers: 1, visitorViews: 1, joins: 1 },
  ]);
  moveClock(24 * 60 * 60);
  countContainerView(bo, page);
  await flushViews();
  const [month] = await readContainerStatistics(owner, page, { ...year, chunk: 'month' });
  expect(month!.viewers).toBeGreaterThanOrEqual(1);
  const [row] = await db.execute<{ count: number }>(
    sql`select views as count from container_totals where type = 'page' and id = ${page.id}`,
  );
  expect(row!.count).toBe(2);
  moveClock(4 * 24 * 60 * 60);
  await pruneViews();
  expect(await db.execute(sql`select from container_viewers`)).toHaveLength(0);
});

test('numbers are for staff who may edit', async () => {
  const page = await addContainer(owner, { type: 'page' });
  await expect(readContainerStatistics(bo, page, year)).rejects.toMatchObject({
    code: 'unauthorized',
  });
  await addMembership(page, bo, { role: 10 });
  await expect(readContainerStatistics(bo, page, year)).rejects.toMatchObject({
    code: 'unauthorized',
  });
  const draft = await addContainer(owner, { type: 'page', state: 'draft' });
  await expect(readContainerStatistics(bo, draft, year)).rejects.toMatchObject({
    code: 'no_record',
  });
  await expect(
    readContainerStatistics(owner, { type: 'page', id: 999_999 }, year),
  ).rejects.toMatchObject({ code: 'no_record' });
});

test('prefetches and robots do not read', () => {
  const browser = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0';
  expect(isReading(new Headers({ 'user-agent': browser }))).toBe(true);
  expect(isReading(new Headers({ 'user-agent': browser, 'sec-purpose': 'prefetch' }))).toBe(false);
  expect(isReading(new Headers({ 'user-agent': 'Googlebot/2.1' }))).toBe(false);
});

test('likes of the container and comments on its posts are counted by day, and taken back', async () => {
  const page = await addContainer(owner, { type: 'page' });
  const [post, elsewhere] = [await addContainerPost(page, owner), await addPost(owner)];
  const like = (type: string, id: number) =>
    db.execute(sql`
      insert into reactions (subject_type, subject_id, member_id, kind)
      values (${type}, ${id}, ${bo.id}, 1)`);
  const comment = (id: number) =>
    db.execute(sql`
      insert into comments (subject_type, subject_id, author_id, body)
      values ('post', ${id}, ${bo.id}, 'Hm')`);
  await like('page', page.id);
  await like('post', post);
  await comment(post);
  await comment(post);
  await comment(elsewhere);
  const read = () => readContainerStatistics(owner, page, year);
  expect(await read()).toMatchObject([{ likes: 1, comments: 2, posts: 1 }]);
  await db.execute(sql`delete from reactions where subject_type = 'page' and member_id = ${bo.id}`);
  await db.execute(
    sql`delete from comments where id = (select min(id) from comments where subject_id = ${post})`,
  );
  expect(await read()).toMatchObject([{ likes: 0, comments: 1, posts: 1 }]);
  // Deleting a container deletes its numbers.
  await db.execute(sql`delete from containers where type = 'page' and id = ${page.id}`);
  const left = await db.execute(
    sql`select from container_daily_stats where type = 'page' and id = ${page.id}`,
  );
  expect(left).toHaveLength(0);
});
