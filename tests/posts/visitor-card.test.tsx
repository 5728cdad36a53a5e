import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { VisitorFooter } from '#domains/posts/card/VisitorFooter.tsx';
import type { FeedItem } from '#domains/posts/feed-item.schema.ts';

const open = {
  privacy: 'everyone',
  commentable: 1,
  shareable: 1,
  like_count: 0,
  comment_count: 0,
  share_count: 0,
  attachment: [],
};
const item = (feed: object) =>
  ({ feed: { ...open, ...feed }, feed_reactions: {} }) as unknown as FeedItem;
const shareOf = (original: FeedItem[]) => item({ attachment: [{ shared_post_data: original }] });

const photoShare = (...attachment: object[]) =>
  item({ share_params_type: 'album_photo', attachment });

/** The words of the links under the card. */
function offered(post: FeedItem): string[] {
  const markup = renderToStaticMarkup(<VisitorFooter item={post} path="/posts/7" />);
  return [...markup.matchAll(/> (\w+)<\/a>/g)].map((match) => match[1]!);
}

test.each([
  ['open', item({}), ['Like', 'Comment', 'Share']],
  ['closed to comments', item({ commentable: 0 }), ['Like', 'Share']],
  ['not to be shared', item({ shareable: 0 }), ['Like', 'Comment']],
  ['for friends', item({ privacy: 'friends' }), ['Like', 'Comment']],
  ['a share', shareOf([item({})]), ['Like', 'Comment', 'Share']],
  [
    'a share of what may not be shared again',
    shareOf([item({ shareable: 0 })]),
    ['Like', 'Comment'],
  ],
  ['a share of what is gone', shareOf([]), ['Like', 'Comment']],
  ['a share of a photo', photoShare({ owner: {} }), ['Like', 'Comment', 'Share']],
  ['a share of a photo that is gone', photoShare(), ['Like', 'Comment']],
])('under a post that is %s a visitor is offered only what a member could do', (_, post, words) => {
  expect(offered(post)).toEqual(words);
});
