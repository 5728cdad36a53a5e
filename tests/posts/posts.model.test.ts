import { expect, test } from 'vitest';
import { toFeedPages } from '#domains/posts/feed/feed.model.ts';
import { postIdOf, toPost } from '#domains/posts/posts.model.ts';
import { wirePost, wireShare } from '../support/wire-post.ts';

test('a post has the names of the product', () => {
  const album = { album_id: 8, title: 'Summer' };
  const item = wirePost(
    {
      action_id: 7,
      type: 'album_photo_new',
      subject_type: 'sitepage_page',
      privacy: 'friends',
      modified_date: '2026-02-03 04:05:06',
      attachment: [{ attachment_type: 'album_photo', attachment_id: 5, photo_id: 5, album_id: 8 }],
      tags: [{ tag_id: 4, tag_obj: { user_id: 4, displayname: 'Bo Reed', username: 'bo' } }],
      action_type_body: '{item:$subject} added a photo to the album {item:$album}\r\n{body:$body}',
      action_type_body_params: [
        { search: '{item:$subject}', type: 'sitepage_page', id: 3, label: 'Ada Quill' },
        { search: '{item:$album}', type: 'album', id: 8, label: 'Summer' },
      ],
      params: { album },
      commentable: 0,
    },
    {
      is_saved: 1,
      can_share: 1,
      feed_reactions: { 2: { reaction_count: 3 } },
      my_feed_reaction: { reaction: 'love' },
      feed_menus: [{ name: 'edit_feed' }],
      read_at: '2026-02-03 04:05:07',
    },
  );
  expect(toPost(item)).toMatchObject({
    id: 7,
    type: 'album_photo_new',
    author: { type: 'page', id: 3, displayname: 'Ada Quill', image: '' },
    wall: { type: 'member', id: 3 },
    audience: 'friends',
    publishedAt: '2026-01-02 03:04:05',
    modifiedAt: '2026-02-03 04:05:06',
    attachments: [{ type: 'photo', id: 5, photoId: 5, albumId: 8 }],
    tagged: [{ id: 4, name: 'Bo Reed', username: 'bo' }],
    album: { id: 8, title: 'Summer' },
    headline: {
      text: 'added a photo to the album',
      item: { type: 'album', id: 8, label: 'Summer' },
    },
    reactions: { counts: { 2: 3 }, mine: 'love' },
    isCommentable: false,
    isShareable: true,
    canComment: false,
    canShare: true,
    isSaved: true,
    isMuted: false,
    allowed: ['edit_feed'],
    readAt: '2026-02-03 04:05:07',
  });
  expect(postIdOf(item)).toBe(7);
  expect(toPost(wirePost()).headline).toBeUndefined();
  const share = toPost(wirePost({ action_type_body: '{item:$subject} shared a post\r\n' }));
  expect(share.headline).toEqual({ text: 'shared a post' });
});

test('a share carries its original, null if the viewer may not see it', () => {
  const originals = [wireShare(wirePost({ action_id: 9 })), wireShare()].map(
    (share) => toPost(wirePost({ attachment: [share] })).attachments[0]!.original,
  );
  expect(originals).toMatchObject([{ id: 9 }, null]);
  const link = toPost(wirePost({ attachment: [{ attachment_type: 'core_link' }] }));
  expect(link.attachments[0]!.original).toBeUndefined();
});

test('a seed of posts is the same after it was read from the page', () => {
  const pages = toFeedPages({
    data: [wirePost({ attachment: [wireShare()] })],
    comment_preview: [],
    maxid: 0,
    minid: 2,
    activityCount: 1,
  });
  expect(JSON.parse(JSON.stringify(pages))).toEqual(pages);
});
