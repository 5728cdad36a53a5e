import { expect, test } from 'vitest';
import { readComments } from '#domains/comments/comment-list.server.ts';
import { addComment, editComment } from '#domains/comments/comments.server.ts';
import { visitor, type Viewer } from '#domains/policy/viewer.ts';
import { readFeed } from '#domains/posts/feed/feed.server.ts';
import { toPost } from '#domains/posts/posts.model.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { cacheTagsOf } from '#domains/posts/public/cache-tags.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import { editPost } from '#domains/posts/writing/edit-post.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, block, setProfileAudience, setStatus } from '../support/people.ts';

const named = (content: { mentions?: Array<{ user_id: number }> | undefined }) =>
  (content.mentions ?? []).map(({ user_id }) => user_id).sort();
const write = async (author: Awaited<ReturnType<typeof addMember>>, body: string) =>
  (await createPost(db, author, { body, audience: 'everyone', tagged: [], uri: '' })).feed;

test('a username after an @ becomes a mention, in the response and wherever the post or comment is read', async () => {
  const [author, one, other] = [await addMember(), await addMember(), await addMember()];
  const feed = await write(
    author,
    `With @${one.username.toUpperCase()}, and @${other.username}. Write to me@${author.username} or @nobody-at-all`,
  );
  expect(named(feed)).toEqual([one.id, other.id]);
  expect(named((await readPost(other, feed.action_id)).feed)).toEqual([one.id, other.id]);
  expect(
    named((await readFeed(one, { wall: { type: 'member', id: author.id } })).data[0]!.feed),
  ).toEqual([one.id, other.id]);
  const post = { type: 'post', id: feed.action_id } as const;
  const comment = await addComment(db, one, post, { body: `@${author.username}!` }, '');
  expect(named(comment)).toEqual([author.id]);
  await addComment(
    db,
    other,
    post,
    { body: `@${one.username}`, replyToId: comment.comment_id },
    '',
  );
  for (const person of [author, one]) await setProfileAudience(person);
  const [read] = (await readComments(visitor, post, { page: 0, firstPage: 0, limit: 5 })).comments;
  expect([named(read!), named(read!.reply_on_comment[0]!)]).toEqual([[author.id], [one.id]]);
  expect((await write(author, 'Nobody is named')).mentions).toBeUndefined();
});

test('an edit changes the mentions', async () => {
  const [author, one, other] = [await addMember(), await addMember(), await addMember()];
  const { action_id: id } = await write(author, `@${one.username}`);
  await editPost(author, id, { body: `@${other.username}` });
  expect(named((await readPost(one, id)).feed)).toEqual([other.id]);
  const comment = await addComment(db, author, { type: 'post', id }, { body: 'Hello' }, '');
  expect(
    named(await editComment(author, comment.comment_id, `Hello @${one.username}`, undefined, '')),
  ).toEqual([one.id]);
});

test('members whom the viewer may not see are not mentioned: a block, an ended account, a closed profile for visitors', async () => {
  const [author, one, reader] = [await addMember(), await addMember(), await addMember()];
  const { action_id: id } = await write(author, `@${one.username}`);
  const seenBy = async (viewer: Viewer) => named((await readPost(viewer, id)).feed);
  await setProfileAudience(one);
  expect([await seenBy(reader), await seenBy(visitor)]).toEqual([[one.id], [one.id]]);
  await db.execute(
    sql`
      insert into member_settings (member_id, profile_audience)
      values (${one.id}, 'members')
      on conflict (member_id)
      do update set profile_audience = 'members'`,
  );
  expect([await seenBy(reader), await seenBy(visitor)]).toEqual([[one.id], []]);
  await block(one, reader);
  expect([await seenBy(reader), await seenBy(author)]).toEqual([[], [one.id]]);
  await setStatus(one, 'suspended');
  expect(await seenBy(author)).toEqual([]);
});

test('a cached page updates with its mentions, ten of many', async () => {
  const [author, ...others] = [
    await addMember(),
    ...(await Promise.all(Array.from({ length: 11 }, () => addMember()))),
  ];
  const { action_id: id } = await write(
    author!,
    others.map(({ username }) => `@${username}`).join(' '),
  );
  for (const one of others) await setProfileAudience(one);
  const item = await readPost(visitor, id);
  expect(named(item.feed)).toHaveLength(10);
  for (const one of named(item.feed))
    expect(cacheTagsOf(toPost(item), [])).toContain(`member:${one}`);
});
