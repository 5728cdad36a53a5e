import type { ReactNode } from 'react';
import type { PostModel } from '#domains/posts/posts.model.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Card } from '#ui/Card.tsx';
import { PostAttachments } from './PostAttachments.tsx';
import { PostBody } from './PostBody.tsx';
import { PostHeader } from './PostHeader.tsx';
import './PostCard.css';

export interface PostCardProps {
  post: PostModel;
  /** Wire time that relative dates count from. */
  now: string;
  /** The reader's, if known. */
  timeZone?: string | undefined;
  /** The '...' menu, for members. */
  menu?: ReactNode;
  /** Reactions, Comment and Share. */
  footer?: ReactNode;
  comments?: ReactNode;
  /** On the post's own page, where the card has the page's heading. */
  isStandalone?: boolean;
  /** Whether it is the first of a page, so that its picture loads eagerly. */
  isFirst?: boolean;
  /** On the wall of a container, which its headline need not name. */
  isOnWall?: boolean;
  /** Position in the feed, from 1, and the number of posts, -1 while unknown. */
  position?: readonly [number, number];
}

/** One post, the same on every screen; interactive parts come in through the slots. */
export function PostCard({
  post,
  now,
  timeZone,
  menu,
  footer,
  comments,
  isStandalone = false,
  isFirst = false,
  isOnWall = false,
  position,
}: PostCardProps) {
  const { id, friend } = post;
  const label = `${id}-author`;
  return (
    <Card
      // An article element takes no position.
      as={position ? 'div' : 'article'}
      role={position && 'article'}
      flush
      className="post card-edge"
      aria-labelledby={label}
      data-post={id}
      aria-posinset={position?.[0]}
      aria-setsize={position?.[1]}
    >
      <PostHeader
        post={post}
        nameId={label}
        now={now}
        timeZone={timeZone}
        menu={menu}
        isStandalone={isStandalone}
        isFirst={isFirst}
        isOnWall={isOnWall}
      />
      {post.body && <PostBody post={post} />}
      {post.attachments.length > 0 && (
        <PostAttachments
          attachments={post.attachments}
          postId={id}
          isFirst={isFirst || isStandalone}
          now={now}
          timeZone={timeZone}
        />
      )}
      {/* Keyboards and screen readers use the name in the header. */}
      {friend && (
        <a className="post-friend" href={`/profile/${friend.id}`} tabIndex={-1} aria-hidden="true">
          <Avatar name={friend.name} src={friend.image} size={56} />
          <span>
            {friend.name}
            <small>@{friend.username}</small>
          </span>
        </a>
      )}
      {footer && <footer className="post-footer">{footer}</footer>}
      {comments}
    </Card>
  );
}
