import { beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import type { FeedQuery } from '#domains/posts/feed/feed-query.server.ts';
import { countFeed, readFeed } from '#domains/posts/feed/feed.server.ts';
import { hashtagKeysOf, hashtagsOf } from '#domains/posts/hashtags.ts';
import { hideItem } from '#domains/posts/hidden/hidden.server.ts';
import { deletePost } from '#domains/posts/posts.server.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import { editPost } from '#domains/posts/writing/edit-post.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block } from '../support/people.ts';
import { sharePost } from '../support/shares.ts';

let ada: Member;
let bo: Member;
beforeAll(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});

const write = async (
  body: string,
  draft: { audience?: 'everyone' | 'friends' | 'onlyme'; uri?: string } = {},
  author = ada,
) =>
  (await createPost(db, author, { body, audience: 'everyone', tagged: [], uri: '', ...draft })).feed
    .action_id;
const found = async (hashtag: string, query: FeedQuery = {}, as = bo) =>
  (await readFeed(as, { hashtag, ...query })).data.map(({ feed }) => feed.action_id);

test('subjects of a text are named once, as first written', () => {
  expect(hashtagsOf('#Tea, #tea and #TEA with #cake, not C# or https://a.example/#tea2')).toEqual([
    'Tea',
    'cake',
  ]);
  expect(hashtagKeysOf('#Ärger #ﬁsh')).toEqual(['ärger', 'fish']);
});

describe('posts with a hashtag', () => {
  test('are found with and without #, in any letter case, newest first', async () => {
    const ids = [
      await write('First #Compost'),
      await write('No subject'),
      await write('#compost again #COMPOST'),
    ];
    expect(await found('compost')).toEqual([ids[2], ids[0]]);
    expect(await found('#COMPOST')).toEqual([ids[2], ids[0]]);
    expect(await found('compost', { limit: 1 })).toEqual([ids[2]]);
    expect(await found('compost', { maxid: ids[2]! - 1 })).toEqual([ids[0]]);
    expect(await countFeed(bo, { hashtag: 'compost', minid: ids[0]! + 1 })).toBe(1);
    expect(await found('compos')).toEqual([]);
    expect(await found('%')).toEqual([]);
  });

  test('follow an edit and a deletion, and shares have their own', async () => {
    const id = await write('#before');
    await editPost(ada, id, { body: '#after #again' });
    expect([await found('before'), await found('after'), await found('again')]).toEqual([
      [],
      [id],
      [id],
    ]);
    const share = await sharePost(db, bo, id, '#shared');
    expect(await found('shared')).toEqual([share]);
    await deletePost(ada, id);
    expect(await found('after')).toEqual([]);
    expect(await db.execute(sql`select 1 from post_hashtags where post_id = ${id}`)).toHaveLength(
      0,
    );
  });

  test('are only those that the reader may see', async () => {
    const id = await write('#secret', { audience: 'friends' });
    await write('#secret', { audience: 'onlyme' });
    expect(await found('secret')).toEqual([]);
    const friend = await addMember();
    await befriend(ada, friend);
    expect(await found('secret', {}, friend)).toEqual([id]);
    await block(friend, ada);
    expect(await found('secret', {}, friend)).toEqual([]);
    const open = await write('#open');
    expect(await found('open')).toEqual([open]);
    await hideItem(bo, 'post', open);
    expect(await found('open')).toEqual([]);
  });

  test('with a filter, a wall or a friend', async () => {
    const [plain, link] = [
      await write('#mixed'),
      await write('#mixed', { uri: 'https://example.org' }),
    ];
    const own = await write('#mixed', {}, bo);
    expect(await found('mixed', { filter: 'link' })).toEqual([link]);
    expect(await found('mixed', { filter: 'my_posts' })).toEqual([own]);
    expect(await found('mixed', { wall: { type: 'member', id: ada.id } })).toEqual([link, plain]);
    const friend = await addMember();
    await befriend(friend, ada);
    // Newer posts without it must not crowd it out.
    for (let count = 0; count < 3; count += 1) await write('something else');
    expect(await found('mixed', { filter: 'membership', limit: 2 }, friend)).toEqual([link, plain]);
  });
});
