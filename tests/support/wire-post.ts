import type { FeedItem } from '#domains/posts/feed-item.schema.ts';

/** A post as the REST interface answers it; only the fields that a unit test needs are given. */
export const wirePost = (feed: object = {}, item: object = {}): FeedItem =>
  ({
    feed: {
      action_id: 1,
      type: 'status',
      subject_type: 'user',
      subject_id: 3,
      subjectIformation: { displayname: 'Ada Quill', image_icon: '' },
      object_type: 'user',
      object_id: 3,
      action_type_body: '{item:$subject}\r\n{body:$body}',
      action_type_body_params: [],
      privacy: 'everyone',
      body: '',
      date: '2026-01-02 03:04:05',
      modified_date: '2026-01-02 03:04:05',
      attachment: [],
      photo_attachment_count: 0,
      tags: [],
      hashtags: [],
      params: {},
      like_count: 0,
      comment_count: 0,
      share_count: 0,
      commentable: 1,
      shareable: 1,
      ...feed,
    },
    is_saved: 0,
    is_muted: 0,
    can_comment: 0,
    can_share: 0,
    feed_reactions: {},
    feed_menus: [],
    ...item,
  }) as unknown as FeedItem;

/** The attachment of a share; without an original, one that the viewer may not see. */
export const wireShare = (original?: FeedItem) => ({
  attachment_type: 'activity_action',
  shared_post_data: original ? [original] : [],
});
