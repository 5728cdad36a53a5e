import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addComment, deleteComment } from '#domains/comments/comments.server.ts';
import {
  addFriend,
  cancelRequest,
  confirmRequest,
  removeFriend,
} from '#domains/friends/friendship-changes.server.ts';
import { markRequestsSeen } from '#domains/friends/requests.server.ts';
import { readBadges } from '#domains/notifications/badges.server.ts';
import {
  markAllRead,
  markRead,
  markUnread,
} from '#domains/notifications/notification-changes.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { deletePost } from '#domains/posts/posts.server.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import { react, unreact } from '#domains/reactions/reactions.server.ts';
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
import { sharePost } from '../support/shares.ts';
import { countStatements, runBefore } from '../support/statements.ts';

let ada: Member;
let bo: Member;
let cy: Member;
beforeEach(async () => {
  [ada, bo, cy] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Cy' }),
  ];
});

const post = 'post' as const;
const titles = async (member: Member) =>
  (await listNotifications(member)).recentUpdates.map((one) => one.feed_title);
const unread = async (member: Member) => (await readBadges(member)).notifications;
const comment = async (member: Member, id: number, body = 'Hello', answers?: number) =>
  (
    await addComment(
      db,
      member,
      { type: post, id },
      { body, ...(answers === undefined ? {} : { replyToId: answers }) },
      '',
    )
  ).comment_id;
const rowCount = async (member: Member) =>
  (
    await db.execute<{ count: number }>(
      sql`select count(*)::int as count from notifications where recipient_id = ${member.id}`,
    )
  )[0]!.count;

describe('recipients of notifications', () => {
  test('the author is notified of the reactions of others in one notification', async () => {
    const id = await addPost(ada, { body: 'The pears are ripe.' });
    await react(bo, post, id, 1);
    expect(await titles(ada)).toEqual(['Bo reacted to your post.']);
    await react(cy, post, id, 3);
    expect(await titles(ada)).toEqual(['Cy and Bo reacted to your post.']);
    for (const other of await Promise.all(Array.from({ length: 11 }, () => addMember())))
      await react(other, post, id, 1);
    const dee = await addMember({ name: 'Dee' });
    await react(dee, post, id, 2);
    const { recentUpdates, notificationsCount } = await listNotifications(ada);
    expect(recentUpdates).toMatchObject([
      {
        feed_title: 'Dee and 13 others reacted to your post.',
        url: `/posts/${id}`,
        params: { label: 'The pears are ripe.' },
        subject_count: 14,
        read: 0,
      },
    ]);
    expect(notificationsCount).toBe(1);
    expect(await titles(dee)).toEqual([]);
    await react(ada, post, id, 1);
    expect(recentUpdates[0]!.subject_count).toBe(14);
  });

  test('earlier commenters are notified once they have enabled it', async () => {
    const id = await addPost(ada);
    for (const one of [bo, cy]) for (const body of ['One', 'Two']) await comment(one, id, body);
    await db.execute(
      sql`
        insert into notification_preferences (member_id, type, in_app, email, push)
        values (${bo.id}, 'liked_commented', true, 'off', false),
          (${ada.id}, 'liked_commented', true, 'off', false)`,
    );
    const dee = await addMember({ name: 'Dee' });
    await react(dee, post, id, 1);
    expect(await titles(bo)).toEqual([
      'Dee reacted to a post that you commented on.',
      'Cy commented on a post that you commented on.',
    ]);
    expect((await listNotifications(bo)).recentUpdates[0]).toMatchObject({
      type: 'liked_commented',
      url: `/posts/${id}`,
    });
    expect((await titles(cy)).some((title) => title.includes('reacted'))).toBe(false);
    // The author gets one notification, as the author.
    expect(await titles(ada)).toEqual([
      'Dee reacted to your post.',
      'Cy and Bo commented on your post.',
    ]);
    await unreact(dee, post, id);
    expect(await titles(bo)).toEqual(['Cy commented on a post that you commented on.']);
    await block(bo, dee);
    await react(dee, post, id, 1);
    expect((await titles(bo)).some((title) => title.includes('reacted'))).toBe(false);
    // Nobody is notified of their own reaction.
    await react(bo, post, id, 1);
    expect((await titles(bo)).some((title) => title.includes('reacted'))).toBe(false);
  });

  test('a notification costs no statement of its own', async () => {
    const id = await addPost(ada);
    // One says what the post is, the other writes.
    expect(await countStatements(() => react(bo, post, id, 1))).toBe(2);
    expect(await countStatements(() => unreact(bo, post, id))).toBe(2);
    expect(await countStatements(() => comment(bo, id))).toBe(2);
    // The list, the kinds of its notifications and of the unread ones, and two numbers of one kind.
    expect(await countStatements(() => listNotifications(ada))).toBe(4);
    expect(await countStatements(() => readBadges(ada))).toBe(2);
    expect(await countStatements(() => readBadges(bo))).toBe(1);
  });

  test('fifty reactions and withdrawals notify once, even if the notification was read meanwhile', async () => {
    const id = await addPost(ada);
    for (let turn = 0; turn < 50; turn += 1) {
      await react(bo, post, id, 1 + (turn % 7));
      if (turn === 20) await markAllRead(ada);
      await unreact(bo, post, id);
      expect(await titles(ada)).toEqual([]);
    }
    await react(bo, post, id, 1);
    expect(await titles(ada)).toEqual(['Bo reacted to your post.']);
    expect([await rowCount(ada), await unread(ada)]).toEqual([1, 0]);
  });

  test('fifty likes at once are one notification', async () => {
    const id = await addPost(ada);
    const crowd = await Promise.all(Array.from({ length: 25 }, () => addMember()));
    await Promise.all([...crowd, ...crowd].map((one) => react(one, post, id, 1)));
    expect((await listNotifications(ada)).recentUpdates).toMatchObject([{ subject_count: 25 }]);
    expect(await rowCount(ada)).toBe(1);
  });

  test('a comment notifies author, parent author, mentioned members and earlier commenters, each once for the nearest reason', async () => {
    const id = await addPost(ada, { body: 'Post' });
    const first = await comment(bo, id, 'First');
    expect(await listNotifications(ada)).toMatchObject({
      recentUpdates: [
        {
          type: 'commented',
          feed_title: 'Bo commented on your post.',
          params: { label: 'First' },
          object_id: id,
          url: `/posts/${id}?comment=${first}#comment-${first}`,
        },
      ],
    });
    await comment(cy, id, 'Second');
    expect(await titles(ada)).toEqual(['Cy and Bo commented on your post.']);
    expect(await titles(bo)).toEqual(['Cy commented on a post that you commented on.']);
    await markAllRead(bo);
    const dee = await addMember({ name: 'Dee' });
    await comment(dee, id, `Well said, @${bo.username}.`, first);
    expect((await titles(bo))[0]).toBe('Dee mentioned you in a comment.');
    expect(await unread(bo)).toBe(1);
    await comment(cy, id, 'Indeed', first);
    expect((await titles(bo))[0]).toBe('Cy replied to your comment.');
    expect(await titles(dee)).toEqual(['Cy commented on a post that you commented on.']);
    expect((await titles(ada))[0]).toBe('Cy and 2 others commented on your post.');
    await react(ada, 'post_comment', first, 1);
    expect(await listNotifications(bo)).toMatchObject({
      recentUpdates: [
        {
          feed_title: 'Ada reacted to your comment.',
          object_type: 'activity_comment',
          object_id: id,
        },
        {},
        {},
        {},
      ],
    });
  });

  test('a mention in a comment notifies only friends and participants', async () => {
    const id = await addPost(ada);
    await comment(bo, id, `@${cy.username} look`);
    expect(await titles(cy)).toEqual([]);
    await befriend(bo, cy);
    await comment(bo, id, `@${cy.username} look`);
    expect(await titles(cy)).toEqual(['Bo mentioned you in a comment.']);
  });

  test('tags and mentions in a post, and its share, notify', async () => {
    await befriend(ada, bo);
    await befriend(ada, cy);
    const draft = { audience: 'friends' as const, uri: '' };
    const { feed } = await createPost(db, ada, {
      ...draft,
      body: `With @${bo.username} and @${cy.username}`,
      tagged: [bo.id],
    });
    expect(await titles(bo)).toEqual(['Ada tagged you in a post.']);
    expect(await titles(cy)).toEqual(['Ada mentioned you in a post.']);
    await createPost(db, ada, {
      ...draft,
      audience: 'onlyme',
      body: `@${cy.username}`,
      tagged: [bo.id],
    });
    expect([await unread(bo), await unread(cy)]).toEqual([1, 1]);
    const open = await addPost(ada);
    const shareId = await sharePost(db, bo, open, '');
    expect(await listNotifications(ada)).toMatchObject({
      recentUpdates: [
        { type: 'shared', feed_title: 'Bo shared your post.', url: `/posts/${shareId}` },
      ],
    });
    const later = await sharePost(db, cy, open, '');
    expect(await listNotifications(ada)).toMatchObject({
      recentUpdates: [{ feed_title: 'Cy and Bo shared your post.', url: `/posts/${later}` }],
    });
    await deletePost(cy, later);
    expect(await listNotifications(ada)).toMatchObject({
      recentUpdates: [{ feed_title: 'Bo shared your post.', url: `/posts/${shareId}` }],
    });
    await deletePost(ada, feed.action_id);
    expect([await rowCount(bo), await rowCount(cy)]).toEqual([0, 0]);
  });

  test('comments and reactions on a photo lead to its context', async () => {
    const id = await addPost(ada);
    const photo = await addMedia(ada, id);
    await react(bo, 'photo', photo, 1);
    const { comment_id } = await addComment(
      db,
      bo,
      { type: 'photo', id: photo },
      { body: 'Sharp' },
      '',
    );
    await react(ada, 'comment', comment_id, 1);
    expect(
      (await listNotifications(ada)).recentUpdates.map(({ feed_title, url }) => [feed_title, url]),
    ).toEqual([
      ['Bo commented on your photo.', `/posts/${id}`],
      ['Bo reacted to your photo.', `/posts/${id}`],
    ]);
    expect(await listNotifications(bo)).toMatchObject({
      recentUpdates: [{ feed_title: 'Ada reacted to your comment.', url: `/posts/${id}` }],
    });
  });

  test('a friend request and its acceptance notify until they are withdrawn', async () => {
    await addFriend(ada, bo.id);
    expect(await listNotifications(bo)).toMatchObject({
      recentUpdates: [
        {
          type: 'friend_request',
          feed_title: 'Ada sent you a friend request.',
          url: `/profile/${ada.id}`,
          object_type: 'user',
          object_id: bo.id,
        },
      ],
    });
    await cancelRequest(ada, bo.id);
    expect(await titles(bo)).toEqual([]);
    await addFriend(ada, bo.id);
    await markRequestsSeen(bo);
    expect(await unread(bo)).toBe(0);
    await confirmRequest(bo, ada.id);
    expect(await titles(bo)).toEqual([]);
    expect(await listNotifications(ada)).toMatchObject({
      recentUpdates: [
        {
          type: 'friend_accepted',
          feed_title: 'Bo accepted your friend request.',
          url: `/profile/${bo.id}`,
        },
      ],
    });
    await removeFriend(ada, bo.id);
    expect(await rowCount(ada)).toBe(0);
  });
});

describe('nobody is notified, or shown later,', () => {
  test('across a block, in either direction, before and after', async () => {
    const id = await addPost(ada);
    await react(bo, post, id, 1);
    await comment(cy, id);
    await block(bo, ada);
    await block(ada, cy);
    expect([
      await titles(ada),
      await unread(ada),
      (await listNotifications(ada)).recentUpdateTotalItemCount,
    ]).toEqual([[], 0, 0]);
    const [before, third] = [await rowCount(ada), await addPost(cy)];
    // A comment on Cy's post notifies Bo, who commented before, but not the member who blocked Ada.
    await comment(bo, third);
    await expect(react(bo, post, id, 2)).rejects.toMatchObject({ code: 'no_record' });
    expect(await rowCount(ada)).toBe(before);
  });

  test('about a reply to somebody blocked since, even after it joined a newer notification', async () => {
    const [id, di] = [await addPost(ada), await addMember({ name: 'Di' })];
    const asked = await comment(cy, id);
    await comment(bo, id, 'An answer', asked);
    const [older] = (await listNotifications(ada)).recentUpdates;
    await markAllRead(ada);
    await comment(di, id);
    await markUnread(ada, older!.notification_id);
    expect(await titles(ada)).toEqual(['Di and 2 others commented on your post.']);
    await block(ada, cy);
    expect(await titles(ada)).toEqual(['Di commented on your post.']);
  });

  test('about a post that is hidden from them by now', async () => {
    await befriend(ada, bo);
    await befriend(ada, cy);
    const id = await addPost(ada, { audience: 'friends' });
    await comment(bo, id);
    await comment(cy, id);
    expect(await unread(bo)).toBe(1);
    await unfriend(ada, bo);
    expect([await titles(bo), (await listNotifications(bo)).notificationsCount]).toEqual([[], 0]);
    const before = await rowCount(bo);
    await comment(ada, id, `@${bo.username} where are you?`);
    expect(await rowCount(bo)).toBe(before);
    await befriend(ada, bo);
    expect(await unread(bo)).toBe(1);
  });

  test('about a reaction that is taken back while the list is read', async () => {
    const id = await addPost(ada);
    await react(bo, post, id, 1);
    const read = await runBefore(
      'summary',
      () => unreact(bo, post, id),
      () => listNotifications(ada),
    );
    expect(read.recentUpdates).toEqual([]);
  });

  test('the count of the header includes one that was hidden less than ten seconds ago', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    await befriend(ada, bo);
    const id = await addPost(ada, { audience: 'friends' });
    await comment(bo, id);
    await comment(ada, id);
    const notified = await unread(bo);
    await unfriend(ada, bo);
    vi.advanceTimersByTime(9_999);
    expect(await unread(bo)).toBe(notified);
    vi.advanceTimersByTime(1);
    expect(await unread(bo)).toBe(notified - 1);
  });

  test('about actions of suspended members, until they return', async () => {
    const id = await addPost(ada);
    await react(bo, post, id, 1);
    await react(cy, post, id, 1);
    await setStatus(cy, 'suspended');
    expect(await titles(ada)).toEqual(['Bo reacted to your post.']);
    await setStatus(bo, 'deleted');
    expect([await titles(ada), await unread(ada)]).toEqual([[], 0]);
    await setStatus(cy, 'active');
    expect(await titles(ada)).toEqual(['Cy reacted to your post.']);
    await db.execute(sql`delete from members where id in (${cy.id}, ${bo.id})`);
    expect(await rowCount(ada)).toBe(0);
  });

  test('about a deleted comment, without the other actors of the notification', async () => {
    const id = await addPost(ada);
    const [first, second] = [await comment(bo, id, 'One'), await comment(bo, id, 'Two')];
    await comment(cy, id, 'Three', first);
    await deleteComment(bo, second);
    expect(await listNotifications(ada)).toMatchObject({
      recentUpdates: [
        { feed_title: 'Cy and Bo commented on your post.', params: { label: 'Three' } },
      ],
    });
    await deleteComment(bo, first);
    expect([await rowCount(ada), await rowCount(bo)]).toEqual([0, 0]);
  });

  test('after a notification was read a new one begins', async () => {
    const id = await addPost(ada);
    await react(bo, post, id, 1);
    const notification_id = (await listNotifications(ada)).recentUpdates[0]!.notification_id;
    await markRead(ada, notification_id);
    await react(cy, post, id, 1);
    expect(
      (await listNotifications(ada)).recentUpdates.map(({ feed_title, read }) => [
        feed_title,
        read,
      ]),
    ).toEqual([
      ['Cy reacted to your post.', 0],
      ['Bo reacted to your post.', 1],
    ]);
  });
});
