import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readComments } from '#domains/comments/comment-list.server.ts';
import { addComment } from '#domains/comments/comments.server.ts';
import { findVisibleMedia } from '#domains/lightbox/visible-media.server.ts';
import type { AccountStatus, Audience } from '#domains/policy/audience.rules.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { countFeed, readFeed } from '#domains/posts/feed/feed.server.ts';
import { hideItem } from '#domains/posts/hidden/hidden.server.ts';
import {
  deletePost,
  readPost,
  toggleComments,
  toggleSharing,
} from '#domains/posts/posts.server.ts';
import { latestPublicPosts, listSitemapPage } from '#domains/posts/public/public-posts.server.ts';
import { editPost } from '#domains/posts/writing/edit-post.server.ts';
import { react, readReactions, unreact } from '#domains/reactions/reactions.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, befriend, block, setStatus, unfriend } from '../support/people.ts';
import { sharePost } from '../support/shares.ts';

const people: Record<string, Viewer> = { visitor };
let author: Member;
let mediaOf: (postId: number) => Promise<number>;

beforeAll(async () => {
  // Numbers that mean nothing else, to be found where they should not be.
  await db.execute(sql`select setval(pg_get_serial_sequence('posts', 'id'), 987000)`);
  author = await addMember({ name: 'Author' });
  const member = await addMember({ name: 'Member' });
  const friend = await addMember({ name: 'Friend' });
  const moderator = await addMember({ name: 'Moderator', role: 'moderator' });
  const hasBlocked = await addMember({ name: 'Has blocked' });
  const wasBlocked = await addMember({ name: 'Was blocked' });
  await befriend(author, friend);
  // A block beats a friendship that is still in the table.
  await befriend(author, hasBlocked);
  await befriend(author, wasBlocked);
  await block(hasBlocked, author);
  await block(author, wasBlocked);
  Object.assign(people, {
    member,
    friend,
    owner: author,
    moderator,
    'has blocked': hasBlocked,
    'was blocked': wasBlocked,
  });
  mediaOf = async (postId) => {
    const [row] = await db.execute<{ id: number }>(sql`
      with picture as (
        insert into media (
          owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
          placeholder
        )
        values (
          ${author.id}, 'photo', ${`hash${postId}`}, 'image/jpeg', 1, 640, 480, '{320,640}', ''
        )
        returning id
      ),
        attached as (
          insert into attachments (post_id, position, type, media_id)
          select ${postId}, 0, 'photo', id
          from picture
        ),
        counted as (update posts set attachment_count = 1 where id = ${postId})
      select id
      from picture`);
    return row!.id;
  };
});
afterEach(() => {
  env().PUBLIC_READING = true;
});

const isFound = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === 'no_record' || error.code === 'unauthorized') return false;
      throw error;
    },
  );

/** Each path on which a post, or something of it, can come to a reader. */
const paths: Record<string, (viewer: Viewer, postId: number) => Promise<boolean>> = {
  'its own page': (viewer, id) => isFound(readPost(viewer, id)),
  'the feed by action_id': (viewer, id) => isFound(readFeed(viewer, { postId: id })),
  'its comments': (viewer, id) =>
    isFound(readComments(viewer, { type: 'post', id }, { page: 0, firstPage: 0, limit: 5 })),
  'who reacted': (viewer, id) =>
    isFound(
      readComments(
        viewer,
        { type: 'post', id },
        { page: 0, firstPage: 0, limit: 5, viewAllLikes: 1 },
      ),
    ),
  'its reactions': (viewer, id) => isFound(readReactions(viewer, 'post', id)),
  'a like of its comment': async (viewer, id) => {
    const [comment] = await db.execute<{ id: number }>(
      sql`select id from comments where subject_type = 'post' and subject_id = ${id}`,
    );
    return isFound(readReactions(viewer, 'post_comment', comment!.id));
  },
  'its picture': async (viewer, id) => {
    const [found] = await db.execute<{ id: number }>(
      sql`select media_id as id from attachments where post_id = ${id}`,
    );
    return (await findVisibleMedia(viewer, found!.id)) !== undefined;
  },
  'inside a share': async (viewer, id) => {
    const sharer = await addMember({ name: 'Sharer' });
    const share = await readPost(viewer, await addPost(sharer, { sharedId: id }));
    const [stub] = share.feed.attachment;
    const inside = stub!.shared_post_data![0];
    // The stub says nothing about what it stands for, not even its number.
    if (!inside)
      expect(JSON.stringify(share)).not.toMatch(
        new RegExp(`Secret words|"${author.displayname}"|${id}`),
      );
    return inside !== undefined;
  },
};
const memberPaths: typeof paths = {
  'the feed': async (viewer, id) =>
    (await readFeed(viewer, { limit: 50 })).data.some((item) => item.feed.action_id === id),
  'the wall': async (viewer, id) =>
    readFeed(viewer, { wall: { type: 'member', id: author.id }, limit: 50 }).then(
      ({ data }) => data.some((item) => item.feed.action_id === id),
      () => false,
    ),
  'the photo feed': async (viewer, id) =>
    (await readFeed(viewer, { filter: 'photo', limit: 50 })).data.some(
      (item) => item.feed.action_id === id,
    ),
  // By how many there are without it: what is written meanwhile stands before a post whose time has
  // not come.
  'the count of new posts': async (viewer, id) => {
    const counted = await countFeed(viewer, { minid: id });
    const { id: memberId } = viewer as Member;
    await db.execute(
      sql`
        insert into hidden_items (member_id, type, item_id)
        values (${memberId}, 'post', ${id})`,
    );
    const left = await countFeed(viewer, { minid: id });
    await db.execute(sql`delete from hidden_items where member_id = ${memberId}`);
    return counted - left === 1;
  },
};
const publicPaths: typeof paths = {
  'the sitemap': async (_, id) =>
    ((await listSitemapPage(Math.ceil(id / 10_000))) ?? []).some(
      ({ path }) => path === `/posts/${id}`,
    ),
  'the public feed': async (_, id) =>
    (await latestPublicPosts(50)).some(({ feed }) => feed.action_id === id),
};

async function seenBy(postId: number): Promise<string[]> {
  const seen: string[] = [];
  for (const [name, viewer] of Object.entries(people)) {
    const answers: Record<string, boolean> = {};
    const all = { ...paths, ...(viewer.kind === 'member' ? memberPaths : publicPaths) };
    for (const [path, find] of Object.entries(all)) answers[path] = await find(viewer, postId);
    // On every path alike, or one of them leaks.
    expect(new Set(Object.values(answers)).size, `${name}: ${JSON.stringify(answers)}`).toBe(1);
    if (answers['its own page']) seen.push(name);
  }
  return seen;
}

async function postWithEverything(
  audience: Audience,
  options: { publishedAt?: Date } = {},
): Promise<number> {
  const id = await addPost(author, { audience, body: 'Secret words', ...options });
  await mediaOf(id);
  await addComment(db, author, { type: 'post', id }, { body: 'Secret words' }, '');
  await react(author, 'post', id, 1);
  return id;
}

describe('viewers of a post, on every path', () => {
  test('for everyone', async () => {
    expect(await seenBy(await postWithEverything('everyone'))).toEqual([
      'visitor',
      'member',
      'friend',
      'owner',
      'moderator',
    ]);
  });
  test('for friends', async () => {
    expect(await seenBy(await postWithEverything('friends'))).toEqual(['friend', 'owner']);
  });
  test('only for its author', async () => {
    expect(await seenBy(await postWithEverything('onlyme'))).toEqual(['owner']);
  });
  test('before its time', async () => {
    expect(
      await seenBy(
        await postWithEverything('everyone', { publishedAt: new Date(Date.now() + 3_600_000) }),
      ),
    ).toEqual(['owner']);
  });
  test('a site that visitors may not read', async () => {
    env().PUBLIC_READING = false;
    const id = await postWithEverything('everyone');
    const share = paths['inside a share']!;
    // There is no share either for visitors to look into.
    paths['inside a share'] = (viewer, postId) =>
      viewer.kind === 'visitor' ? Promise.resolve(false) : share(viewer, postId);
    expect(await seenBy(id)).toEqual(['member', 'friend', 'owner', 'moderator']);
    paths['inside a share'] = share;
  });
  test('after it was narrowed, and after a friendship ended', async () => {
    const id = await postWithEverything('everyone');
    await db.execute(sql`update posts set audience = 'friends' where id = ${id}`);
    expect(await seenBy(id)).toEqual(['friend', 'owner']);
    await unfriend(author, people.friend as Member);
    expect(await seenBy(id)).toEqual(['owner']);
    await befriend(author, people.friend as Member);
  });
  test('after its author was suspended or deleted, and back again', async () => {
    const id = await postWithEverything('everyone');
    for (const status of ['suspended', 'deleted', 'pending'] as AccountStatus[]) {
      await setStatus(author, status);
      // A member of that status has no session, so nobody asks as the owner.
      const { owner, ...others } = people;
      for (const name of Object.keys(people)) delete people[name];
      Object.assign(people, others);
      expect(await seenBy(id)).toEqual([]);
      for (const name of Object.keys(people)) delete people[name];
      Object.assign(people, {
        visitor: others.visitor,
        member: others.member,
        friend: others.friend,
        owner,
        moderator: others.moderator,
        'has blocked': others['has blocked'],
        'was blocked': others['was blocked'],
      });
    }
    await setStatus(author, 'active');
    expect(await seenBy(id)).toEqual(['visitor', 'member', 'friend', 'owner', 'moderator']);
  });
  test('a deleted one', async () => {
    const id = await postWithEverything('everyone');
    await deletePost(author, id);
    for (const viewer of Object.values(people)) {
      await expect(readPost(viewer, id)).rejects.toMatchObject({ code: 'no_record' });
      await expect(
        readComments(viewer, { type: 'post', id }, { page: 0, firstPage: 0, limit: 5 }),
      ).rejects.toMatchObject({ code: 'no_record' });
    }
  });
});

describe('rights over a post', () => {
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { code?: string }) => error.code ?? 'broken',
    );
  async function outcomes(
    audience: Audience,
    act: (member: Member, id: number) => Promise<unknown>,
  ): Promise<Record<string, string>> {
    const answers: Record<string, string> = {};
    for (const [name, viewer] of Object.entries(people)) {
      if (viewer.kind === 'member')
        answers[name] = await outcome(act(viewer, await postWithEverything(audience)));
    }
    return answers;
  }
  const absent = { 'has blocked': 'no_record', 'was blocked': 'no_record' };
  const seen = { member: 'done', friend: 'done', owner: 'done', moderator: 'done', ...absent };
  const friendsOnly = {
    member: 'no_record',
    friend: 'done',
    owner: 'done',
    moderator: 'no_record',
    ...absent,
  };
  const ownersOnly = {
    member: 'no_record',
    friend: 'no_record',
    owner: 'done',
    moderator: 'no_record',
    ...absent,
  };

  test('react, comment, and take a reaction back: whoever sees it', async () => {
    for (const act of [
      (member: Member, id: number) => react(member, 'post', id, 2),
      (member: Member, id: number) => unreact(member, 'post', id),
      (member: Member, id: number) =>
        addComment(db, member, { type: 'post', id }, { body: 'x' }, ''),
    ]) {
      expect(await outcomes('everyone', act)).toEqual(seen);
      expect(await outcomes('friends', act)).toEqual(friendsOnly);
      expect(await outcomes('onlyme', act)).toEqual(ownersOnly);
    }
  });
  test('share: only what everyone may see', async () => {
    const share = (member: Member, id: number) => sharePost(db, member, id, '');
    expect(await outcomes('everyone', share)).toEqual(seen);
    expect(await outcomes('friends', share)).toEqual({
      ...friendsOnly,
      friend: 'unauthorized',
      owner: 'unauthorized',
    });
    expect(await outcomes('onlyme', share)).toEqual({ ...ownersOnly, owner: 'unauthorized' });
  });
  test('edit and the author’s switches: the author', async () => {
    for (const act of [
      (member: Member, id: number) => editPost(member, id, { body: 'New' }),
      (member: Member, id: number) => toggleComments(member, id),
    ]) {
      expect(await outcomes('everyone', act)).toEqual({
        member: 'unauthorized',
        friend: 'unauthorized',
        owner: 'done',
        moderator: 'unauthorized',
        ...absent,
      });
    }
  });
  test('delete: the author, and moderators of what they see', async () => {
    const remove = (member: Member, id: number) => deletePost(member, id);
    expect(await outcomes('everyone', remove)).toEqual({
      member: 'unauthorized',
      friend: 'unauthorized',
      owner: 'done',
      moderator: 'done',
      ...absent,
    });
    expect(await outcomes('friends', remove)).toEqual({
      member: 'no_record',
      friend: 'unauthorized',
      owner: 'done',
      moderator: 'no_record',
      ...absent,
    });
  });
  test('hide: others’ posts', async () => {
    const hide = (member: Member, id: number) => hideItem(member, 'post', id);
    expect(await outcomes('everyone', hide)).toEqual({ ...seen, owner: 'validation_fail' });
    expect(await outcomes('friends', hide)).toEqual({ ...friendsOnly, owner: 'validation_fail' });
  });
  test('the flags and menus that a reader gets agree', async () => {
    const id = await addPost(author, { audience: 'everyone' });
    const names = async (viewer: Viewer) =>
      (await readPost(viewer, id)).feed_menus.map((entry) => entry.name);
    expect(await names(visitor)).toEqual([]);
    expect(await names(people.member!)).toEqual([
      'hide',
      'report_feed',
      'block',
      'update_save_feed',
    ]);
    expect(await names(author)).toEqual([
      'edit_feed',
      'disable_comment',
      'lock_this_feed',
      'delete_feed',
      'update_save_feed',
    ]);
    expect(await names(people.moderator!)).toEqual([
      'delete_feed',
      'hide',
      'report_feed',
      'block',
      'update_save_feed',
    ]);
    expect(await readPost(visitor, id)).toMatchObject({ can_comment: 0, can_share: 0, is_like: 0 });
    expect(await readPost(people.member!, id)).toMatchObject({ can_comment: 1, can_share: 1 });
    await toggleComments(author, id);
    await toggleSharing(author, id);
    expect(await readPost(people.member!, id)).toMatchObject({
      can_comment: 0,
      can_share: 0,
      feed: { commentable: 0, shareable: 0 },
    });
    await expect(
      addComment(db, people.member as Member, { type: 'post', id }, { body: 'x' }, ''),
    ).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(sharePost(db, people.member as Member, id, '')).rejects.toMatchObject({
      code: 'unauthorized',
    });
    const friendsOnlyPost = await addPost(author, { audience: 'friends' });
    expect(await readPost(people.friend!, friendsOnlyPost)).toMatchObject({
      can_comment: 1,
      can_share: 0,
    });
  });
});
