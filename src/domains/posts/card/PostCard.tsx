import type { ReactNode } from 'react';
import type { FeedItem } from '#domains/posts/feed-item.schema.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Card } from '#ui/Card.tsx';
import { PostAttachments } from './PostAttachments.tsx';
import { PostBody } from './PostBody.tsx';
import { PostHeader } from './PostHeader.tsx';
import './PostCard.css';

export interface PostCardProps {
  item: FeedItem;
  /** The moment to count days from, as wire text. */
  now: string;
  /** Of the reader, if that is known. */
  timeZone?: string | undefined;
  /** '...' of members. */
  menu?: ReactNode;
  /** Reactions, Comment and Share. */
  footer?: ReactNode;
  comments?: ReactNode;
  /** On its own page the card carries the page's heading. */
  isAlone?: boolean;
  /** The first of a page: its picture is fetched at once. */
  isFirst?: boolean;
  /** Which one of the feed it is, from 1 on, and of how many; -1 while nobody knows. */
  place?: readonly [number, number];
}

/** One post, the same on every screen; what wakes up comes in through the slots. */
export function PostCard({
  item,
  now,
  timeZone,
  menu,
  footer,
  comments,
  isAlone = false,
  isFirst = false,
  place,
}: PostCardProps) {
  const { feed } = item;
  const label = `${feed.action_id}-author`;
  const { friend } = feed.params;
  return (
    <Card
      as="article"
      flush
      className="post card-edge"
      aria-labelledby={label}
      data-post={feed.action_id}
      aria-posinset={place?.[0]}
      aria-setsize={place?.[1]}
    >
      <PostHeader
        feed={feed}
        nameId={label}
        now={now}
        timeZone={timeZone}
        menu={menu}
        isAlone={isAlone}
        isFirst={isFirst}
      />
      {feed.body && <PostBody feed={feed} />}
      {feed.attachment.length > 0 && (
        <PostAttachments
          attachments={feed.attachment}
          postId={feed.action_id}
          isFirst={isFirst || isAlone}
          now={now}
          timeZone={timeZone}
        />
      )}
      {/* The name above is the link of the keyboard and of screen readers. */}
      {friend && (
        <a
          className="post-friend"
          href={`/profile/${friend.user_id}`}
          tabIndex={-1}
          aria-hidden="true"
        >
          <Avatar name={friend.displayname} src={friend.image_icon} size={56} />
          <span>
            {friend.displayname}
            <small>@{friend.username}</small>
          </span>
        </a>
      )}
      {footer && <footer className="post-footer">{footer}</footer>}
      {comments}
    </Card>
  );
}
