import { beforeAll, expect, test } from 'vitest';
import { listContainerPhotos } from '#domains/albums/container-photos/container-photos.server.ts';
import { groupsStatement } from '#domains/groups/browse/group-list.server.ts';
import { groupRef } from '#domains/groups/one-group.server.ts';
import { listVideos } from '#domains/lightbox/videos/video-list.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { discussedStatement } from '#domains/posts/discussed/discussed-posts.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { fill } from '../support/fill.ts';
import { addMember } from '../support/people.ts';
import { customPlanOf, recordPlans } from '../support/plans.ts';

let reader: Member;
let talkative: number;

// Adds twenty thousand groups, one in two thousand of them a heron.
beforeAll(async () => {
  const owner = await addMember();
  reader = await addMember();
  await fill(async (tx) => {
    await tx.execute(sql`
      insert into members (
        status, email, username, first_name, last_name, displayname, password_hash
      )
      select 'active', 'plan' || n || '@hearth.example', 'plan' || n, 'Plan', n::text, 'Plan ' || n,
        ''
      from generate_series(1, 300) n`);
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
    // It has three hundred videos and six hundred photos; the other groups have so many more that
    // reading all photos costs more than the order of the index, vacuumed or not.
    await tx.execute(sql`
      with shown as (
        select p.id, row_number() over (order by p.id) as nth
        from posts p
        where p.object_type = 'group' and p.id % 20 < case p.object_id when ${talkative} then 2 else 7 end
      ),
      film as (
        insert into media (
          owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
          placeholder
        )
        select ${owner.id}, 'video', 'film' || shown.nth, 'video/mp4', 1, 1, 1, '{}', ''
        from shown
        returning id, content_hash
      )
      insert into attachments (post_id, position, type, media_id, video_type)
      select shown.id, 0, 'video', film.id, 3
      from shown
      join film on film.content_hash = 'film' || shown.nth`);
    await tx.execute(sql`
      with album as (
        insert into albums (owner_id, container_type, container_id, title, audience, is_listed)
        select ${owner.id}, 'group', ${talkative} - n % 20, 'Album', 'container', false
        from generate_series(0, 39) n
        returning id
      ),
      photo as (
        insert into media (
          owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
          placeholder
        )
        select ${reader.id} + n % 300, 'photo', 'photo' || n, 'image/webp', 1, 1, 1, '{}', ''
        from generate_series(1, 12000) n
        returning id
      )
      insert into album_photos (media_id, album_id, position)
      select photo.id, album.ids[1 + photo.id % 40], photo.id
      from photo, (select array_agg(id order by id) as ids from album) album`);
  });
  // Analyzes all tables, so that no plan depends on whether autovacuum was there.
  await db.execute(sql`vacuum analyze`);
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

test.each([
  {
    name: 'videos',
    table: 'attachments',
    total: 300,
    work: () => listVideos(reader, { owner: { type: 'group', id: talkative }, page: 2, limit: 20 }),
  },
  {
    name: 'photos',
    table: 'album_photos',
    total: 600,
    work: () => listContainerPhotos(reader, groupRef(talkative), { page: 1, limit: 20 }),
  },
])('a page of its $name reads no more of them, and the total none of others', async (one) => {
  const plans = await recordPlans(one.work);
  const touched = plans.flatMap(({ given, rows }) =>
    rows[one.table] === undefined ? [] : [{ given, rows: rows[one.table]! }],
  );
  const page = touched.filter(({ given }) => given === 20);
  expect(page).toHaveLength(1);
  expect(page[0]!.rows).toBeLessThan(100);
  const counted = touched.filter(({ given }) => given === 1);
  expect(counted).toHaveLength(1);
  expect(Math.abs(counted[0]!.rows - one.total)).toBeLessThan(5);
});
