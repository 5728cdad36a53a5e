import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, block } from '../support/people.ts';
import { send, type Fields, type SendOptions } from '../support/rest.ts';
import { avoidWindowBorder } from '../support/windows.ts';

let ada: Member;
let bo: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});
afterEach(() => {
  env().RATE_LIMIT_SCALE = 1_000;
});

const countReactions = async () =>
  (await db.execute<{ count: number }>(sql`select count(*)::int as count from reactions`))[0]!
    .count;
const sendReaction = (path: string, fields: Fields | string, options: SendOptions = {}) =>
  send('POST', path, fields, { as: ada, ...options });
const comment = async (id: number, who = bo) =>
  (await send('POST', '/advancedactivity/comment', { action_id: id, body: 'x' }, { as: who })).body
    .comment_id as number;

describe('reacting', () => {
  test('by each path and alias: a post by its id or as a subject, and a comment on it', async () => {
    for (const [like, unlike, name] of [
      ['/advancedactivity/like', '/advancedactivity/unlike', 'action_id'],
      ['/like', '/unlike', 'subject_id'],
      ['/advancedcomments/like', '/advancedcomments/unlike', 'subject_id'],
    ] as const) {
      const id = await addPost(bo);
      const comment_id = await comment(id);
      const subject: Fields =
        name === 'action_id'
          ? { action_id: id }
          : { subject_type: 'activity_action', subject_id: id };
      for (const target of [subject, { ...subject, comment_id }]) {
        expect(
          await sendReaction(like, { ...target, reaction: 'love', sendNotification: 0 }),
        ).toMatchObject({
          status: 200,
          body: {
            is_like: 1,
            like_count: 1,
            feed_reactions: { 2: { caption: 'Love', reaction_count: 1 } },
            my_feed_reaction: { reaction: 'love' },
          },
        });
        expect((await sendReaction(like, { ...target, reaction: '7' })).body).toMatchObject({
          like_count: 1,
          feed_reactions: { 7: { reaction_count: 1 } },
        });
        expect((await sendReaction(like, target)).body.my_feed_reaction).toMatchObject({
          reactionicon_id: 1,
        });
        expect((await sendReaction(unlike, target)).body).toEqual({
          is_like: 0,
          like_count: 0,
          feed_reactions: {},
        });
        expect(await sendReaction(unlike, target)).toMatchObject({
          status: 200,
          body: { is_like: 0 },
        });
      }
    }
  });

  test.each<[string, Fields | string, SendOptions, Record<string, unknown>]>([
    ['no subject', {}, {}, { status: 400, error_code: 'parameter_missing' }],
    [
      'an unknown reaction',
      { action_id: 5, reaction: 'hug' },
      {},
      { status: 400, message: { reaction: expect.any(String) } },
    ],
    ['a reaction of 0', { action_id: 5, reaction: 0 }, {}, { status: 400 }],
    ['a reaction of 8', { action_id: 5, reaction: 8 }, {}, { status: 400 }],
    ['a reaction of 1e0', { action_id: 5, reaction: '1e0' }, {}, { status: 400 }],
    ['a reaction inherited by all', { action_id: 5, reaction: 'constructor' }, {}, { status: 400 }],
    ['two reactions', 'action_id=5&reaction=like&reaction=love', {}, { status: 400 }],
    ['an object', {}, { json: { action_id: 5, reaction: {} } }, { status: 400 }],
    ['an id of 0', { action_id: 0 }, {}, { status: 400 }],
    ['an id below it', { action_id: -5 }, {}, { status: 400 }],
    ['an id of 1e3', { action_id: '1e3' }, {}, { status: 400 }],
    ['an id of 19 digits', { action_id: '9223372036854775808' }, {}, { status: 400 }],
    ['two ids', 'action_id=5&action_id=6', {}, { status: 400 }],
    [
      'a post that is not there',
      { action_id: 999_999_999 },
      {},
      { status: 404, error_code: 'no_record' },
    ],
    [
      'a comment that is not there',
      { comment_id: 999_999_999 },
      {},
      { status: 404, error_code: 'no_record' },
    ],
    ['no member', { action_id: 5 }, { as: undefined }, { status: 401, error_code: 'unauthorized' }],
    [
      'a token without its secret',
      { action_id: 5 },
      { as: undefined, headers: { oauth_token: 'a'.repeat(22) } },
      { status: 401 },
    ],
  ])('%s is refused, and nothing is written', async (_, fields, options, refusal) => {
    const before = await countReactions();
    expect(await sendReaction('/advancedactivity/like', fields, options)).toMatchObject(refusal);
    expect(await countReactions()).toBe(before);
  });

  test('a subject that is missing, unknown, or without a row', async () => {
    const id = await addPost(bo);
    for (const path of ['/like', '/unlike', '/advancedcomments/like', '/advancedcomments/unlike']) {
      expect(await sendReaction(path, { subject_id: id })).toMatchObject({ status: 400 });
      expect(await sendReaction(path, { subject_type: 'activity_action' })).toMatchObject({
        status: 400,
      });
      expect(await sendReaction(path, { subject_type: 'planet', subject_id: id })).toMatchObject({
        status: 400,
      });
      expect(await sendReaction(path, { subject_type: 'event', subject_id: id })).toMatchObject({
        status: 404,
      });
    }
    expect(
      (await send('GET', '/like', { subject_type: 'activity_action', subject_id: id }, { as: ada }))
        .error_code,
    ).toBe('invalid_method');
  });

  test('a comment only under its own post', async () => {
    const [id, other] = [await addPost(bo), await addPost(bo)];
    const comment_id = await comment(id);
    for (const path of ['/advancedactivity/like', '/advancedactivity/unlike']) {
      expect(await sendReaction(path, { action_id: other, comment_id })).toMatchObject({
        status: 404,
      });
      expect(await sendReaction(path, { comment_id })).toMatchObject({ status: 200 });
    }
    for (const path of ['/like', '/unlike'])
      expect(
        await sendReaction(path, {
          subject_type: 'activity_action',
          subject_id: other,
          comment_id,
        }),
      ).toMatchObject({ status: 404 });
  });

  test('a reaction in somebody else’s name counts as the caller’s own', async () => {
    const id = await addPost(bo);
    await sendReaction('/advancedactivity/like', {
      action_id: id,
      member_id: bo.id,
      user_id: bo.id,
      subject_owner: bo.id,
      count: 50,
    });
    expect(
      (
        await db.execute<{ member: number }>(
          sql`
            select member_id as member
            from reactions
            where subject_type = 'post' and subject_id = ${id}`,
        )
      ).map(({ member }) => member),
    ).toEqual([ada.id]);
  });

  test('300 in ten minutes, then 429', async () => {
    await avoidWindowBorder(600);
    env().RATE_LIMIT_SCALE = 1;
    const [id, eager] = [await addPost(bo), await addMember()];
    const statuses: number[] = [];
    for (let index = 0; index < 301; index += 1)
      statuses.push(
        (
          await sendReaction(
            index % 2 ? '/advancedactivity/unlike' : '/like',
            index % 2 ? { action_id: id } : { subject_type: 'activity_action', subject_id: id },
            { as: eager },
          )
        ).status,
      );
    expect(statuses).toEqual([...Array<number>(300).fill(200), 429]);
  });
});

describe('reading', () => {
  test('the number of each kind, by a post’s id or a subject', async () => {
    const id = await addPost(bo);
    await sendReaction('/advancedactivity/like', { action_id: id, reaction: 'wow' });
    for (const fields of [
      { action_id: id },
      { subject_type: 'activity_action', subject_id: id },
    ] as Fields[]) {
      const { body } = await send('GET', '/reactions/content-reaction', fields, { as: ada });
      expect(body).toMatchObject({
        feed_reactions: { 3: { reaction_count: 1 } },
        my_feed_reaction: { reaction: 'wow' },
      });
      expect(Object.keys(body.reactions)).toHaveLength(7);
    }
  });

  test('are not read by visitors, without an id, or of a hidden post', async () => {
    const id = await addPost(bo);
    expect(await send('GET', '/reactions/content-reaction', { action_id: id })).toMatchObject({
      status: 401,
    });
    expect(await send('GET', '/reactions/content-reaction', {}, { as: ada })).toMatchObject({
      status: 400,
      error_code: 'parameter_missing',
    });
    const hidden = await addPost(bo, { audience: 'onlyme' });
    expect(
      await send('GET', '/reactions/content-reaction', { action_id: hidden }, { as: ada }),
    ).toMatchObject({ status: 404, error_code: 'no_record' });
  });

  test('members hidden by a block, in either direction, are not listed, counted or named in any list', async () => {
    const id = await addPost(bo);
    const [foe, victim] = [await addMember({ name: 'Foe' }), await addMember({ name: 'Victim' })];
    for (const who of [foe, victim])
      await sendReaction('/advancedactivity/like', { action_id: id }, { as: who });
    await block(victim, foe);
    for (const [viewer, other] of [
      [foe, 'Victim'],
      [victim, 'Foe'],
    ] as const) {
      for (const [path, fields] of [
        ['/advancedactivity/feeds/likes-comments', { action_id: id, viewAllLikes: 1 }],
        [
          '/advancedactivity/feeds/likes-comments',
          { action_id: id, viewAllLikes: 1, viewAllComments: 0 },
        ],
        ['/likes-comments', { subject_type: 'activity_action', subject_id: id, viewAllLikes: 1 }],
        [
          '/advancedcomments/likes-comments',
          { subject_type: 'activity_action', subject_id: id, viewAllLikes: 1, reaction: 'like' },
        ],
      ] as Array<[string, Fields]>) {
        const answer = await send('GET', path, fields, { as: viewer });
        expect(answer.body).toMatchObject({
          getTotalLikes: 1,
          viewAllLikesBy: { length: 1 },
          reactionTabs: [{ reaction_count: 1 }],
        });
        expect(answer.text).not.toContain(other);
      }
      const post = await send('GET', '/advancedactivity/feeds', { action_id: id }, { as: viewer });
      expect(post.body.data[0].feed_reactions).toMatchObject({ 1: { reaction_count: 1 } });
    }
  });
});
