import { beforeAll, expect, test } from 'vitest';
import { selectMissedChanges } from '#domains/live/missed-changes.server.ts';
import { selectRecipients } from '#domains/live/watch.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { fill } from '../support/fill.ts';
import { addMember, addPost, block } from '../support/people.ts';
import { customPlanOf } from '../support/plans.ts';

const all = 2_500;
const watching = 1_000;
let ada: Member;
let bo: Member;
let members: number[];

beforeAll(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
  await fill(async (tx) => {
    const people = await tx.execute<{ id: number }>(sql`
      insert into members (
        status, email, username, first_name, last_name, displayname, password_hash
      )
      select 'active', 'fan' || n || '@hearth.example', 'fan' || n, 'Fan', n::text, 'Fan ' || n,
        'none'
      from generate_series(1, ${all}::int) n
      returning id`);
    members = people.map(({ id }) => id).slice(0, watching);
    const first = members[0]!;
    // Members with friends, some blocks and posts; every second watcher is a friend of the author.
    await tx.execute(sql`
      with pairs as (
        select ${first}::int + n as one, ${first}::int + (n + step) % ${all}::int as other
        from generate_series(0, ${all}::int - 1) n, generate_series(1, 3) step
        union all
        select ${ada.id}::int, ${first}::int + n
        from generate_series(0, ${watching}::int - 1, 2) n
      )
      insert into friendships (member_id, friend_id)
      select one, other
      from pairs
      union all
      select other, one
      from pairs`);
    await tx.execute(
      sql`
        insert into blocks (blocker_id, blocked_id)
        select ${first}::int + n, ${first}::int + (n + 100) % ${all}::int
        from generate_series(0, ${all}::int - 1, 4) n`,
    );
    await tx.execute(
      sql`
        insert into posts (author_id, subject_id, object_id, body, audience)
        select id, id, id, 'Words', 'everyone'
        from members
        where username like 'fan%'`,
    );
  });
  for (const table of ['members', 'friendships', 'blocks', 'posts'])
    await db.execute(sql`analyze ${sql.identifier(table)}`);
});

test.each(['everyone', 'friends'] as const)(
  'recipients of a change to a post (%s) on a thousand screens: a few rows for each, whatever else there is',
  async (audience) => {
    const id = await addPost(ada, { audience });
    const { given, rows, scanned } = await customPlanOf(
      selectRecipients(members.map((memberId) => ({ memberId, type: 'post', id, actorId: bo.id }))),
    );
    expect(given).toBe(audience === 'everyone' ? watching : watching / 2);
    expect(scanned).toEqual([]);
    // For each recipient: the own row, the author's and the actor's; one friendship; one block if
    // there is one.
    for (const [table, most] of Object.entries({ posts: 1, members: 4, friendships: 1, blocks: 2 }))
      expect(rows[table] ?? 0, table).toBeLessThanOrEqual(most * watching);
  },
);

test('a member with a block is left out at no extra cost', async () => {
  const id = await addPost(ada);
  const [first] = members;
  await block(bo, { id: first! } as Member);
  const { given, scanned } = await customPlanOf(
    selectRecipients(members.map((memberId) => ({ memberId, type: 'post', id, actorId: bo.id }))),
  );
  expect(given).toBe(watching - 1);
  expect(scanned).toEqual([]);
});

test('changes missed by a screen: a few rows for each post on it, whatever else has changed', async () => {
  await db.execute(sql`
    insert into live_changes (subject_type, subject_id, kind, actor_id, changed_at)
    select 'post', p.id, what, ${bo.id}, now() - n * interval '3 hours'
    from posts p, (values (1, 'reactions'), (2, 'comments')) change (n, what)
    on conflict
    do nothing`);
  await db.execute(sql`analyze live_changes`);
  const posts = await db.execute<{ id: number }>(
    sql`select id from posts where audience = 'everyone' order by id limit 60`,
  );
  const read = (hoursAgo: number) =>
    posts.map(({ id }) => ({
      type: 'post',
      id: String(id),
      since: new Date(Date.now() - hoursAgo * 3_600_000),
    }));
  for (const [hoursAgo, given] of [
    [1, 0],
    [4, 60],
    [12, 120],
  ] as const) {
    const seen = await customPlanOf(selectMissedChanges(ada, read(hoursAgo)));
    expect([seen.given, seen.scanned]).toEqual([given, []]);
    for (const table of ['live_changes', 'posts', 'blocks'])
      expect(seen.rows[table] ?? 0, table).toBeLessThanOrEqual(2 * posts.length);
  }
});
