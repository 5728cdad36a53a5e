import { beforeAll, expect, test } from 'vitest';
import { groupsStatement } from '#domains/groups/browse/group-list.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { discussedStatement } from '#domains/posts/discussed/discussed-posts.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { fill } from '../support/fill.ts';
import { addMember } from '../support/people.ts';
import { customPlanOf } from '../support/plans.ts';

let reader: Member;
let talkative: number;

// Adds twenty thousand groups, one in two thousand of them a heron.
beforeAll(async () => {
  const owner = await addMember();
  reader = await addMember();
  await fill(async (tx) => {
    await tx.execute(sql`
      with inserted as (
        insert into containers (type, owner_id, title)
        select 'group', ${owner.id},
          case when n % 2000 = 0 then 'Heron ' else 'Sparrow ' end || md5(n::text)
        from generate_series(1, 20000) n
        returning id
      )
      insert into groups (id, description, category_id)
      select id, 'Some of many', 11
      from inserted`);
    const [group] = await tx.execute<{ id: number }>(sql`
      select max(id)::int as id from containers where type = 'group'`);
    talkative = group!.id;
    // One group has three thousand posts with comments, another one as many.
    await tx.execute(sql`
      with written as (
        insert into posts (author_id, subject_id, object_type, object_id, audience)
        select ${owner.id}, ${owner.id}, 'group', ${talkative} - n % 2, 'container'
        from generate_series(1, 6000) n
        returning id, object_id
      )
      insert into discussed_posts (post_id, type, id, commented_at)
      select id, 'group', object_id, now() - make_interval(mins => (id % 977)::int)
      from written`);
  });
  await db.execute(sql`
    analyze containers, groups, container_words, posts, discussed_posts`);
});

test('groups are found by their words through the index of words', async () => {
  const plan = await customPlanOf(groupsStatement(reader, { search: 'hero' }));
  expect(plan.indexes).toContain('container_words_words');
  expect(plan.scanned).not.toContain('containers');
  // Read for the total and for the page.
  expect(plan.rows.containers).toBeLessThan(100);
});

test('the newest groups are read in the order of their index', async () => {
  const plan = await customPlanOf(groupsStatement(reader, { limit: 5 }));
  expect(plan.indexes).toContain('containers_newest');
});

test('posts by their latest comments are read in the order of their index', async () => {
  const plan = await customPlanOf(discussedStatement(reader, { type: 'group', id: talkative }, 2));
  expect(plan.indexes).toContain('discussed_posts_newest');
  expect(plan.rows.discussed_posts).toBeLessThan(50);
});
