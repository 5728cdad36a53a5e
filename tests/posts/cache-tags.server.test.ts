import { expect, test } from 'vitest';
import { readComments } from '#domains/comments/comment-list.server.ts';
import { addComment } from '#domains/comments/comments.server.ts';
import { visitor } from '#domains/policy/viewer.ts';
import { cacheTagsOf, isKeepable } from '#domains/posts/cache-tags.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { shareItem } from '#domains/posts/share/share-post.server.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import { db } from '#server/db.ts';
import { addMedia, addMember, addPost, befriend } from '../support/people.ts';
import { sharePost } from '../support/shares.ts';

test('a kept page of a share follows the original, its author and whoever it tags, beside its own', async () => {
  const [author, tagged, sharer, commenter] = [
    await addMember(),
    await addMember(),
    await addMember(),
    await addMember(),
  ];
  await befriend(author, tagged);
  const original = (
    await createPost(db, author, { body: 'x', audience: 'everyone', tagged: [tagged.id], uri: '' })
  ).feed.action_id;
  const id = await sharePost(db, sharer, original, '');
  const top = await addComment(db, commenter, { type: 'post', id }, { body: 'x' }, '');
  await addComment(db, tagged, { type: 'post', id }, { body: 'x', answers: top.comment_id }, '');
  const thread = await readComments(
    visitor,
    { type: 'post', id },
    { page: 0, firstPage: 0, limit: 5 },
  );
  const shown = thread.comments.flatMap((comment) => [comment, ...comment.reply_on_comment]);
  expect(cacheTagsOf(await readPost(visitor, id), shown).sort()).toEqual(
    [
      `post:${id}`,
      `post:${original}`,
      ...[author, tagged, sharer, commenter].map((one) => `member:${one.id}`),
    ].sort(),
  );
});

test('the page of a shared photo is not kept, since nothing tells it when the photo is hidden', async () => {
  const [author, sharer] = [await addMember(), await addMember()];
  const post = await addPost(author);
  const photo = await addMedia(author, post);
  const id = await shareItem(db, sharer, { type: 'photo', id: photo }, '');
  expect([
    isKeepable(await readPost(visitor, post)),
    isKeepable(await readPost(visitor, id)),
  ]).toEqual([true, false]);
});
