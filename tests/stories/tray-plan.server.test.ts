import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { listStories, selectTray } from '#domains/stories/tray/tray.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { fill } from '../support/fill.ts';
import { addMember } from '../support/people.ts';
import { customPlanOf } from '../support/plans.ts';
import { countStatements } from '../support/statements.ts';

let popular: Member;
let alone: Member;
beforeAll(async () => {
  [popular, alone] = [await addMember({ name: 'Popular' }), await addMember({ name: 'Alone' })];
  // 3,000 members with two stories each, of yesterday and today; 300 are friends, half of whose
  // stories were seen.
  await fill(async (tx) => {
    await tx.execute(sql`
      with people as (
        insert into members (
          status, email, username, first_name, last_name, displayname, password_hash
        )
        select 'active', 'plan' || n || '@hearth.example', 'plan' || n, 'Plan', n::text,
          'Plan ' || n, 'none'
        from generate_series(1, 3000) n
        returning id
      ),
        friends as (
          insert into friendships (member_id, friend_id)
          select ${popular.id}::bigint, id
          from (select id from people order by id limit 300) f
          union all
          select id, ${popular.id}
          from (select id from people order by id limit 300) f
        ),
        files as (
          insert into media (
            owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
            placeholder
          )
          select id, 'photo', md5(id::text), 'image/webp', 1, 900, 1600, '{480}', ''
          from people
          returning id, owner_id
        )
      insert into stories (owner_id, media_id, audience, created_at)
      select owner_id, id, 'friends', now() - age * interval '20 hours'
      from files, generate_series(0, 3) age`);
    await tx.execute(sql`
      insert into story_views (story_id, member_id)
      select s.id, p.id
      from stories s
      join members p on p.id between s.owner_id - 8 and s.owner_id - 1
      where p.id <> ${popular.id}
      union all
      select s.id, ${popular.id}
      from stories s
      join friendships f on f.member_id = ${popular.id} and f.friend_id = s.owner_id
      where s.id % 2 = 0`);
  });
  for (const table of ['members', 'friendships', 'media', 'stories', 'story_views'])
    await db.execute(sql`analyze ${sql.identifier(table)}`);
});

test('with 300 friends who have stories among 3,000 members: one statement, by indexes, reading no rows of others', async () => {
  expect(await countStatements(() => listStories(popular))).toBe(1);
  const { rows, scanned } = await customPlanOf(selectTray(popular, {}));
  expect(scanned).not.toContain('stories');
  expect(scanned).not.toContain('story_views');
  expect(scanned).not.toContain('media');
  // Two of each friend's four stories are active; those on the page are read once more.
  expect(rows.stories).toBeLessThanOrEqual(300 * 4 + 60);
  expect(rows.media).toBeLessThanOrEqual(300);
  expect((await listStories(popular)).totalItemCount).toBe(301);
});

test('without friends: one statement that reads no story', async () => {
  expect(await countStatements(() => listStories(alone))).toBe(1);
  const { rows, scanned } = await customPlanOf(selectTray(alone, {}));
  expect(scanned).not.toContain('stories');
  expect(rows.stories ?? 0).toBe(0);
  expect(await listStories(alone)).toMatchObject({
    totalItemCount: 1,
    response: [{ owner_id: alone.id, total_stories: 0, story_id: 0, next_end: null }],
  });
});
