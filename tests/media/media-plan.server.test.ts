import { beforeAll, expect, test } from 'vitest';
import { listAlbums } from '#domains/albums/album-list.server.ts';
import { readContent } from '#domains/albums/content.server.ts';
import { readComments } from '#domains/comments/comment-list.server.ts';
import { addComment } from '#domains/comments/comments.server.ts';
import { openPhoto } from '#domains/lightbox/lightbox.server.ts';
import { findVisibleMedia } from '#domains/lightbox/visible-media.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { db } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { sql } from '#server/sql.ts';
import { fill } from '../support/fill.ts';
import { addMedia, addMember, addPost } from '../support/people.ts';
import { recordPlans } from '../support/plans.ts';

let ada: Member;
let bo: Member;
let photo: number;
beforeAll(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
  photo = await addMedia(ada, await addPost(ada));
  await fill(async (tx) => {
    await tx.execute(sql`
      insert into members (status, email, username, first_name, last_name, displayname, password_hash)
      select 'active', 'plan' || n || '@hearth.example', 'plan' || n, 'Plan', n::text, 'Plan ' || n,
        'none'
      from generate_series(1, 300) n`);
    await tx.execute(sql`
      with numbered as (select id, row_number() over () as n from members where username ~ '^plan'),
        files as (
          insert into media (
            owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
            placeholder
          )
          select m.id, 'photo', md5(m.n || ' ' || k), 'image/webp', 1, 900, 1600, '{480}', ''
          from numbered m, generate_series(1, 10) k
          returning id, owner_id
        ),
        written as (
          insert into posts (author_id, type, subject_id, object_id, body, audience, published_at)
          select owner_id, 'post_self_photo', owner_id, owner_id, '', 'everyone', now()
          from files
          returning id, author_id
        )
      insert into attachments (post_id, type, media_id, position)
      select p.id, 'photo', m.id, 0
      from (select id, owner_id, row_number() over (partition by owner_id) as nth from files) m
      join (select id, author_id, row_number() over (partition by author_id) as nth from written) p
        on p.author_id = m.owner_id and p.nth = m.nth`);
  });
  await db.execute(sql`analyze members, media, attachments, posts, albums`);
});

test('a photo is found by its id, whatever is asked about it', async () => {
  const subject = { type: 'photo', id: photo } as const;
  const written = await addComment(db, bo, subject, { body: 'Lovely' }, '');
  for (const [name, work] of Object.entries({
    file: () => findVisibleMedia(bo, photo),
    viewer: () => openPhoto(bo, photo, ''),
    comments: () => readComments(bo, subject, { page: 0, firstPage: 0, limit: 5 }),
    reaction: () => react(bo, 'photo', photo, 1),
    'reaction to a comment': () => react(ada, 'comment', written.comment_id, 1),
  })) {
    const plans = await recordPlans(work);
    expect(plans.length, name).toBeGreaterThan(0);
    const rows = plans.reduce((sum, plan) => sum + (plan.rows.attachments ?? 0), 0);
    expect(rows, name).toBeGreaterThan(0);
    expect(rows, name).toBeLessThan(100);
  }
});

test("albums and photos of a member are found by whoever wrote their posts, not among everybody's", async () => {
  const owner = { type: 'member', id: bo.id } as const;
  await addMedia(bo, await addPost(bo));
  for (const [name, work] of Object.entries({
    albums: () => listAlbums(ada, { owner, page: 1, limit: 20 }),
    photos: () => readContent(ada, { ...owner, photoId: 0, page: 1, limit: 20 }, ''),
  })) {
    const plans = await recordPlans(work);
    const rows = plans.reduce((sum, plan) => sum + (plan.rows.attachments ?? 0), 0);
    expect(rows, name).toBeGreaterThan(0);
    expect(rows, name).toBeLessThan(100);
  }
});

test('the sources of files name each table whose triggers keep the state of its files', async () => {
  const tables = await db.execute<{ name: string }>(sql`
    select distinct t.tgrelid::regclass::text as name
    from pg_trigger t
    join pg_proc f on f.oid = t.tgfoid
    where f.proname = 'sync_media_state'
    order by name`);
  const named = new Set([...entriesOf('attachments').values()].flatMap((one) => one.tables));
  expect([...named].sort()).toEqual(tables.map(({ name }) => name));
});
