import { beforeAll, expect, test } from 'vitest';
import { groupsStatement } from '#domains/groups/browse/group-list.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { fill } from '../support/fill.ts';
import { addMember } from '../support/people.ts';
import { customPlanOf } from '../support/plans.ts';

let reader: Member;

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
  });
  await db.execute(sql`analyze containers, groups, container_words`);
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
