import { beforeAll, expect, test } from 'vitest';
import { readComments } from '#domains/comments/comment-list.server.ts';
import { addComment } from '#domains/comments/comments.server.ts';
import { findVisibleMedia } from '#domains/lightbox/attachment-sources.server.ts';
import { openPhoto } from '#domains/lightbox/lightbox.server.ts';
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
      with files as (
        insert into media (
          owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
          placeholder
        )
        select ${ada.id}, 'photo', md5(n::text), 'image/webp', 1, 900, 1600, '{480}', ''
        from generate_series(1, 3000) n
        returning id
      ),
        numbered as (select id, row_number() over () as n from files),
        written as (
          insert into posts (author_id, type, subject_id, object_id, body, audience, published_at)
          select ${ada.id}::bigint, 'post_self_photo', ${ada.id}::bigint, ${ada.id}::bigint, '',
            'everyone', now()
          from generate_series(1, 3000)
          returning id
        ),
        posts_numbered as (select id, row_number() over () as n from written)
      insert into attachments (post_id, type, media_id, position)
      select p.id, 'photo', m.id, 0
      from numbered m
      join posts_numbered p using (n)`);
  });
  await db.execute(sql`analyze media, attachments, posts`);
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
