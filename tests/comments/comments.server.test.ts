import { beforeAll, describe, expect, test } from 'vitest';
import { readComments, type CommentQuery } from '#domains/comments/comment-list.server.ts';
import { commentList, comment as commentShape } from '#domains/comments/comments.schema.ts';
import { addComment, deleteComment, editComment } from '#domains/comments/comments.server.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { deletePost, readPost, toggleComments } from '#domains/posts/posts.server.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, befriend, block, setStatus } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';

let author: Member;
let bo: Member;
let cy: Member;
beforeAll(async () => {
  [author, bo, cy] = [
    await addMember({ name: 'Author' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Cy' }),
  ];
});

const on = (id: number) => ({ type: 'post' as const, id });
const addCommentAs = (who: Member, id: number, body = 'x', replyToId?: number) =>
  addComment(
    db,
    who,
    on(id),
    { body, ...(replyToId === undefined ? {} : { replyToId: replyToId }) },
    '',
  );
const list = (viewer: Viewer, id: number, query: Partial<CommentQuery> = {}) =>
  readComments(viewer, on(id), { page: 0, firstPage: 0, limit: 5, ...query });
const total = async (id: number) =>
  (
    await db.execute<{ count: number }>(
      sql`
        select count
        from comment_totals
        where subject_type = 'post' and subject_id = ${id}`,
    )
  )[0]?.count ?? 0;

describe('writing', () => {
  test('the response equals the entry of the list', async () => {
    const id = await addPost(author);
    const written = await addCommentAs(bo, id, 'Yum <b>& more</b>\nשלום 💚');
    expect(commentShape.parse(written)).toEqual(written);
    const { comments } = await list(bo, id);
    expect(comments).toEqual([written]);
    expect(written).toMatchObject({
      action_id: id,
      poster_id: bo.id,
      user_id: bo.id,
      author_title: 'Bo',
      comment_body: 'Yum <b>& more</b>\nשלום 💚',
      like: { isLike: 0, url: 'like' },
      delete: { url: 'comment-delete', urlParams: { comment_id: written.comment_id } },
      edit: { url: 'advancedcomments/reply-edit' },
      parent_comment_id: 0,
      reply_count: 0,
      reply_on_comment: [],
    });
  });

  test('costs one read of what the post is and one statement', async () => {
    const id = await addPost(author);
    expect(await countStatements(() => addCommentAs(bo, id))).toBe(2);
  });

  test('a reply to a reply gets the same top-level parent', async () => {
    const id = await addPost(author);
    const top = await addCommentAs(bo, id, 'top');
    const reply = await addCommentAs(cy, id, 'reply', top.comment_id);
    const deeper = await addCommentAs(bo, id, 'deeper', reply.comment_id);
    expect([reply.parent_comment_id, deeper.parent_comment_id]).toEqual([
      top.comment_id,
      top.comment_id,
    ]);
    const { comments, getTotalComments } = await list(author, id);
    expect(comments).toMatchObject([
      {
        comment_body: 'top',
        reply_count: 2,
        reply_on_comment: [{ comment_body: 'reply' }, { comment_body: 'deeper' }],
      },
    ]);
    expect(getTotalComments).toBe(3);
  });

  test('refused on a closed, hidden or missing post and under a comment of another post', async () => {
    const [id, other] = [await addPost(author), await addPost(author)];
    const elsewhere = await addCommentAs(bo, other);
    await expect(addCommentAs(bo, id, 'x', elsewhere.comment_id)).rejects.toMatchObject({
      code: 'no_record',
    });
    await expect(addCommentAs(bo, id, 'x', 999_999_999)).rejects.toMatchObject({
      code: 'no_record',
    });
    await expect(addCommentAs(bo, 999_999_999)).rejects.toMatchObject({ code: 'no_record' });
    await expect(
      addCommentAs(bo, await addPost(author, { audience: 'onlyme' })),
    ).rejects.toMatchObject({
      code: 'no_record',
    });
    await expect(
      addComment(db, bo, { type: 'group', id: 1 }, { body: 'x' }, ''),
    ).rejects.toMatchObject({ code: 'no_record' });
    await expect(
      addComment(db, bo, { type: 'post_comment', id: elsewhere.comment_id }, { body: 'x' }, ''),
    ).rejects.toMatchObject({ code: 'unauthorized' });
    await toggleComments(author, id);
    await expect(addCommentAs(bo, id)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(addCommentAs(author, id)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await total(id)).toBe(0);
  });

  test('fifty at once make fifty, and the total agrees', async () => {
    const id = await addPost(author);
    const top = await addCommentAs(author, id);
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        addCommentAs(index % 2 ? bo : cy, id, `n ${index}`, index % 3 ? undefined : top.comment_id),
      ),
    );
    expect(await total(id)).toBe(51);
    expect((await list(author, id)).getTotalComments).toBe(51);
  });
});

describe('listing', () => {
  test('counts pages from 0 or 1, newest first, and ends with no next page', async () => {
    const id = await addPost(author);
    const written: number[] = [];
    for (let index = 0; index < 12; index += 1)
      written.unshift((await addCommentAs(bo, id, `n ${index}`)).comment_id);
    for (const firstPage of [0, 1] as const) {
      const seen: number[] = [];
      let page: number | null = firstPage;
      while (page !== null) {
        const answer: Awaited<ReturnType<typeof list>> = await list(cy, id, { page, firstPage });
        expect(commentList.parse(answer)).toEqual(answer);
        expect(answer).toMatchObject({ page, getTotalComments: 12, canComment: 1, canDelete: 0 });
        expect([answer.nextPage, answer.next]).toEqual([answer.next_page, answer.next_page]);
        seen.push(...answer.comments.map((one) => one.comment_id));
        page = answer.next_page;
      }
      expect(seen).toEqual(written);
    }
    expect(await list(cy, id, { page: 99 })).toMatchObject({
      comments: [],
      next_page: null,
      page: 99,
    });
    expect((await list(cy, id, { page: 0, firstPage: 1 })).page).toBe(1);
  });

  test('lists at most three replies with their comment, all on request, oldest first', async () => {
    const id = await addPost(author);
    const top = await addCommentAs(bo, id, 'top');
    for (let index = 0; index < 5; index += 1)
      await addCommentAs(cy, id, `reply ${index}`, top.comment_id);
    const { comments, reply_on_comment } = await list(author, id);
    expect(comments[0]).toMatchObject({
      reply_count: 5,
      reply_on_comment: [{ body: 'reply 0' }, { body: 'reply 1' }, { body: 'reply 2' }],
    });
    expect(reply_on_comment[top.comment_id]).toEqual(comments[0]!.reply_on_comment);
    const replies = await list(author, id, { commentId: top.comment_id, limit: 3 });
    expect(replies.comments.map((one) => one.body)).toEqual(['reply 0', 'reply 1', 'reply 2']);
    expect(
      (
        await list(author, id, { commentId: top.comment_id, limit: 3, page: replies.next_page! })
      ).comments.map((one) => one.body),
    ).toEqual(['reply 3', 'reply 4']);
  });

  test('lists the likers of the post, or of the named comment', async () => {
    const id = await addPost(author);
    const top = await addCommentAs(bo, id);
    await react(bo, 'post', id, 1);
    await react(cy, 'post', id, 2);
    await react(author, 'post_comment', top.comment_id, 3);
    const ofPost = await list(cy, id, { viewAllLikes: 1 });
    expect(ofPost).toMatchObject({
      getTotalLikes: 2,
      isLike: 1,
      reactionTabs: [
        { reaction: 'like', reaction_count: 1 },
        { reaction: 'love', reaction_count: 1 },
      ],
    });
    expect(ofPost.viewAllLikesBy!.map((one) => [one.user_id, one.reaction])).toEqual([
      [cy.id, 'love'],
      [bo.id, 'like'],
    ]);
    expect(
      (await list(cy, id, { viewAllLikes: 1, reaction: 1 })).viewAllLikesBy!.map(
        (one) => one.user_id,
      ),
    ).toEqual([bo.id]);
    const ofComment = await list(cy, id, { viewAllLikes: 1, commentId: top.comment_id });
    expect(ofComment).toMatchObject({
      getTotalLikes: 1,
      isLike: 0,
      viewAllLikesBy: [{ user_id: author.id, reaction: 'wow' }],
    });
    expect(ofComment.comments).toEqual([]);
    expect(await list(visitor, id)).toMatchObject({
      getTotalLikes: 2,
      isLike: 0,
      canComment: 0,
      canDelete: 0,
    });
  });

  test('lists likers without comments, by pages of likes', async () => {
    const id = await addPost(author);
    await addCommentAs(bo, id);
    const crowd = await Promise.all(Array.from({ length: 7 }, () => addMember()));
    for (const [index, one] of crowd.entries()) await react(one, 'post', id, 1 + (index % 2));
    const seen: number[] = [];
    let page: number | null = 0;
    while (page !== null) {
      const answer: Awaited<ReturnType<typeof list>> = await list(cy, id, {
        page,
        limit: 3,
        viewAllComments: 0,
        viewAllLikes: 1,
      });
      expect(commentList.parse(answer)).toEqual(answer);
      expect(answer).toMatchObject({ comments: [], getTotalLikes: 7, getTotalComments: 1 });
      seen.push(...answer.viewAllLikesBy!.map((one) => one.user_id));
      page = answer.next_page;
    }
    expect(seen).toEqual(crowd.map((one) => one.id).reverse());
    const ofKind = await list(cy, id, {
      limit: 3,
      viewAllComments: 0,
      viewAllLikes: 1,
      reaction: 2,
    });
    expect(ofKind).toMatchObject({
      next_page: null,
      viewAllLikesBy: { length: 3 },
      reactionTabs: [{ reaction_count: 4 }, { reaction_count: 3 }],
    });
    expect(await countStatements(() => list(cy, id, { viewAllComments: 0, viewAllLikes: 1 }))).toBe(
      3,
    );
  });

  test('reactors hidden from the reader are neither listed nor counted in the tabs', async () => {
    const id = await addPost(author);
    const [foe, suspended] = [await addMember(), await addMember()];
    await block(foe, bo);
    const top = await addCommentAs(author, id);
    for (const [who, kind] of [
      [foe, 2],
      [suspended, 3],
      [cy, 1],
    ] as const) {
      await react(who, 'post', id, kind);
      await react(who, 'post_comment', top.comment_id, kind);
    }
    await setStatus(suspended, 'suspended');
    for (const commentId of [undefined, top.comment_id]) {
      const seen = async (viewer: Viewer) => {
        const answer = await list(viewer, id, {
          viewAllComments: 0,
          viewAllLikes: 1,
          ...(commentId ? { commentId } : {}),
        });
        return [
          answer.viewAllLikesBy!.map((one) => one.user_id),
          answer.reactionTabs!.map((one) => one.reaction),
          answer.getTotalLikes,
        ];
      };
      expect(await seen(bo)).toEqual([[cy.id], ['like'], 1]);
      expect(await seen(foe)).toEqual([[cy.id, foe.id], ['like', 'love'], 2]);
      expect(await seen(visitor)).toEqual([[cy.id, foe.id], ['like', 'love'], 2]);
    }
    expect(
      (await list(bo, id, { viewAllComments: 0, viewAllLikes: 1, reaction: 2 })).viewAllLikesBy,
    ).toEqual([]);
    const hidden = await addPost(author, { audience: 'onlyme' });
    await react(author, 'post', hidden, 1);
    await expect(list(bo, hidden, { viewAllComments: 0, viewAllLikes: 1 })).rejects.toMatchObject({
      code: 'no_record',
    });
    const fromFoe = await addCommentAs(foe, id);
    await react(cy, 'post_comment', fromFoe.comment_id, 1);
    await expect(
      list(bo, id, { viewAllComments: 0, viewAllLikes: 1, commentId: fromFoe.comment_id }),
    ).rejects.toMatchObject({ code: 'no_record' });
  });

  test('a comment is only reached through its own post', async () => {
    const [id, other] = [await addPost(author), await addPost(author)];
    const top = await addCommentAs(bo, id);
    await expect(list(cy, other, { commentId: top.comment_id })).rejects.toMatchObject({
      code: 'no_record',
    });
    await expect(list(cy, id, { commentId: 999_999_999 })).rejects.toMatchObject({
      code: 'no_record',
    });
  });

  test('costs a fixed number of statements', async () => {
    const id = await addPost(author);
    for (let index = 0; index < 4; index += 1) {
      const top = await addCommentAs(bo, id);
      await addCommentAs(cy, id, 'x', top.comment_id);
      expect(await countStatements(() => list(cy, id))).toBe(3);
      expect(await countStatements(() => list(cy, id, { viewAllLikes: 1 }))).toBe(4);
    }
  });

  test('leaves out comments of blocked and inactive members and the replies to them, per reader', async () => {
    const id = await addPost(author);
    const [foe, suspended] = [await addMember(), await addMember()];
    await block(bo, foe);
    await addCommentAs(bo, id, 'mine');
    const fromFoe = await addCommentAs(foe, id, 'foe');
    await addCommentAs(cy, id, 'under foe', fromFoe.comment_id);
    const fromSuspended = await addCommentAs(suspended, id, 'gone');
    await addCommentAs(cy, id, 'under gone', fromSuspended.comment_id);
    const bodies = async (viewer: Viewer) => {
      const { comments, getTotalComments } = await list(viewer, id);
      return [
        getTotalComments,
        ...comments.flatMap((one) => [
          one.body,
          ...one.reply_on_comment.map((reply) => reply.body),
        ]),
      ];
    };
    expect(await bodies(author)).toEqual([5, 'gone', 'under gone', 'foe', 'under foe', 'mine']);
    expect(await bodies(bo)).toEqual([3, 'gone', 'under gone', 'mine']);
    expect(await bodies(foe)).toEqual([4, 'gone', 'under gone', 'foe', 'under foe']);
    expect(await bodies(visitor)).toEqual(await bodies(author));
    await setStatus(suspended, 'suspended');
    expect(await bodies(author)).toEqual([3, 'foe', 'under foe', 'mine']);
    expect(await bodies(bo)).toEqual([1, 'mine']);
    // Neither a reply, a like nor an edit by id.
    await expect(addCommentAs(bo, id, 'x', fromFoe.comment_id)).rejects.toMatchObject({
      code: 'no_record',
    });
    await expect(react(bo, 'post_comment', fromFoe.comment_id, 1)).rejects.toMatchObject({
      code: 'no_record',
    });
    await expect(addCommentAs(author, id, 'x', fromSuspended.comment_id)).rejects.toMatchObject({
      code: 'no_record',
    });
    await expect(list(bo, id, { commentId: fromFoe.comment_id })).rejects.toMatchObject({
      code: 'no_record',
    });
    await setStatus(suspended, 'active');
    expect(await bodies(author)).toEqual([5, 'gone', 'under gone', 'foe', 'under foe', 'mine']);
  });
});

describe('permission to change a comment', () => {
  test('only the author may edit', async () => {
    const id = await addPost(author);
    const written = await addCommentAs(bo, id);
    const moderator = await addMember({ role: 'moderator' });
    for (const who of [author, moderator, cy])
      await expect(editComment(who, written.comment_id, 'y', undefined, '')).rejects.toMatchObject({
        code: 'unauthorized',
      });
    const edited = await editComment(bo, written.comment_id, 'better', on(id), '');
    expect(edited).toMatchObject({ body: 'better', comment_id: written.comment_id });
    expect([written.edited_date, edited.edited_date! >= written.comment_date]).toEqual([
      null,
      true,
    ]);
    expect((await list(cy, id)).comments[0]!.edited_date).toBe(edited.edited_date);
  });

  test('the author, the post’s author and moderators may delete', async () => {
    const id = await addPost(author);
    const moderator = await addMember({ role: 'moderator' });
    const written = await addCommentAs(bo, id);
    await expect(deleteComment(cy, written.comment_id)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await deleteComment(author, written.comment_id, on(id));
    await deleteComment(moderator, (await addCommentAs(bo, id)).comment_id);
    await deleteComment(bo, (await addCommentAs(bo, id)).comment_id);
    expect(await total(id)).toBe(0);
  });

  test('each comment names what the viewer may do with it', async () => {
    const id = await addPost(author);
    await addCommentAs(bo, id);
    const moderator = await addMember({ role: 'moderator' });
    const flags = async (viewer: Viewer) =>
      (await list(viewer, id)).comments.map((one) => [Boolean(one.edit), Boolean(one.delete)]);
    expect(await flags(bo)).toEqual([[true, true]]);
    expect(await flags(author)).toEqual([[false, true]]);
    expect(await flags(moderator)).toEqual([[false, true]]);
    expect(await flags(cy)).toEqual([[false, false]]);
    expect(await flags(visitor)).toEqual([[false, false]]);
  });

  test('refused through another post, if the post is hidden, and twice', async () => {
    const [id, other] = [await addPost(author, { audience: 'friends' }), await addPost(author)];
    await befriend(author, bo);
    const written = await addCommentAs(bo, id);
    await expect(deleteComment(bo, written.comment_id, on(other))).rejects.toMatchObject({
      code: 'no_record',
    });
    await expect(editComment(bo, written.comment_id, 'y', on(other), '')).rejects.toMatchObject({
      code: 'no_record',
    });
    await expect(deleteComment(cy, written.comment_id)).rejects.toMatchObject({
      code: 'no_record',
    });
    await db.execute(sql`update posts set audience = 'onlyme' where id = ${id}`);
    await expect(editComment(bo, written.comment_id, 'y', undefined, '')).rejects.toMatchObject({
      code: 'no_record',
    });
    await deleteComment(author, written.comment_id);
    await expect(deleteComment(author, written.comment_id)).rejects.toMatchObject({
      code: 'no_record',
    });
  });

  test('deleting a comment deletes its replies and their likes and lowers the total by all of them', async () => {
    const id = await addPost(author);
    const top = await addCommentAs(bo, id);
    const reply = await addCommentAs(cy, id, 'x', top.comment_id);
    await addCommentAs(author, id, 'x', top.comment_id);
    await addCommentAs(author, id);
    await react(author, 'post_comment', reply.comment_id, 1);
    await deleteComment(bo, top.comment_id);
    expect(await total(id)).toBe(1);
    expect((await readPost(visitor, id)).feed.comment_count).toBe(1);
    for (const table of ['reactions', 'reaction_totals']) {
      expect(
        await db.execute(
          sql`
            select 1
            from ${sql.raw(table)}
            where subject_type = 'post_comment' and subject_id = ${reply.comment_id}`,
        ),
      ).toHaveLength(0);
    }
  });

  test('concurrent replies, likes, deletions and suspensions end with a correct total', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [id, fickle] = [await addPost(author), await addMember()];
      const [one, two, three] = [
        await addCommentAs(bo, id),
        await addCommentAs(fickle, id),
        await addCommentAs(cy, id),
      ];
      const results = await Promise.allSettled([
        ...[bo, cy, fickle].flatMap((who) =>
          [one, two, three].map((top) => addCommentAs(who, id, 'x', top.comment_id)),
        ),
        deleteComment(bo, one.comment_id),
        react(cy, 'post_comment', one.comment_id, 1),
        setStatus(fickle, 'suspended'),
        deleteComment(author, three.comment_id),
      ]);
      for (const result of results)
        if (result.status === 'rejected')
          expect(result.reason).toMatchObject({ code: 'no_record' });
      const [counted] = await db.execute<{ count: number }>(sql`
        select count(*)::int as count
        from comments c
        join members m on m.id = c.author_id and m.status = 'active'
        left join comments p on p.id = c.parent_id
        left join members pm on pm.id = p.author_id
        where c.subject_type = 'post'
          and c.subject_id = ${id}
          and (c.parent_id is null or pm.status = 'active')`);
      expect(await total(id)).toBe(counted!.count);
      await deletePost(author, id);
      expect(await total(id)).toBe(0);
    }
  });

  test('purging an account leaves correct totals', async () => {
    const [id, purged] = [await addPost(author), await addMember()];
    const fromPurged = await addCommentAs(purged, id);
    await addCommentAs(bo, id, 'x', fromPurged.comment_id);
    const mine = await addCommentAs(bo, id);
    await addCommentAs(purged, id, 'x', mine.comment_id);
    const theirPost = await addPost(purged);
    await addCommentAs(bo, theirPost);
    await db.execute(sql`delete from members where id = ${purged.id}`);
    expect(await total(id)).toBe(1);
    expect(
      (await list(author, id)).comments.map((one) => [one.comment_id, one.reply_count]),
    ).toEqual([[mine.comment_id, 0]]);
    expect(await total(theirPost)).toBe(0);
    expect(
      await db.execute(sql`select 1 from comments where subject_id = ${theirPost}`),
    ).toHaveLength(0);
  });
});
