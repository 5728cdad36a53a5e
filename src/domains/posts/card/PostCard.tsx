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

/** Content of the card. */
export function PostContent({
  post,
  now,
  timeZone,
  menu,
  footer,
  comments,
  isStandalone = false,
  isFirst = false,
  isOnWall = false,
}: Omit<PostCardProps, 'position'>) {
  const { id, friend } = post;
  return (
    <>
      <PostHeader
        post={post}
        nameId={nameId(post)}
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
    </>
  );
}

const nameId = ({ id }: PostModel) => `${id}-author`;

interface FrameProps {
  post: PostModel;
  position?: PostCardProps['position'];
  /** The HTML of the content, on the server. */
  html?: string | undefined;
  children?: ReactNode;
}

/** The card around the content of a post. */
export function PostFrame({ post, position, html, children }: FrameProps) {
  const frame = {
    // An article element takes no position.
    as: position ? ('div' as const) : ('article' as const),
    role: position && 'article',
    flush: true,
    className: 'post card-edge',
    'aria-labelledby': nameId(post),
    'data-post': post.id,
    'aria-posinset': position?.[0],
    'aria-setsize': position?.[1],
  };
  return html === undefined ? (
    <Card {...frame}>{children}</Card>
  ) : (
    <Card {...frame} dangerouslySetInnerHTML={{ __html: html }} />
  );
}

/** One post, the same on every screen; interactive parts come in through the slots. */
export const PostCard = ({ position, ...content }: PostCardProps) => (
  <PostFrame post={content.post} position={position}>
    <PostContent {...content} />
  </PostFrame>
);
