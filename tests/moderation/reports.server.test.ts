import { beforeAll, describe, expect, test } from 'vitest';
import { addComment } from '#domains/comments/comments.server.ts';
import { createReport, type Report } from '#domains/moderation/reports.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { deletePost } from '#domains/posts/posts.server.ts';
import { editPost } from '#domains/posts/writing/edit-post.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, befriend, block, setStatus } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';

let ada: Member;
let bo: Member;
beforeAll(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});

const report = (id: number, more: Partial<Report> = {}, as = ada) =>
  createReport(as, {
    type: 'post',
    id,
    category: 'spam',
    description: 'Look at this',
    ...more,
  });
interface Row extends Record<string, unknown> {
  id: number;
  reporter_id: number | null;
  author_id: number;
  category: string;
  description: string;
  status: string;
  content: { body: string; path: string };
}
const reportsOf = (id: number, type = 'post') =>
  db.execute<Row>(
    sql`
      select id, reporter_id, author_id, category, description, status, content
      from reports
      where subject_type = ${type} and subject_id = ${id}
      order by id`,
  );

describe('a report', () => {
  test('stores the reporter, the author and the text at that time', async () => {
    const id = await addPost(bo, { body: 'Buy my pills' });
    await report(id);
    expect(await reportsOf(id)).toMatchObject([
      {
        reporter_id: ada.id,
        author_id: bo.id,
        category: 'spam',
        description: 'Look at this',
        status: 'open',
        content: { body: 'Buy my pills', path: `/posts/${id}`, isPublic: true },
      },
    ]);
    await editPost(bo, id, { body: 'Nothing happened' });
    await deletePost(bo, id);
    expect((await reportsOf(id))[0]!.content.body).toBe('Buy my pills');
  });

  test('is one statement, once it is known what the item is', async () => {
    const id = await addPost(bo);
    expect(await countStatements(() => report(id))).toBe(2);
  });

  test('by the same member again changes the only one they have', async () => {
    const [id, cleo] = [await addPost(bo), await addMember()];
    await report(id);
    await report(id, { category: 'abuse', description: 'Worse than I thought' });
    await report(id, {}, cleo);
    expect(await reportsOf(id)).toMatchObject([
      { category: 'abuse', description: 'Worse than I thought' },
      { reporter_id: cleo.id },
    ]);
  });

  test('sent twenty times at once is stored once', async () => {
    const id = await addPost(bo);
    await Promise.all(Array.from({ length: 20 }, () => report(id)));
    expect(await reportsOf(id)).toHaveLength(1);
  });

  test('within a day of a decision reopens the first', async () => {
    const id = await addPost(bo);
    await report(id);
    await db.execute(
      sql`update reports set status = 'dismissed', decided_at = now() where subject_id = ${id}`,
    );
    await report(id);
    expect(await reportsOf(id)).toMatchObject([{ status: 'open' }]);
  });

  test('later than a day after a decision is a new one', async () => {
    const id = await addPost(bo);
    await report(id);
    await db.execute(
      sql`
        update reports
        set status = 'dismissed', created_at = now() - interval '25 hours'
        where subject_id = ${id}`,
    );
    await report(id);
    expect(await reportsOf(id)).toMatchObject([{ status: 'dismissed' }, { status: 'open' }]);
  });

  test('names the author of a reported comment, under a post that the member can see', async () => {
    const [id, hidden] = [await addPost(ada), await addPost(bo, { audience: 'friends' })];
    const { comment_id } = await addComment(
      db,
      bo,
      { type: 'post', id },
      { body: 'Rude words' },
      '',
    );
    await report(comment_id, { type: 'post_comment' });
    expect(await reportsOf(comment_id, 'post_comment')).toMatchObject([
      { author_id: bo.id, content: { body: 'Rude words', path: `/comments/${comment_id}` } },
    ]);
    const unseen = await addComment(db, bo, { type: 'post', id: hidden }, { body: 'x' }, '');
    await expect(report(unseen.comment_id, { type: 'post_comment' })).rejects.toMatchObject({
      code: 'no_record',
    });
  });

  test('is for items the member sees: not hidden, blocked, deleted, unknown or of an unsupported type', async () => {
    const friend = await addMember();
    await befriend(bo, friend);
    const [forFriends, mine] = [
      await addPost(bo, { audience: 'friends' }),
      await addPost(bo, { audience: 'onlyme' }),
    ];
    await report(forFriends, {}, friend);
    expect((await reportsOf(forFriends))[0]).toMatchObject({ content: { isPublic: false } });
    const [blocker, suspended] = [await addMember(), await addMember()];
    await block(blocker, ada);
    const [blocked, silenced] = [await addPost(blocker), await addPost(suspended)];
    await setStatus(suspended, 'suspended');
    for (const id of [forFriends, mine, blocked, silenced, 999_999_999, 2 ** 52]) {
      await expect(report(id)).rejects.toMatchObject({ code: 'no_record' });
    }
    for (const type of ['group', 'video', 'story'] as const)
      await expect(report(ada.id, { type })).rejects.toMatchObject({ code: 'no_record' });
    expect(await reportsOf(mine)).toHaveLength(0);
  });

  test('is refused for one’s own content', async () => {
    const id = await addPost(ada);
    await expect(report(id)).rejects.toMatchObject({ code: 'validation_fail' });
    expect(await reportsOf(id)).toHaveLength(0);
  });

  test('outlives the reporter’s account, and is deleted with the reported author’s account', async () => {
    const [reporter, author] = [await addMember(), await addMember()];
    const id = await addPost(author);
    await report(id, {}, reporter);
    await db.execute(sql`delete from members where id = ${reporter.id}`);
    expect(await reportsOf(id)).toMatchObject([{ reporter_id: null }]);
    await db.execute(sql`delete from members where id = ${author.id}`);
    expect(await reportsOf(id)).toHaveLength(0);
  });
});
