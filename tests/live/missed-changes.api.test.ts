import { beforeAll, describe, expect, test } from 'vitest';
import { pruneChanges, readMissedChanges } from '#domains/live/missed-changes.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { react, unreact } from '#domains/reactions/reactions.server.ts';
import { toWire } from '#lib/dates.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import {
  addMedia,
  addMember,
  addPost,
  befriend,
  block,
  setStatus,
  unfriend,
} from '../support/people.ts';
import { send } from '../support/rest.ts';
import { countStatements } from '../support/statements.ts';

let ada: Member;
let bo: Member;
let cy: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo, cy] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Cy' }),
  ];
});

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
/** Changes of these posts for the member, since a minute ago. */
const changed = async (member: Member, posts: number[], since = ago(60)) =>
  (
    await readMissedChanges(
      member,
      posts.map((id) => ({ type: 'post', id: String(id), since })),
    )
  ).map(({ subject, what }) => `${what} ${subject}`);
const of = (id: number, ...what: string[]) => what.map((one) => `${one} activity_action ${id}`);
/** Moves the changes into the past. */
const age = (id: number, seconds: number) =>
  db.execute(
    sql`
      update live_changes
      set changed_at = changed_at - ${seconds} * interval '1 second'
      where subject_id = ${id}`,
  );

describe('changes missed while disconnected', () => {
  test('are listed, for the requested posts alone', async () => {
    const [one, two, quiet, film] = [
      await addPost(ada),
      await addPost(ada),
      await addPost(ada),
      await addPost(ada),
    ];
    await react(cy, 'post', one, 1);
    const [comment] = await db.execute<{ id: number }>(
      sql`
        insert into comments (subject_type, subject_id, author_id, body)
        values ('post', ${two}, ${cy.id}, 'Hello')
        returning id`,
    );
    const video = await addMedia(ada, film, { kind: 'video' });
    await db.execute(sql`update media set details = '{"state":"failed"}' where id = ${video}`);
    expect(await changed(bo, [quiet, film, two, one])).toEqual([
      ...of(film, 'reactions'),
      ...of(two, 'comments'),
      ...of(one, 'reactions'),
    ]);
    for (const id of [one, two, film]) await age(id, 120);
    expect(await changed(bo, [one, two, quiet, film])).toEqual([]);
    await unreact(cy, 'post', one);
    await react(ada, 'post_comment', comment!.id, 1);
    expect(await changed(bo, [one, two])).toEqual([
      ...of(one, 'reactions'),
      ...of(two, 'comments'),
    ]);
    await age(two, 120);
    await db.execute(sql`delete from comments where id = ${comment!.id}`);
    expect(await changed(bo, [two])).toEqual(of(two, 'comments'));
    // The member's own changes are excluded.
    expect(await changed(cy, [one])).toEqual([]);
  });

  test('take one statement, however much is on the screen', async () => {
    const posts: number[] = [];
    for (let count = 0; count < 6; count += 1) posts.push(await addPost(ada));
    for (const id of posts) await react(cy, 'post', id, 1);
    expect(await countStatements(() => changed(bo, posts))).toBe(1);
  });

  test('are not listed for hidden posts, or across a block with the actor', async () => {
    const [secret, friends, open] = [
      await addPost(ada, { audience: 'onlyme' }),
      await addPost(ada, { audience: 'friends' }),
      await addPost(ada),
    ];
    const eve = await addMember();
    for (const id of [secret, friends, open])
      await db.execute(
        sql`
          insert into reactions (subject_type, subject_id, member_id, kind)
          values ('post', ${id}, ${eve.id}, 1)`,
      );
    expect(await changed(bo, [secret, friends, 999_999_999])).toEqual([]);
    await befriend(ada, bo);
    expect(await changed(bo, [friends])).toEqual(of(friends, 'reactions'));
    await unfriend(ada, bo);
    expect(await changed(bo, [friends])).toEqual([]);
    await block(eve, bo);
    expect(await changed(bo, [open])).toEqual([]);
    // Another member changed something too, which is included.
    await react(cy, 'post', open, 1);
    expect(await changed(bo, [open])).toEqual(of(open, 'reactions'));
    await setStatus(eve, 'suspended');
    expect(await changed(cy, [friends])).toEqual([]);
    const dee = await addMember();
    await block(dee, ada);
    expect(await changed(dee, [open])).toEqual([]);
  });

  test('include everything visible once the time is too long ago', async () => {
    const [open, secret] = [await addPost(ada), await addPost(ada, { audience: 'onlyme' })];
    await react(cy, 'post', open, 1);
    await age(open, 26 * 3_600);
    expect(await changed(bo, [open, secret], ago(25 * 3_600))).toEqual(
      of(open, 'reactions', 'comments'),
    );
  });

  test('are deleted once they are old', async () => {
    const open = await addPost(ada);
    await react(cy, 'post', open, 1);
    await age(open, 26 * 3_600);
    await pruneChanges();
    expect(
      await db.execute(sql`select 1 from live_changes where subject_id = ${open}`),
    ).toHaveLength(0);
  });
});

test('each subject is compared with its own time, and one without a time is skipped', async () => {
  const [early, late, unasked] = [await addPost(ada), await addPost(ada), await addPost(ada)];
  for (const id of [early, late, unasked]) await react(cy, 'post', id, 1);
  for (const id of [early, late, unasked]) await age(id, 120);
  const of = (id: number, since: Date | null) => ({
    type: 'post',
    id: String(id),
    since,
  });
  expect(
    await readMissedChanges(bo, [of(early, ago(300)), of(late, ago(60)), of(unasked, null)]),
  ).toEqual([{ subject: `activity_action ${early}`, what: 'reactions' }]);
  expect(await countStatements(() => readMissedChanges(bo, [of(unasked, null)]))).toBe(0);
});

test('the call returns them: for members, with a short list', async () => {
  const id = await addPost(ada);
  await react(cy, 'post', id, 1);
  const subjects = `activity_action ${id}@${toWire(ago(60))}`;
  const ask = (fields: Record<string, string>, as: Member | null = bo) =>
    send('POST', '/live/watch', { stream: 'abc', subjects, ...fields }, as ? { as } : {});
  expect(await ask({})).toMatchObject({
    status: 200,
    body: { changed: [{ subject: `activity_action ${id}`, what: 'reactions' }] },
  });
  for (const subjects of ['', 'nothing_known 1@2026-11-21 17:30:00', `activity_action ${id}`])
    expect((await ask({ subjects })).body, subjects).toEqual({ changed: [] });
  expect(await ask({}, null)).toMatchObject({ status: 401 });
  for (const subjects of [
    'activity_action',
    `activity_action ${id}@yesterday`,
    Array.from({ length: 61 }, (_, nth) => `video ${nth + 1}`).join(),
  ]) {
    expect(await ask({ subjects }), subjects).toMatchObject({ status: 400 });
  }
});
