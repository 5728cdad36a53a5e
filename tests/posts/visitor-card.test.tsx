import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { VisitorFooter } from '#domains/posts/card/VisitorFooter.tsx';
import type { FeedItem } from '#domains/posts/feed-item.schema.ts';
import { toPost } from '#domains/posts/posts.model.ts';
import { wirePost, wireShare } from '../support/wire-post.ts';

const shareOf = (original?: FeedItem) => wirePost({ attachment: [wireShare(original)] });
const photoShare = (...attachment: object[]) =>
  wirePost({ share_params_type: 'album_photo', attachment });

/** The words of the links under the card. */
function offered(post: FeedItem): string[] {
  const markup = renderToStaticMarkup(<VisitorFooter post={toPost(post)} path="/posts/7" />);
  return [...markup.matchAll(/> (\w+)<\/a>/g)].map((match) => match[1]!);
}

test.each([
  ['open', wirePost({}), ['Like', 'Comment', 'Share']],
  ['closed to comments', wirePost({ commentable: 0 }), ['Like', 'Share']],
  ['not to be shared', wirePost({ shareable: 0 }), ['Like', 'Comment']],
  ['for friends', wirePost({ privacy: 'friends' }), ['Like', 'Comment']],
  ['a share', shareOf(wirePost()), ['Like', 'Comment', 'Share']],
  [
    'a share of what may not be shared again',
    shareOf(wirePost({ shareable: 0 })),
    ['Like', 'Comment'],
  ],
  ['a share of what is gone', shareOf(), ['Like', 'Comment']],
  [
    'a share of a photo',
    photoShare({ attachment_type: 'album_photo', owner: {} }),
    ['Like', 'Comment', 'Share'],
  ],
  ['a share of a photo that is gone', photoShare(), ['Like', 'Comment']],
])('under a post that is %s a visitor is offered only what a member could do', (_, post, words) => {
  expect(offered(post)).toEqual(words);
});
