import { beforeAll, describe, expect, test } from 'vitest';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { countFeed, readFeed } from '#domains/posts/feed/feed.server.ts';
import { hideItem } from '#domains/posts/hidden/hidden.server.ts';
import { deletePost, readPost } from '#domains/posts/posts.server.ts';
import { toggleSaved } from '#domains/posts/saved/saved.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, befriend, block, setStatus, unfriend } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';

let reader: Member;
let author: Member;
beforeAll(async () => {
  [reader, author] = [await addMember({ name: 'Reader' }), await addMember({ name: 'Author' })];
});

const saved = async (viewer = reader) =>
  (await readFeed(viewer, { filter: 'user_saved', limit: 50 })).data.map(
    ({ feed }) => feed.action_id,
  );

describe('saving', () => {
  test('puts a post on the own list and takes it off again', async () => {
    const [first, second] = [await addPost(author), await addPost(author)];
    expect(await toggleSaved(reader, second)).toBe(true);
    expect(await toggleSaved(reader, first)).toBe(true);
    // In the order of the feed, not of saving: pages go by action_id.
    expect(await saved()).toEqual([second, first]);
    expect(await saved(author)).toEqual([]);
    expect(await readPost(reader, first)).toMatchObject({ is_saved: 1 });
    expect((await readPost(reader, first)).feed_menus.at(-1)).toMatchObject({
      name: 'update_save_feed',
      label: 'Unsave Post',
      url: 'advancedactivity/update-save-feed',
      urlParams: { action_id: first },
    });
    expect(await readPost(author, first)).toMatchObject({ is_saved: 0 });
    expect(await readPost(visitor, first)).toMatchObject({ is_saved: 0, feed_menus: [] });
    expect(await countFeed(reader, { filter: 'user_saved', minid: second })).toBe(1);
    expect(await toggleSaved(reader, second)).toBe(false);
    expect(await saved()).toEqual([first]);
    expect(await countStatements(() => toggleSaved(reader, first))).toBe(1);
    expect(await saved()).toEqual([]);
  });

  test('pages by action_id', async () => {
    const keeper = await addMember();
    const ids: number[] = [];
    for (let index = 0; index < 25; index += 1) {
      ids.unshift(await addPost(author));
      await addPost(author);
      await toggleSaved(keeper, ids[0]!);
    }
    const first = await readFeed(keeper, { filter: 'user_saved' });
    const second = await readFeed(keeper, { filter: 'user_saved', maxid: first.maxid });
    expect([...first.data, ...second.data].map(({ feed }) => feed.action_id)).toEqual(ids);
    expect(
      (await readFeed(keeper, { filter: 'user_saved', maxid: second.maxid })).activityCount,
    ).toBe(0);
  });

  test('only what the member may see', async () => {
    const [secret, hidden] = [
      await addPost(author, { audience: 'onlyme' }),
      await addPost(author, { audience: 'friends' }),
    ];
    for (const id of [secret, hidden, 999_999_999, 2 ** 52])
      await expect(toggleSaved(reader, id)).rejects.toMatchObject({ code: 'no_record' });
    expect(
      await db.execute(sql`select 1 from saved_posts where post_id in (${secret}, ${hidden})`),
    ).toHaveLength(0);
    expect(await toggleSaved(author, secret)).toBe(true);
  });

  test('the list follows what may still be seen', async () => {
    const [keeper, friend] = [await addMember(), await addMember()];
    await befriend(keeper, friend);
    const id = await addPost(friend, { audience: 'friends' });
    await toggleSaved(keeper, id);
    expect(await saved(keeper)).toEqual([id]);
    await unfriend(keeper, friend);
    expect(await saved(keeper)).toEqual([]);
    await befriend(keeper, friend);
    await setStatus(friend, 'suspended');
    expect(await saved(keeper)).toEqual([]);
    await setStatus(friend, 'active');
    await hideItem(keeper, 'post', id);
    expect(await saved(keeper)).toEqual([]);
    const other = await addPost(friend);
    await toggleSaved(keeper, other);
    await block(friend, keeper);
    expect(await saved(keeper)).toEqual([]);
    await expect(toggleSaved(keeper, other)).rejects.toMatchObject({ code: 'no_record' });
  });

  test('a deleted post is on nobody’s list', async () => {
    const id = await addPost(author);
    await toggleSaved(reader, id);
    await deletePost(author, id);
    expect(await db.execute(sql`select 1 from saved_posts where post_id = ${id}`)).toHaveLength(0);
  });

  test('many at once leave one row or none', async () => {
    const id = await addPost(author);
    const answers = await Promise.all(Array.from({ length: 20 }, () => toggleSaved(reader, id)));
    expect(new Set(answers).size).toBeLessThanOrEqual(2);
    expect(
      (await db.execute(sql`select 1 from saved_posts where post_id = ${id}`)).length,
    ).toBeLessThanOrEqual(1);
  });
});
