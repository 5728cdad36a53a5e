import { beforeAll, describe, expect, test } from 'vitest';
import { addComment } from '#domains/comments/comments.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { reactionSummary } from '#domains/reactions/reactions.schema.ts';
import { listLikers, react, readReactions, unreact } from '#domains/reactions/reactions.server.ts';
import { reactionSummaryView } from '#domains/reactions/reactions.views.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, block, setStatus } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';

let author: Member;
let reader: Member;
beforeAll(async () => {
  [author, reader] = [await addMember(), await addMember()];
});

const rowsOf = (id: number) =>
  db.execute<{ memberId: number; kind: number }>(
    sql`
      select member_id as "memberId", kind
      from reactions
      where subject_type = 'post' and subject_id = ${id}`,
  );
const totalsOf = async (id: number) =>
  Object.fromEntries(
    (
      await db.execute<{ kind: number; count: number }>(
        sql`
          select kind, count
          from reaction_totals
          where subject_type = 'post' and subject_id = ${id} and count <> 0`,
      )
    ).map((row) => [row.kind, row.count]),
  );

describe('one reaction', () => {
  test('set, changed, set again, removed: the response and the totals follow', async () => {
    const id = await addPost(author);
    expect(await react(reader, 'post', id, 1)).toEqual({ counts: { 1: 1 }, mine: 1 });
    expect(await react(author, 'post', id, 1)).toEqual({ counts: { 1: 2 }, mine: 1 });
    expect(await react(reader, 'post', id, 7)).toEqual({
      counts: { 1: 1, 7: 1 },
      mine: 7,
    });
    expect(await react(reader, 'post', id, 7)).toEqual({
      counts: { 1: 1, 7: 1 },
      mine: 7,
    });
    expect(await readReactions(reader, 'post', id)).toEqual({
      counts: { 1: 1, 7: 1 },
      mine: 7,
    });
    const removed = await unreact(reader, 'post', id);
    expect(reactionSummaryView(removed, '')).toEqual({
      is_like: 0,
      like_count: 1,
      feed_reactions: { 1: expect.objectContaining({ reaction_count: 1 }) },
    });
    expect(await unreact(reader, 'post', id)).toMatchObject({ mine: null });
    expect(await totalsOf(id)).toEqual({ 1: 1 });
  });

  test('costs one read of what the post is and one statement', async () => {
    const id = await addPost(author);
    expect(await countStatements(() => react(reader, 'post', id, 1))).toBe(2);
    expect(await countStatements(() => unreact(reader, 'post', id))).toBe(2);
  });

  test('a reaction to a comment is separate', async () => {
    const id = await addPost(author);
    const { comment_id } = await addComment(db, author, { type: 'post', id }, { body: 'x' }, '');
    await react(reader, 'post_comment', comment_id, 2);
    expect((await readPost(reader, id)).comment_data).toMatchObject({
      like: { isLike: 1 },
      like_count: 1,
    });
    expect((await readPost(reader, id)).feed.like_count).toBe(0);
    const other = await addPost(author);
    await expect(
      react(reader, 'post_comment', comment_id, 1, { type: 'post', id: other }),
    ).rejects.toMatchObject({ code: 'no_record' });
    expect((await react(reader, 'post_comment', comment_id, 1, { type: 'post', id })).mine).toBe(1);
  });

  test('on a missing subject, or one of a type without rows, is not found', async () => {
    for (const [type, id] of [
      ['post', 999_999_999],
      ['post_comment', 999_999_999],
      ['comment', 999_999_999],
      ['photo', 1],
      ['member', 999_999_999],
    ] as const) {
      await expect(react(reader, type, id, 1)).rejects.toMatchObject({ code: 'no_record' });
      await expect(unreact(reader, type, id)).rejects.toMatchObject({ code: 'no_record' });
    }
  });

  test('the answer fits its schema', async () => {
    const view = reactionSummaryView(
      await react(reader, 'post', await addPost(author), 3),
      'https://hearth.example',
    );
    expect(reactionSummary.parse(view)).toEqual(view);
    expect(view.my_feed_reaction!.reaction_image_icon).toBe(
      'https://hearth.example/reactions/wow.svg',
    );
  });
});

describe('many at once', () => {
  test('fifty of one member are one row', async () => {
    const id = await addPost(author);
    await Promise.all(Array.from({ length: 50 }, () => react(reader, 'post', id, 1)));
    expect(await rowsOf(id)).toHaveLength(1);
    expect(await totalsOf(id)).toEqual({ 1: 1 });
  });

  test('fifty of one member of changing kinds, with removals between, end with correct totals', async () => {
    const id = await addPost(author);
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 5 === 4 ? unreact(reader, 'post', id) : react(reader, 'post', id, 1 + (index % 7)),
      ),
    );
    const rows = await rowsOf(id);
    expect(await totalsOf(id)).toEqual(rows.length ? { [rows[0]!.kind]: 1 } : {});
  });

  test('members who swap kinds on one post do not block each other', async () => {
    const id = await addPost(author);
    const crowd = await Promise.all(Array.from({ length: 10 }, () => addMember()));
    for (let round = 0; round < 6; round += 1)
      await Promise.all(
        crowd.map((one, index) => react(one, 'post', id, 1 + ((index + round) % 2) * 6)),
      );
    expect(await totalsOf(id)).toEqual({ 1: 5, 7: 5 });
  });

  test('a concurrent like and suspension end with correct totals', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [id, fickle] = [await addPost(author), await addMember()];
      await react(reader, 'post', id, 1);
      await Promise.all([react(fickle, 'post', id, 1), setStatus(fickle, 'suspended')]);
      expect(await totalsOf(id)).toEqual({ 1: 1 });
      await setStatus(fickle, 'active');
      expect(await totalsOf(id)).toEqual({ 1: 2 });
    }
  });
});

describe('counts and lists', () => {
  test('leave out blocked and suspended members until that ends', async () => {
    const [id, blocked, fickle] = [await addPost(author), await addMember(), await addMember()];
    await block(blocked, reader);
    for (const [who, kind] of [
      [blocked, 2],
      [fickle, 3],
      [reader, 1],
    ] as const)
      await react(who, 'post', id, kind);
    const seen = async (viewer: Member) => ({
      counts: (await readReactions(viewer, 'post', id)).counts,
      likers: (await listLikers(viewer, 'post', id, { offset: 0, limit: 10 })).map((one) => one.id),
    });
    expect(await seen(reader)).toEqual({ counts: { 1: 1, 3: 1 }, likers: [reader.id, fickle.id] });
    expect(await seen(author)).toEqual({
      counts: { 1: 1, 2: 1, 3: 1 },
      likers: [reader.id, fickle.id, blocked.id],
    });
    await setStatus(fickle, 'deleted');
    expect(await seen(author)).toEqual({ counts: { 1: 1, 2: 1 }, likers: [reader.id, blocked.id] });
    await setStatus(blocked, 'suspended');
    expect(await seen(reader)).toEqual({ counts: { 1: 1 }, likers: [reader.id] });
    await setStatus(fickle, 'active');
    expect(await seen(reader)).toEqual({ counts: { 1: 1, 3: 1 }, likers: [reader.id, fickle.id] });
    expect(
      (await listLikers(author, 'post', id, { kind: 3, offset: 0, limit: 10 })).map(
        (one) => one.id,
      ),
    ).toEqual([fickle.id]);
  });

  test('purging an account removes its reactions from the totals', async () => {
    const [id, removed] = [await addPost(author), await addMember()];
    await react(removed, 'post', id, 4);
    await react(reader, 'post', id, 4);
    await db.execute(sql`delete from members where id = ${removed.id}`);
    expect(await totalsOf(id)).toEqual({ 4: 1 });
  });
});
