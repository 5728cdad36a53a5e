import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { everything, type FeedSelection } from '#domains/posts/feed/feed-selection.rules.ts';
import { FeedEnd } from '#domains/posts/feed/FeedEnd.tsx';

const wall = { type: 'member', id: 7, path: '/profile/7/posts' } as const;

const end = (selection: Partial<FeedSelection>) =>
  renderToStaticMarkup(
    <FeedEnd
      selection={{ ...everything, ...selection }}
      status="idle"
      isEmpty
      hasMore={false}
      onRetry={() => {}}
    />,
  );

test.each<[string, Partial<FeedSelection>, string | undefined]>([
  ['the news feed', {}, undefined],
  ['a filter', { filter: 'photo' }, '/home'],
  ['a hashtag', { hashtag: 'tea' }, '/home'],
  ['a wall', { wall }, undefined],
  ['some months of a wall', { wall, from: '2020-01', to: '2020-02' }, '/profile/7/posts'],
])('%s without posts shows that, and leads to more if there may be more', (_, selection, more) => {
  const markup = end(selection);
  expect(markup).toContain('No posts here yet...');
  expect(/href="([^"]+)"/.exec(markup)?.[1]).toBe(more);
});
