import type { ReactNode } from 'react';
import { mentionLinks } from '#domains/notifications/mentions.rules.ts';
import { fullDate, parseWire, timestampLabel } from '#lib/dates.ts';
import { counted } from '#lib/text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Truncate } from '#ui/Truncate.tsx';
import { commentAddress } from './comment-address.ts';
import { CommentPhoto } from './CommentPhoto.tsx';
import type { PlainComment } from './comments.schema.ts';
import './CommentItem.css';

export interface CommentItemProps {
  comment: PlainComment;
  /** Wire time to count days from. */
  now: string;
  /** The reader's time zone, if known. */
  timeZone?: string | undefined;
  /** Like, Reply and the viewer's other actions. */
  actions?: ReactNode;
  /** The '...' menu of those who may change the comment. */
  menu?: ReactNode;
  /** Replies and the reply box. */
  children?: ReactNode;
}

export function CommentItem({ comment, now, timeZone, actions, menu, children }: CommentItemProps) {
  // A pending comment has no date yet.
  const createdAt = parseWire(comment.comment_date);
  const edited = comment.edited_date === null ? null : parseWire(comment.edited_date);
  const isReply = comment.parent_comment_id > 0;
  return (
    <li
      className={createdAt ? 'comment' : 'comment comment-sending'}
      id={createdAt ? `comment-${comment.comment_id}` : undefined}
    >
      <a href={`/profile/${comment.user_id}`} tabIndex={-1} aria-hidden="true">
        <Avatar
          name={comment.author_title}
          src={comment.author_image_icon}
          size={isReply ? 24 : 32}
        />
      </a>
      <div className="comment-main">
        <div className="comment-said">
          <div className="comment-bubble">
            <a className="comment-author" href={`/profile/${comment.user_id}`}>
              <bdi>{comment.author_title}</bdi>
            </a>
            {comment.comment_body && (
              <div className="comment-body" dir="auto">
                <Truncate text={comment.comment_body} people={mentionLinks(comment.mentions)} />
              </div>
            )}
          </div>
          {menu}
        </div>
        <CommentPhoto comment={comment} />
        <div className="comment-foot">
          {createdAt && (
            <a className="comment-when" href={`/comments/${comment.comment_id}`} rel="nofollow">
              <time
                dateTime={createdAt.toISOString()}
                title={fullDate(createdAt, timeZone ?? 'UTC')}
              >
                {timestampLabel(createdAt, parseWire(now)!, timeZone)}
              </time>
            </a>
          )}
          {edited && <span title={fullDate(edited, timeZone ?? 'UTC')}>edited</span>}
          {actions}
        </div>
        {children}
      </div>
    </li>
  );
}

type ListedComment = PlainComment & { reply_on_comment?: PlainComment[] };

interface CommentListProps {
  comments: ListedComment[];
  /** Wire time to count days from. */
  now: string;
  /** Path of the screen that shows a comment with all its replies. */
  path?: string;
}

/** The thread of a page without script: some comments and their first replies. */
export function CommentList({ comments, now, path }: CommentListProps) {
  return (
    <ul className="comments">
      {comments.map((comment) => (
        <CommentItem
          key={comment.comment_id}
          comment={comment}
          now={now}
          actions={comment.like_count > 0 && <span>{counted(comment.like_count, 'like')}</span>}
        >
          {comment.reply_on_comment && comment.reply_on_comment.length > 0 && (
            <CommentList comments={comment.reply_on_comment} now={now} />
          )}
          <FurtherReplies comment={comment} path={path} />
        </CommentItem>
      ))}
    </ul>
  );
}

function FurtherReplies({ comment, path }: { comment: ListedComment; path: string | undefined }) {
  const { comment_id, reply_count, reply_on_comment: shown = [] } = comment;
  if (reply_count <= shown.length) return null;
  const further = counted(reply_count - shown.length, 'more reply', 'more replies');
  if (!path) return <p className="comment-replies">and {further}</p>;
  return (
    <a className="comment-replies" href={commentAddress(path, comment_id)} rel="nofollow">
      View {further}
    </a>
  );
}
