// @module-tag rights
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CommentModel } from '#domains/comments/comments.model.ts';
import { FeedContent, type FeedContentProps } from '#domains/posts/feed/FeedPost.island.tsx';
import { toPost, type PostModel } from '#domains/posts/posts.model.ts';
import { drawContent } from '#layouts/drawn-feed.ts';
import { wirePost, wireShare } from '../support/wire-post.ts';

/* Posts of a feed that the server draws once for all who see the same of them. */

const ada = { id: 11, displayname: 'Ada Quill', avatar: '/media/public/ada.webp' };
const bo = { id: 12, displayname: 'Bo Reyes', avatar: '/media/public/bo.webp' };

const content = (changes: Partial<FeedContentProps> = {}): FeedContentProps => ({
  post: toPost(wirePost({})),
  member: ada,
  now: '2026-11-28 09:00:00',
  timeZone: 'UTC',
  isFirst: false,
  isOnWall: false,
  ...changes,
});
const withPost = (changes: Partial<PostModel>, rest: Partial<FeedContentProps> = {}) =>
  content({ ...rest, post: { ...content().post, ...changes } });

const comment = (authorId: number, replies: CommentModel['replies'] = []): CommentModel => ({
  id: 70 + authorId,
  parentId: 0,
  type: 'comment',
  author: { id: authorId, name: 'Somebody', image: '' },
  body: 'Lovely.',
  createdAt: '2026-11-28 08:30:00',
  editedAt: null,
  isLiked: false,
  likeCount: 0,
  mayEdit: authorId === ada.id,
  mayDelete: true,
  replyCount: replies.length,
  replies,
});

const variants: Record<string, FeedContentProps> = {
  'a text': content(),
  'for another member': content({ member: bo }),
  'the first of its page': content({ isFirst: true }),
  'on a wall': content({ isOnWall: true }),
  'in another time zone': content({ timeZone: 'Asia/Tokyo' }),
  'with the own reaction': withPost({ reactions: { counts: { love: 1 }, mine: 'love' } as never }),
  'with the reaction of others': withPost({
    reactions: { counts: { love: 1 }, mine: 'none' } as never,
  }),
  'closed to comments': withPost({ canComment: false }),
  'not to be shared': withPost({ canShare: false }),
  'with a comment of somebody': withPost({ preview: comment(13), commentCount: 1 }),
  'with the own comment': withPost({ preview: comment(ada.id), commentCount: 1 }),
  'with the own comment, for another': withPost(
    { preview: comment(ada.id), commentCount: 1 },
    { member: bo },
  ),
  'with an own reply': withPost({
    preview: comment(13, [comment(ada.id)]),
    commentCount: 2,
  }),
  edited: withPost({ modifiedAt: '2026-11-28 08:59:00' }),
  'a share': content({ post: toPost(wirePost({ attachment: [wireShare(wirePost({}))] })) }),
};

test.each(Object.entries(variants))('%s is drawn as React draws it, twice', (_, properties) => {
  const own = renderToString(<FeedContent {...properties} />);
  expect(drawContent(properties)).toBe(own.replace(/<link [^>]*>/g, ''));
  expect(drawContent(properties)).toBe(own.replace(/<link [^>]*>/g, ''));
});

test('nothing of the viewer is in a post without their comment', () => {
  const html = drawContent(content({ member: { ...ada, displayname: 'Xanthippe Zz' } }));
  expect(html).not.toContain('Xanthippe');
  expect(html).not.toContain('ada.webp');
});

test('the time of reading does not count, the day does', () => {
  const post = { publishedAt: '2026-11-28 08:00:00', modifiedAt: '2026-11-28 08:00:00' };
  const morning = drawContent(withPost({ ...post, readAt: '2026-11-28 09:00:00' }));
  expect(morning).toContain('Today at 8:00 AM');
  const later = withPost(
    { ...post, readAt: '2026-11-28 09:00:01' },
    { now: '2026-11-28 23:59:59' },
  );
  expect(drawContent(later)).toBe(morning);
  const tomorrow = drawContent(withPost(post, { now: '2026-11-29 00:00:00' }));
  expect(tomorrow).toContain('Yesterday at 8:00 AM');
  // In Tokyo that day begins at 15:00.
  const inTokyo = { timeZone: 'Asia/Tokyo', now: '2026-11-28 15:30:00' };
  expect(drawContent(withPost(post, inTokyo))).toContain('Yesterday at 5:00 PM');
});

test('a label stays the same within a day, also the one after which it has its year', () => {
  const post = { publishedAt: '2026-02-01 12:00:00', modifiedAt: '2026-02-01 12:00:00' };
  for (const day of ['2026-11-27', '2026-11-28', '2026-11-29']) {
    const [begin, end] = ['00:00:00', '23:59:59'].map((time) =>
      renderToString(<FeedContent {...withPost(post, { now: `${day} ${time}` })} />),
    );
    expect(end).toBe(begin);
  }
});
