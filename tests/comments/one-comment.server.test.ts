import { beforeAll, expect, test } from 'vitest';
import { findCommentPath } from '#domains/albums/comment-path.server.ts';
import { readComments } from '#domains/comments/comment-list.server.ts';
import { comment as commentShape } from '#domains/comments/comments.schema.ts';
import { addComment, deleteComment } from '#domains/comments/comments.server.ts';
import { findOneComment, withNamedComment } from '#domains/comments/one-comment.server.ts';
import { readLightboxSet } from '#domains/lightbox/lightbox.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { deletePost } from '#domains/posts/posts.server.ts';
import { db } from '#server/db.ts';
import {
  addMedia,
  addMember,
  addPost,
  befriend,
  block,
  setStatus,
  unfriend,
} from '../support/people.ts';
import { countStatements } from '../support/statements.ts';

let ada: Member;
let bo: Member;
beforeAll(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});

const on = (id: number) => ({ type: 'post' as const, id });
const addCommentAs = async (who: Member, id: number, body = 'x', replyToId?: number) =>
  (
    await addComment(
      db,
      who,
      on(id),
      { body, ...(replyToId === undefined ? {} : { replyToId: replyToId }) },
      '',
    )
  ).comment_id;
const bodies = (found: Awaited<ReturnType<typeof findOneComment>>) =>
  found && [found.comment_body, ...found.reply_on_comment.map(({ body }) => body)];

async function thread() {
  const id = await addPost(ada);
  const top = await addCommentAs(bo, id, 'Top');
  const replies: number[] = [];
  for (let number = 1; number <= 6; number += 1)
    replies.push(await addCommentAs(ada, id, `Reply ${number}`, top));
  return { id, top, replies };
}

test('a comment is read with its first replies', async () => {
  const { id, top } = await thread();
  const found = await findOneComment(ada, on(id), top);
  expect(commentShape.parse(found)).toEqual(found);
  expect(found).toMatchObject({ comment_id: top, reply_count: 6 });
});

test('a reply is read with its parent, wherever it is', async () => {
  const { id, replies } = await thread();
  const first = ['Top', 'Reply 1', 'Reply 2', 'Reply 3'];
  // One more than the limit if the requested one is among the first anyway.
  expect(bodies(await findOneComment(ada, on(id), replies[0]!))).toEqual([...first, 'Reply 4']);
  expect(bodies(await findOneComment(ada, on(id), replies[5]!))).toEqual([...first, 'Reply 6']);
  expect(bodies(await findOneComment(visitor, on(id), replies[5]!, 200))).toEqual([
    'Top',
    'Reply 1',
    'Reply 2',
    'Reply 3',
    'Reply 4',
    'Reply 5',
    'Reply 6',
  ]);
});

test('a comment is read by one statement, once it is known what its post is', async () => {
  const { id, top } = await thread();
  expect(await countStatements(() => findOneComment(ada, on(id), top))).toBe(2);
});

test('a comment that is deleted, elsewhere or hidden from the viewer is not found', async () => {
  const { id, top, replies } = await thread();
  const elsewhere = await addCommentAs(bo, await addPost(ada), 'Elsewhere');
  const nothing = async (viewer: Member | typeof visitor, commentId: number) =>
    expect(await findOneComment(viewer, on(id), commentId)).toBeNull();
  await nothing(ada, elsewhere);
  await nothing(ada, 999_999_999);
  const cy = await addMember();
  await block(cy, bo);
  // The reply is Ada's, and its parent is hidden.
  await nothing(cy, top);
  await nothing(cy, replies[0]!);
  await deleteComment(ada, replies[0]!);
  await nothing(ada, replies[0]!);
  const leaving = await addMember();
  const fromLeaving = await addCommentAs(leaving, id, 'Bye');
  await setStatus(leaving, 'suspended');
  await nothing(ada, fromLeaving);
  await deletePost(ada, id);
  await nothing(bo, top);
});

test('a post for friends shows its comments to friends only, not to former ones', async () => {
  const id = await addPost(ada, { audience: 'friends' });
  const friend = await addMember();
  await befriend(ada, friend);
  const top = await addCommentAs(friend, id, 'Hi');
  expect(bodies(await findOneComment(friend, on(id), top))).toEqual(['Hi']);
  for (const viewer of [bo, visitor]) {
    expect(await findOneComment(viewer, on(id), top)).toBeNull();
    await expect(findCommentPath(viewer, top)).rejects.toMatchObject({ status: 404 });
  }
  await unfriend(ada, friend);
  expect(await findOneComment(friend, on(id), top)).toBeNull();
});

test('the thread contains the comment that the URL names, once and in order', async () => {
  const { id, top } = await thread();
  for (let number = 1; number <= 6; number += 1) await addCommentAs(bo, id, `Later ${number}`);
  const named = async (query: string) => {
    const { comments, next } = await withNamedComment(
      ada,
      on(id),
      readComments(ada, on(id), { page: 0, firstPage: 0, limit: 5 }),
      new URLSearchParams(query),
    );
    expect(next).toBe(1);
    return comments.map(({ body }) => body);
  };
  const first = ['Later 6', 'Later 5', 'Later 4', 'Later 3', 'Later 2'];
  expect(await named(`comment=${top}`)).toEqual([...first, 'Top']);
  for (const query of [
    '',
    'comment=0',
    'comment=1e3',
    'comment=-1',
    'comment=999999999',
    'comment=12345678901234567890',
  ])
    expect(await named(query)).toEqual(first);
});

test('a comment has a path: on its post, or on the photo it belongs to', async () => {
  const { id, replies } = await thread();
  expect(await findCommentPath(visitor, replies[4]!)).toBe(
    `/posts/${id}?comment=${replies[4]}#comment-${replies[4]}`,
  );
  const photo = await addMedia(ada, id);
  const { comment_id } = await addComment(
    db,
    bo,
    { type: 'photo', id: photo },
    { body: 'Sharp' },
    '',
  );
  expect(await findCommentPath(visitor, comment_id)).toBe(
    `/posts/${id}/photo/${photo}?comment=${comment_id}#comment-${comment_id}`,
  );
  expect(
    (
      await readLightboxSet(visitor, {
        type: 'photo',
        id: photo,
        subjectType: 'post',
        subjectId: id,
      })
    ).items,
  ).toHaveLength(1);
  expect(bodies(await findOneComment(visitor, { type: 'photo', id: photo }, comment_id))).toEqual([
    'Sharp',
  ]);
});
