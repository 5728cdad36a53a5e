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
  /** Of the reader, if that is known. */
  timeZone?: string | undefined;
  /** Like, Reply and what else the viewer may do. */
  actions?: ReactNode;
  /** '...' of those who may change it. */
  menu?: ReactNode;
  /** Replies and the box for one. */
  children?: ReactNode;
}

export function CommentItem({ comment, now, timeZone, actions, menu, children }: CommentItemProps) {
  // What is on its way has no moment yet.
  const moment = parseWire(comment.comment_date);
  const edited = comment.edited_date === null ? null : parseWire(comment.edited_date);
  const isReply = comment.parent_comment_id > 0;
  return (
    <li
      className={moment ? 'comment' : 'comment comment-sending'}
      id={moment ? `comment-${comment.comment_id}` : undefined}
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
          {moment && (
            <a className="comment-when" href={`/comments/${comment.comment_id}`} rel="nofollow">
              <time dateTime={moment.toISOString()} title={fullDate(moment, timeZone ?? 'UTC')}>
                {timestampLabel(moment, parseWire(now)!, timeZone)}
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
  /** Of the screen that shows a comment with all its replies. */
  path?: string;
}

/** What a page without script shows of a thread: some comments and their first replies. */
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
