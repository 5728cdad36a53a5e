import { beforeEach, expect, test } from 'vitest';
import { settleSuspendedOwners } from '#domains/containers/ownership/succession.server.ts';
import { compareCounters } from '#domains/containers/statistics/counters.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { repairContainerDays } from '#domains/posts/containers/container-day-counts.server.ts';
import { compareContainerPosts } from '#domains/posts/containers/container-post-counts.server.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMedia, addMember, purgeAccount, setStatus } from '../support/people.ts';
import {
  addContainer,
  addContainerPost,
  addMembership,
  listVisibleFiles,
} from './container-world.ts';

let owner: Member;
let bo: Member;
beforeEach(async () => {
  moveClock(0);
  owner = await addMember();
  bo = await addMember();
});

test('wrong counters are corrected, right ones are left alone', async () => {
  const [wrong, right] = [await addContainer(owner), await addContainer(owner)];
  for (const group of [wrong, right]) await addMembership(group, bo, { isFollowing: true });
  const suspended = await addMember();
  await addMembership(right, suspended);
  await setStatus(suspended, 'suspended');
  expect(await compareCounters()).toBe(0);
  await db.execute(sql`
    update containers
    set member_count = 9, follower_count = 0, request_count = 4
    where type = 'group' and id = ${wrong.id}`);
  expect(await compareCounters()).toBe(1);
  const rows = await db.execute(sql`
    select member_count as members, follower_count as followers, request_count as requests
    from containers
    where type = 'group' and id in (${wrong.id}, ${right.id})`);
  expect(rows).toEqual(Array(2).fill({ members: 2, followers: 1, requests: 0 }));
});

test('a wrong number of posts is corrected as well', async () => {
  const [wrong, right] = [await addContainer(owner), await addContainer(owner)];
  for (const group of [wrong, right]) await addContainerPost(group, bo);
  expect(await compareContainerPosts()).toBe(0);
  await db.execute(
    sql`update containers set post_count = 7 where type = 'group' and id = ${wrong.id}`,
  );
  expect(await compareContainerPosts()).toBe(1);
  const rows = await db.execute(
    sql`select post_count as posts from containers where id in (${wrong.id}, ${right.id})`,
  );
  expect(rows).toEqual([{ posts: 1 }, { posts: 1 }]);
});

test('comments on posts are counted while their authors are active, and corrected', async () => {
  const group = await addContainer(owner);
  const [post, other] = [await addContainerPost(group, bo), await addContainerPost(group, bo)];
  const [suspended, cy] = [await addMember(), await addMember()];
  const comment = (postId: number, { id }: Member) =>
    db.execute(sql`
      insert into comments (subject_type, subject_id, author_id, body)
      values ('post', ${postId}, ${id}, 'Hm')`);
  const count = async () => {
    const [row] = await db.execute<{ comments: number }>(
      sql`select comments from container_totals where type = 'group' and id = ${group.id}`,
    );
    return row!.comments;
  };
  for (const author of [bo, suspended, cy]) await comment(post, author);
  await comment(other, bo);
  expect(await count()).toBe(4);
  await setStatus(suspended, 'suspended');
  expect(await count()).toBe(3);
  await db.execute(sql`delete from comments where subject_id = ${post} and author_id = ${cy.id}`);
  expect(await count()).toBe(2);
  await setStatus(suspended, 'active');
  expect(await compareContainerPosts()).toBe(0);
  await db.execute(sql`update container_totals set comments = 9 where id = ${group.id}`);
  expect(await compareContainerPosts()).toBe(1);
  expect(await count()).toBe(3);
  await db.execute(sql`delete from posts where id = ${post}`);
  expect(await count()).toBe(1);
  await db.execute(sql`delete from containers where type = 'group' and id = ${group.id}`);
});

test('numbers of yesterday that are missing or wrong are repaired from the rows', async () => {
  const [group, page] = [await addContainer(owner), await addContainer(owner, { type: 'page' })];
  const yesterday = sql`((now() at time zone 'Etc/UTC')::date - 1)`;
  const noon = sql`((${yesterday} + time '12:00') at time zone 'Etc/UTC')`;
  const [at] = await db.execute<{ noon: string }>(sql`select ${noon}::text as noon`);
  const post = await addContainerPost(group, bo, { publishedAt: at!.noon });
  await addMembership(group, bo);
  await db.execute(sql`
    update memberships set joined_at = ${noon} where member_id = ${bo.id} and id = ${group.id}`);
  await db.execute(sql`
    insert into comments (subject_type, subject_id, author_id, body, created_at)
    values ('post', ${post}, ${bo.id}, 'Hm', ${noon}), ('post', ${post}, ${bo.id}, 'Oh', now())`);
  await db.execute(sql`
    insert into reactions (subject_type, subject_id, member_id, kind, created_at)
    values ('page', ${page.id}, ${bo.id}, 1, ${noon})`);
  const stats = () =>
    db.execute(sql`
      select type, posts, comments, joins, likes from container_daily_stats
      where day = ${yesterday} and id in (${group.id}, ${page.id})
      order by type`);
  await db.execute(
    sql`update container_daily_stats set comments = 0, likes = 4 where day = ${yesterday}`,
  );
  expect(await repairContainerDays()).toBe(2);
  const right = [
    { type: 'group', posts: 1, comments: 1, joins: 1, likes: 0 },
    { type: 'page', posts: 0, comments: 0, joins: 0, likes: 1 },
  ];
  expect(await stats()).toEqual(right);
  // A post that was deleted later counts on its day.
  await db.execute(sql`delete from posts where id = ${post}`);
  expect(await repairContainerDays()).toBe(0);
  expect(await stats()).toEqual(right);
});

test('an owner who is suspended for 60 days is followed by the oldest admin', async () => {
  const group = await addContainer(owner);
  await addMembership(group, bo, { role: 20 });
  await setStatus(owner, 'suspended');
  const ownerId = async () =>
    (
      await db.execute<{ id: number }>(
        sql`select owner_id as id from containers where type = 'group' and id = ${group.id}`,
      )
    )[0]!.id;
  moveClock(59 * 24 * 60 * 60);
  await settleSuspendedOwners();
  expect(await ownerId()).toBe(owner.id);
  moveClock(61 * 24 * 60 * 60);
  await db.execute(sql`
    insert into ownership_offers (type, id, recipient_id, expires_at)
    values ('group', ${group.id}, ${bo.id}, now() + interval '7 days')`);
  await settleSuspendedOwners();
  expect(await ownerId()).toBe(bo.id);
  expect(await db.execute(sql`select from ownership_offers where id = ${group.id}`)).toEqual([]);
});

test('a photo of a page shows the page, in no album of its writer, and survives the writer', async () => {
  const page = await addContainer(owner, { type: 'page', title: 'Bakery' });
  await addMembership(page, bo, { role: 20 });
  const post = await addContainerPost(page, bo, { inItsName: true });
  const photo = await addMedia(bo, post);
  const [shown] = await listVisibleFiles(visitor, post);
  expect(shown).toMatchObject({
    id: photo,
    authorId: page.id,
    authorType: 'page',
    displayname: 'Bakery',
  });
  const [album] = await db.execute<{ id: number }>(
    sql`select id from albums where owner_id = ${bo.id} and type = 'wall'`,
  );
  expect(album).toBeUndefined();
  await purgeAccount(bo);
  expect(await listVisibleFiles(visitor, post)).toHaveLength(1);
});
