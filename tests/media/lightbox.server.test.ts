import { beforeAll, describe, expect, test } from 'vitest';
import { readComments } from '#domains/comments/comment-list.server.ts';
import { addComment } from '#domains/comments/comments.server.ts';
import {
  openLightboxSet,
  openPhoto,
  openVideo,
  readLightboxSet,
} from '#domains/lightbox/lightbox.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { deletePost, readPost, toggleComments } from '#domains/posts/posts.server.ts';
import { react, readReactions } from '#domains/reactions/reactions.server.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
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
const people: Record<string, Viewer> = { visitor };

beforeAll(async () => {
  ada = await addMember({ name: 'Ada' });
  bo = await addMember({ name: 'Bo' });
  const friend = await addMember({ name: 'Friend' });
  const hasBlocked = await addMember({ name: 'Has blocked' });
  const wasBlocked = await addMember({ name: 'Was blocked' });
  await befriend(ada, friend);
  await befriend(ada, wasBlocked);
  await block(hasBlocked, ada);
  await block(ada, wasBlocked);
  Object.assign(people, {
    member: bo,
    friend,
    owner: ada,
    'has blocked': hasBlocked,
    'was blocked': wasBlocked,
  });
});

const routeOf = (postId: number, id: number, type: 'photo' | 'video' = 'photo') => ({
  type,
  id,
  subjectType: 'post' as const,
  subjectId: postId,
});

const isFound = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === 'no_record') return false;
      throw error;
    },
  );

/** Every path that returns a photo or part of it. */
const paths: Record<string, (viewer: Viewer, postId: number, id: number) => Promise<boolean>> = {
  'the set': (viewer, postId, id) => isFound(readLightboxSet(viewer, routeOf(postId, id))),
  'the set, counted': (viewer, postId, id) =>
    isFound(openLightboxSet(viewer, routeOf(postId, id), '')),
  alone: (viewer, _, id) => isFound(openPhoto(viewer, id, '')),
  'its comments': (viewer, _, id) =>
    isFound(readComments(viewer, { type: 'photo', id }, { page: 1, firstPage: 1, limit: 5 })),
  'its reactions': (viewer, _, id) => isFound(readReactions(viewer, 'photo', id)),
  'a like of its comment': async (viewer, _, id) => {
    const [comment] = await db.execute<{ id: number }>(
      sql`select id from comments where subject_type = 'photo' and subject_id = ${id}`,
    );
    return isFound(readReactions(viewer, 'comment', comment!.id));
  },
};
const memberPaths: Record<string, (member: Member, id: number) => Promise<boolean>> = {
  'to react': (member, id) => isFound(react(member, 'photo', id, 2)),
  'to comment': (member, id) =>
    isFound(addComment(db, member, { type: 'photo', id }, { body: 'Lovely' }, '')),
};

async function seenBy(postId: number, id: number): Promise<string[]> {
  const seen: string[] = [];
  for (const [name, viewer] of Object.entries(people)) {
    const answers: Record<string, boolean> = {};
    for (const [path, find] of Object.entries(paths))
      answers[path] = await find(viewer, postId, id);
    if (viewer.kind === 'member')
      for (const [path, find] of Object.entries(memberPaths))
        answers[path] = await find(viewer, id);
    expect(new Set(Object.values(answers)).size, `${name}: ${JSON.stringify(answers)}`).toBe(1);
    if (answers.alone) seen.push(name);
  }
  return seen;
}

async function photoFor(audience: Audience, publishedAt?: Date) {
  const postId = await addPost(ada, { audience, ...(publishedAt ? { publishedAt } : {}) });
  const id = await addMedia(ada, postId);
  await addComment(db, ada, { type: 'photo', id }, { body: 'Mine' }, '');
  return { postId, id };
}

describe('a photo is visible to everybody who sees its post, on every path', () => {
  test('for everyone', async () => {
    const { postId, id } = await photoFor('everyone');
    expect(await seenBy(postId, id)).toEqual(['visitor', 'member', 'friend', 'owner']);
  });
  test('for friends, until it is narrowed, unfriended or deleted', async () => {
    const { postId, id } = await photoFor('friends');
    expect(await seenBy(postId, id)).toEqual(['friend', 'owner']);
    await unfriend(ada, people.friend as Member);
    expect(await seenBy(postId, id)).toEqual(['owner']);
    await befriend(ada, people.friend as Member);
    await db.execute(sql`update posts set audience = 'onlyme' where id = ${postId}`);
    expect(await seenBy(postId, id)).toEqual(['owner']);
    await deletePost(ada, postId);
    expect(await seenBy(postId, id)).toEqual([]);
  });
  test('before a scheduled post is published', async () => {
    const { postId, id } = await photoFor('everyone', new Date(Date.now() + 3_600_000));
    expect(await seenBy(postId, id)).toEqual(['owner']);
  });
  test('not while its author is suspended', async () => {
    const { postId, id } = await photoFor('everyone');
    await setStatus(ada, 'suspended');
    expect(await seenBy(postId, id)).toEqual([]);
    await setStatus(ada, 'active');
  });
});

describe('the set', () => {
  test('contains the photos of one post in order, with all fields', async () => {
    const postId = await addPost(ada, { body: 'A walk' });
    const ids = [
      await addMedia(ada, postId, { alt: 'A heron' }),
      await addMedia(ada, postId, { body: 'The bridge' }),
      await addMedia(ada, postId),
    ];
    await react(bo, 'photo', ids[1]!, 2);
    await addComment(db, bo, { type: 'photo', id: ids[1]! }, { body: 'Where is that?' }, '');
    const { total, position, items } = await readLightboxSet(bo, routeOf(postId, ids[1]!));
    expect({ total, position }).toEqual({ total: 3, position: 2 });
    expect(items.map((item) => item.photo_id)).toEqual(ids);
    expect((await readPost(bo, postId)).feed.attachment.map(({ photo_id }) => photo_id)).toEqual(
      ids,
    );
    expect(items[0]).toMatchObject({
      description: 'A walk',
      picture: { alt: 'A heron' },
      like_count: 0,
      comment_count: 0,
      is_like: 0,
      viewer_type: 'album_photo',
    });
    expect(items[1]).toMatchObject({
      description: 'The bridge',
      like_count: 1,
      comment_count: 1,
      is_like: 1,
      my_feed_reaction: { reaction: 'love' },
      can_comment: 1,
      owner_id: ada.id,
      owner_title: 'Ada',
      subject_type: 'album_photo',
      subject_id: ids[1],
      content_url: `/posts/${postId}/photo/${ids[1]}`,
    });
  });

  test('a photo is found only through its own post and with its own type', async () => {
    const [one, other] = [await addPost(ada), await addPost(ada)];
    const photo = await addMedia(ada, one);
    await addMedia(ada, other);
    const film = await addMedia(ada, await addPost(ada), { kind: 'video' });
    expect(await isFound(readLightboxSet(bo, routeOf(one, photo)))).toBe(true);
    expect(await isFound(readLightboxSet(bo, routeOf(other, photo)))).toBe(false);
    expect(await isFound(readLightboxSet(bo, routeOf(one, photo, 'video')))).toBe(false);
    expect(await isFound(openVideo(bo, photo))).toBe(false);
    expect(await isFound(openPhoto(bo, film, ''))).toBe(false);
    expect(await isFound(readReactions(bo, 'video', photo))).toBe(false);
  });

  test('an unattached picture is visible to nobody', async () => {
    const postId = await addPost(ada);
    const id = await addMedia(ada, postId);
    await db.execute(sql`delete from attachments where media_id = ${id}`);
    expect(await isFound(openPhoto(ada, id, ''))).toBe(false);
    expect(await isFound(readReactions(ada, 'photo', id))).toBe(false);
  });

  test('an embedded video is commented on through its post', async () => {
    const postId = await addPost(ada);
    const [row] = await db.execute<{ id: number }>(sql`
      insert into attachments (post_id, position, type, title, video_type, video_url)
      values (${postId}, 0, 'video', 'Song', 1, 'https://www.youtube.com/watch?v=abcdefghijk')
      returning id`);
    const { items } = await readLightboxSet(bo, routeOf(postId, row!.id, 'video'));
    expect(items).toMatchObject([
      {
        viewer_type: 'youtube',
        title: 'Song',
        subject_type: 'activity_action',
        subject_id: postId,
        type: 1,
      },
    ]);
    // Also after its picture was copied, which is no item of its own.
    const picture = await addMedia(ada, await addPost(ada));
    await db.execute(sql`delete from attachments where media_id = ${picture}`);
    await db.execute(sql`update attachments set media_id = ${picture} where id = ${row!.id}`);
    expect((await readLightboxSet(bo, routeOf(postId, row!.id, 'video'))).items).toMatchObject([
      {
        video_id: row!.id,
        subject_type: 'activity_action',
        subject_id: postId,
        picture: { id: picture },
      },
    ]);
    for (const look of [
      () => openVideo(bo, picture),
      () => openPhoto(bo, picture, ''),
      () => readReactions(bo, 'photo', picture),
    ]) {
      expect(await isFound(look())).toBe(false);
    }
  });

  test('comments are closed if the post closes them', async () => {
    const postId = await addPost(ada);
    const id = await addMedia(ada, postId);
    await toggleComments(ada, postId);
    expect((await readLightboxSet(bo, routeOf(postId, id))).items[0]!.can_comment).toBe(0);
    await expect(
      addComment(db, bo, { type: 'photo', id }, { body: 'No' }, ''),
    ).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('takes the same number of statements however many photos there are', async () => {
    const small = await addPost(ada);
    const first = await addMedia(ada, small);
    const large = await addPost(ada);
    const photos: number[] = [];
    for (let index = 0; index < 12; index++) photos.push(await addMedia(ada, large));
    for (const id of photos) await addComment(db, bo, { type: 'photo', id }, { body: 'Hm' }, '');
    expect(await countStatements(() => openLightboxSet(bo, routeOf(small, first), ''))).toBe(2);
    expect(await countStatements(() => openLightboxSet(bo, routeOf(large, photos[5]!), ''))).toBe(
      2,
    );
    expect(await countStatements(() => readLightboxSet(visitor, routeOf(large, photos[5]!)))).toBe(
      1,
    );
  });
});

test('a view counts once per member and day, except by the owner and of hidden items', async () => {
  const postId = await addPost(ada, { audience: 'friends' });
  const id = await addMedia(ada, postId, { kind: 'video' });
  const friend = people.friend as Member;
  const views = async () => (await openVideo(ada, id)).views;
  await expect(openVideo(bo, id)).rejects.toMatchObject({ code: 'no_record' });
  expect(await views()).toBe(0);
  await Promise.all(Array.from({ length: 5 }, () => openVideo(friend, id)));
  await openLightboxSet(friend, routeOf(postId, id, 'video'), '');
  expect(await views()).toBe(1);
  moveClock(86_400);
  try {
    await openVideo(friend, id);
    expect(await views()).toBe(2);
  } finally {
    moveClock(0);
  }
});

test('comments, reactions and views are deleted with the picture', async () => {
  const postId = await addPost(ada);
  const id = await addMedia(ada, postId);
  const comment = await addComment(db, bo, { type: 'photo', id }, { body: 'Nice' }, '');
  await addComment(
    db,
    ada,
    { type: 'photo', id },
    { body: 'Thanks', replyToId: comment.comment_id },
    '',
  );
  await react(bo, 'photo', id, 1);
  await openPhoto(bo, id, '');
  await db.execute(sql`delete from media where id = ${id}`);
  for (const table of ['comments', 'comment_totals', 'reactions', 'reaction_totals']) {
    const left = await db.execute(
      sql`
        select 1
        from ${sql.identifier(table)}
        where subject_type = 'photo' and subject_id = ${id}`,
    );
    expect(left.length, table).toBe(0);
  }
});
