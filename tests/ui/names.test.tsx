import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { InboxRow } from '#domains/messages/inbox/InboxRow.tsx';
import { NotificationRow } from '#domains/notifications/NotificationRow.tsx';
import { toNotification } from '#domains/notifications/notifications.model.ts';
import type { Notification } from '#domains/notifications/notifications.schema.ts';
import { PostHeader } from '#domains/posts/card/PostHeader.tsx';
import { HiddenPost } from '#domains/posts/hidden/HiddenPost.island.tsx';
import { toPost } from '#domains/posts/posts.model.ts';
import { Names } from '#ui/Names.tsx';
import { wirePost } from '../support/wire-post.ts';

// Right-to-left names in left-to-right sentences.

const html = (element: ReactElement) => renderToStaticMarkup(element);
const person = (displayname: string) => ({
  user_id: 5,
  username: 'x',
  displayname,
  image_icon: null,
});

test('each of several names has its own direction', () => {
  expect(html(<Names names={['שרה', 'Bo']} others={2} />)).toBe(
    '<bdi>שרה</bdi>, <bdi>Bo</bdi> and 2 others',
  );
});

const notification = (more: object) =>
  toNotification({
    notification_id: 1,
    type: 'commented',
    subject: person('שרה'),
    object: { type: 'activity_action', id: 1 },
    subject_count: 3,
    feed_title: '\u2068שרה\u2069 and 2 others commented on your post.',
    action_type_body_params: [
      { search: '{item:$subject}', type: 'user', id: 5, label: '\u2068שרה\u2069 and 2 others' },
    ],
    params: { label: '' },
    date: '2026-01-02 03:04:05',
    url: '/posts/1',
    read: 1,
    ...more,
  } as unknown as Notification);

test('a notification continues in the direction of the page', () => {
  expect(html(<NotificationRow item={notification({})} />)).toContain(
    '<strong><bdi>שרה</bdi> and 2 others</strong> commented on your post.',
  );
  const two = {
    subject_count: 2,
    other: person('משה'),
    feed_title: '\u2068שרה\u2069 and \u2068משה\u2069 commented.',
    action_type_body_params: [{ label: '\u2068שרה\u2069 and \u2068משה\u2069' }],
  };
  expect(html(<NotificationRow item={notification(two)} />)).toContain(
    '<strong><bdi>שרה</bdi> and <bdi>משה</bdi></strong> commented.',
  );
  const plain = { type: 'welcome', feed_title: 'Welcome!', action_type_body_params: [] };
  expect(html(<NotificationRow item={notification(plain)} />)).toContain(
    '<strong></strong>Welcome!',
  );
});

test('so does a group conversation', () => {
  const conversation = {
    id: 1,
    title: '',
    sender: { name: 'שרה', image: '' },
    names: ['שרה', 'Bo', 'محمد'],
    participantCount: 4,
    isRead: true,
    message: { id: 1, authorId: 5, body: 'x', photoCount: 0, sentAt: '2026-01-02 03:04:05' },
  };
  const row = html(<InboxRow row={conversation} href="/messages/1" memberId={1} isRead />);
  expect(row).toContain(
    '<span class="inbox-row-name"><bdi>שרה</bdi>, <bdi>Bo</bdi>, <bdi>محمد</bdi> and 1 other</span>',
  );
});

test('and a post header, whose sentence continues after the name', () => {
  const feed = {
    type: 'friends',
    subject_id: 5,
    subjectIformation: person('שרה'),
    action_type_body: '{item:$subject} is now friends with {item:$object}\r\n{body:$body}',
    action_type_body_params: [{ search: '{item:$object}', type: 'user', id: 6, label: 'משה' }],
    params: {
      feelings: { parenttitle: 'feeling', childtitle: 'happy' },
      friend: { user_id: 6, displayname: 'משה' },
    },
    tags: ['محمد', 'Bo'].map((displayname, id) => ({
      tag_id: id,
      tag_obj: { user_id: id, displayname },
    })),
  };
  const head = html(<PostHeader post={toPost(wirePost(feed))} now="2026-01-02 03:04:05" />);
  for (const name of ['שרה', 'משה', 'محمد', 'Bo']) expect(head).toContain(`<bdi>${name}</bdi></a>`);
});

test('and the notice instead of a hidden post', () => {
  const author = { type: 'member', id: 5, displayname: 'שרה' } as const;
  expect(html(<HiddenPost postId={1} author={author} />)).toContain(
    '<p>This post by <bdi>שרה</bdi> is hidden.</p>',
  );
});
