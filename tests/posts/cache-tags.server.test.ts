import { expect, test } from 'vitest';
import { readComments } from '#domains/comments/comment-list.server.ts';
import { toCommentPage } from '#domains/comments/comments.model.ts';
import { addComment } from '#domains/comments/comments.server.ts';
import { visitor } from '#domains/policy/viewer.ts';
import { toPost } from '#domains/posts/posts.model.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { cacheTagsOf, isCacheable } from '#domains/posts/public/cache-tags.ts';
import { shareItem } from '#domains/posts/share/share-post.server.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import { db } from '#server/db.ts';
import { addMedia, addMember, addPost, befriend } from '../support/people.ts';
import { sharePost } from '../support/shares.ts';

test('the cached page of a share depends on the original, its author and its tagged members', async () => {
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
  await addComment(db, tagged, { type: 'post', id }, { body: 'x', replyToId: top.comment_id }, '');
  const thread = await readComments(
    visitor,
    { type: 'post', id },
    { page: 0, firstPage: 0, limit: 5 },
  );
  const shown = toCommentPage(thread).comments.flatMap((comment) => [comment, ...comment.replies]);
  expect(cacheTagsOf(toPost(await readPost(visitor, id)), shown).sort()).toEqual(
    [
      `post:${id}`,
      `post:${original}`,
      ...[author, tagged, sharer, commenter].map((one) => `member:${one.id}`),
    ].sort(),
  );
});

test('the page of a shared photo is not cached, since hiding the photo would not clear it', async () => {
  const [author, sharer] = [await addMember(), await addMember()];
  const post = await addPost(author);
  const photo = await addMedia(author, post);
  const id = await shareItem(db, sharer, { type: 'photo', id: photo }, '');
  expect([
    isCacheable(toPost(await readPost(visitor, post))),
    isCacheable(toPost(await readPost(visitor, id))),
  ]).toEqual([true, false]);
});
