import { beforeAll, describe, expect, test } from 'vitest';
import { addComment } from '#domains/comments/comments.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { feedItem } from '#domains/posts/feed-item.schema.ts';
import {
  deletePost,
  readPost,
  toggleComments,
  toggleSharing,
} from '#domains/posts/posts.server.ts';
import { createPost, type PostDraft } from '#domains/posts/writing/create-post.server.ts';
import { editPost } from '#domains/posts/writing/edit-post.server.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, befriend, block } from '../support/people.ts';
import { sharePost } from '../support/shares.ts';
import { countStatements } from '../support/statements.ts';

let ada: Member;
let bo: Member;
beforeAll(async () => {
  ada = await addMember({ name: 'Ada Quill' });
  bo = await addMember({ name: 'Bo Reed' });
  await befriend(ada, bo);
});

const write = (draft: Partial<PostDraft> = {}, author = ada) =>
  createPost(db, author, { body: 'Hello', audience: 'everyone', tagged: [], uri: '', ...draft });
const countOf = async (table: string) =>
  (
    await db.execute<{ count: number }>(sql`select count(*)::int as count from ${sql.raw(table)}`)
  )[0]!.count;

describe('writing', () => {
  test('the answer is what reading it gives', async () => {
    const written = await write({
      body: 'First tomatoes! #garden',
      tagged: [bo.id],
      uri: 'https://example.org/a',
      feeling: { parent: 27, child: 2701 },
      audience: 'friends',
    });
    expect(feedItem.parse(written)).toEqual(written);
    expect(await readPost(ada, written.feed.action_id)).toEqual({
      ...written,
      read_at: expect.any(String),
    });
    expect(written).toMatchObject({
      feed: {
        type: 'post_self_link',
        subject_type: 'user',
        subject_id: ada.id,
        object_type: 'user',
        object_id: ada.id,
        body: 'First tomatoes! #garden',
        privacy: 'friends',
        hashtags: ['garden'],
        attachment_count: 1,
        attachment: [{ attachment_type: 'core_link', uri: 'https://example.org/a' }],
        tags: [{ tag_type: 'user', tag_id: bo.id, tag_obj: { displayname: 'Bo Reed' } }],
        params: {
          feelings: { parent: 27, child: 2701, parenttitle: 'feeling', childtitle: 'happy' },
        },
        comment_count: 0,
        like_count: 0,
      },
      is_like: 0,
      can_comment: 1,
      can_share: 0,
      feed_reactions: {},
    });
    const { feed } = await write();
    expect(feed).toMatchObject({
      type: 'status',
      attachment: [],
      tags: [],
      params: {},
      modified_date: feed.date,
    });
    expect(feed.time_value).toBe(Date.parse(`${feed.date.replace(' ', 'T')}Z`) / 1000);
  });

  test('in one statement', async () => {
    expect(await countStatements(() => write({ body: 'With #subject', tagged: [bo.id] }))).toBe(1);
  });

  test('an empty one, an unknown feeling and a foreign target leave nothing behind', async () => {
    const before = await countOf('posts');
    const group = { type: 'group', id: 5 } as const;
    await expect(write({ body: '' })).rejects.toMatchObject({
      code: 'validation_fail',
      detail: { body: 'Post cannot be empty' },
    });
    await expect(write({ feeling: { parent: 27, child: 2601 } })).rejects.toMatchObject({
      code: 'validation_fail',
      detail: { composer: expect.any(String) },
    });
    const stranger = await addMember();
    await expect(write({ target: { type: 'member', id: stranger.id } })).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await expect(write({ target: { type: 'member', id: 999_999_999 } })).rejects.toMatchObject({
      code: 'no_record',
    });
    await expect(write({ target: group })).rejects.toMatchObject({ code: 'no_record' });
    expect(await countOf('posts')).toBe(before);
    expect((await write({ target: { type: 'member', id: ada.id } })).feed.object_id).toBe(ada.id);
    expect((await write({ body: '', uri: 'https://example.org' })).feed.body).toBe('');
  });

  test('only own, active, unblocked friends are tagged, and nobody on a private post', async () => {
    const [foe, suspended, stranger] = [
      await addMember(),
      await addMember({ status: 'suspended' }),
      await addMember(),
    ];
    for (const one of [foe, suspended]) await befriend(ada, one);
    await block(foe, ada);
    const tagged = [stranger.id, foe.id, bo.id, suspended.id, ada.id, 999_999_999];
    const { feed } = await write({ tagged });
    expect(feed.tags.map((tag) => tag.tag_id)).toEqual([bo.id]);
    expect((await write({ tagged, audience: 'onlyme' })).feed.tags).toEqual([]);
    // A tag is left out for whoever shall not know of the tagged.
    const reader = await addMember();
    expect((await readPost(reader, feed.action_id)).feed.tags).toHaveLength(1);
    await block(reader, bo);
    expect((await readPost(reader, feed.action_id)).feed.tags).toEqual([]);
    // And it does not let the tagged see more.
    await expect(
      readPost(
        stranger,
        (await write({ tagged: [stranger.id], audience: 'friends' })).feed.action_id,
      ),
    ).rejects.toMatchObject({ code: 'no_record' });
  });

  test.each([
    '<script>alert(1)</script>',
    '\u202egnirts\u202c',
    'שלום עולם',
    '👩‍👩‍👧‍👦'.repeat(90),
    'x'.repeat(1000),
    "'; drop table posts; --",
    '%_\\',
    '{item:$subject}',
  ])('%j comes back as it was', async (body) => {
    const { feed } = await write({ body });
    expect((await readPost(visitor, feed.action_id)).feed.body).toBe(body);
  });
});

describe('sharing', () => {
  test('shows the original as its one attachment, and its own text', async () => {
    const original = (await write({ body: 'The original' })).feed.action_id;
    const id = await sharePost(db, bo, original, 'Look');
    const { feed } = await readPost(visitor, id);
    expect(feed).toMatchObject({
      type: 'share',
      body: 'Look',
      privacy: 'everyone',
      attachment_count: 1,
      share_params_type: 'activity_action',
      share_params_id: original,
    });
    expect(feed.attachment[0]).toMatchObject({
      attachment_type: 'activity_action',
      attachment_id: original,
      shared_post_data: [{ feed: { body: 'The original' } }],
    });
  });

  test('reads what it shares in its own transaction', async () => {
    await db.transaction(async (tx) => {
      const { feed } = await createPost(tx, ada, {
        body: 'Not committed yet',
        audience: 'everyone',
        tagged: [],
        uri: '',
      });
      const id = await sharePost(tx, bo, feed.action_id, '');
      expect(await sharePost(tx, ada, id, '')).toBeGreaterThan(id);
    });
  });

  test('a share of a share shares the original', async () => {
    const original = (await write()).feed.action_id;
    const second = await sharePost(db, ada, await sharePost(db, bo, original, 'one'), 'two');
    expect((await readPost(visitor, second)).feed.share_params_id).toBe(original);
  });

  test('keeps its text when the original goes, and has nothing to share any more', async () => {
    const original = (await write()).feed.action_id;
    const id = await sharePost(db, bo, original, 'Look');
    await deletePost(ada, original);
    const item = await readPost(ada, id);
    expect(item).toMatchObject({
      can_share: 0,
      feed: { body: 'Look', attachment: [{ attachment_id: 0, shared_post_data: [] }] },
    });
    expect(item.feed).not.toHaveProperty('share_params_id');
    await expect(sharePost(db, ada, id, '')).rejects.toMatchObject({ code: 'no_record' });
    await expect(sharePost(db, ada, original, '')).rejects.toMatchObject({ code: 'no_record' });
  });

  test('a share of a post narrowed since is a stub for whoever may not see it', async () => {
    const stranger = await addMember();
    const original = (await write()).feed.action_id;
    const id = await sharePost(db, bo, original, 'Look');
    await db.execute(sql`update posts set audience = 'friends' where id = ${original}`);
    expect((await readPost(bo, id)).feed.attachment[0]!.shared_post_data).toHaveLength(1);
    expect((await readPost(stranger, id)).feed.attachment[0]).toMatchObject({
      attachment_id: 0,
      content_url: '',
      shared_post_data: [],
    });
    // Whoever still sees it cannot pass it on.
    expect((await readPost(bo, id)).can_share).toBe(0);
    await expect(sharePost(db, bo, id, '')).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe('changing', () => {
  test('an edit changes the text and shows its time', async () => {
    const { feed } = await write();
    await db.execute(
      sql`
        update posts
        set published_at = published_at - interval '1 hour'
        where id = ${feed.action_id}`,
    );
    await editPost(ada, feed.action_id, { body: 'Better #words' });
    const edited = (await readPost(bo, feed.action_id)).feed;
    expect(edited).toMatchObject({
      body: 'Better #words',
      hashtags: ['words'],
      privacy: 'everyone',
    });
    expect(edited.modified_date > edited.date).toBe(true);
  });

  test('the text may only be emptied where something else is left', async () => {
    const plain = (await write()).feed.action_id;
    const linked = (await write({ uri: 'https://example.org' })).feed.action_id;
    await expect(editPost(ada, plain, { body: '' })).rejects.toMatchObject({
      code: 'validation_fail',
      detail: { body: 'Post cannot be empty' },
    });
    await editPost(ada, linked, { body: '' });
    await editPost(bo, await sharePost(db, bo, plain, 'Look'), { body: '' });
    expect((await readPost(ada, linked)).feed.body).toBe('');
  });

  test('the switches turn, and turn back', async () => {
    const { action_id: id } = (await write()).feed;
    expect([
      await toggleComments(ada, id),
      await toggleComments(ada, id),
      await toggleSharing(ada, id),
    ]).toEqual([false, true, false]);
  });
});

describe('deleting', () => {
  test('deletes everything that belongs to it, and nothing else', async () => {
    const tables = [
      'posts',
      'comments',
      'comment_totals',
      'reactions',
      'reaction_totals',
      'attachments',
      'post_tags',
    ];
    const keep = (await write({ tagged: [bo.id], uri: 'https://example.org' })).feed.action_id;
    await addComment(db, bo, { type: 'post', id: keep }, { body: 'x' }, '');
    await react(bo, 'post', keep, 1);
    const before = await Promise.all(tables.map(countOf));
    const { action_id: id } = (await write({ tagged: [bo.id], uri: 'https://example.org' })).feed;
    const subject = { type: 'post' as const, id };
    const top = await addComment(db, bo, subject, { body: 'x' }, '');
    const reply = await addComment(db, ada, subject, { body: 'x', replyToId: top.comment_id }, '');
    await react(bo, 'post', id, 5);
    await react(ada, 'post_comment', top.comment_id, 1);
    await react(bo, 'post_comment', reply.comment_id, 1);
    await deletePost(ada, id);
    expect(await Promise.all(tables.map(countOf))).toEqual(before);
    await expect(deletePost(ada, id)).rejects.toMatchObject({ code: 'no_record' });
  });

  test('the owner of a wall may delete posts on it', async () => {
    const id = await addPost(bo);
    await db.execute(sql`update posts set object_id = ${ada.id} where id = ${id}`);
    const menu = (await readPost(ada, id)).feed_menus.map((entry) => entry.name);
    expect(menu).toEqual(['delete_feed', 'hide', 'report_feed', 'block', 'update_save_feed']);
    await expect(editPost(ada, id, { body: 'x' })).rejects.toMatchObject({ code: 'unauthorized' });
    await deletePost(ada, id);
  });

  test('concurrent reactions and comments leave nothing behind', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => addMember()));
    for (let round = 0; round < 15; round += 1) {
      const { action_id: id } = (await write()).feed;
      await Promise.allSettled([
        ...others.map((one, index) => react(one, 'post', id, 1 + (index % 7))),
        deletePost(ada, id),
        ...others.map((one) => addComment(db, one, { type: 'post', id }, { body: 'x' }, '')),
      ]).then((results) => {
        for (const result of results)
          if (result.status === 'rejected')
            expect(result.reason).toMatchObject({ code: 'no_record' });
      });
      for (const table of ['reactions', 'reaction_totals', 'comments', 'comment_totals']) {
        const left = await db.execute(
          sql`
            select 1
            from ${sql.raw(table)}
            where subject_type = 'post' and subject_id = ${id}`,
        );
        expect(left).toHaveLength(0);
      }
    }
  });
});
