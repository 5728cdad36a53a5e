import type { ReactNode } from 'react';
import { fullDate, momentLabel, parseWire } from '#lib/dates.ts';
import { counted } from '#lib/text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Truncate } from '#ui/Truncate.tsx';
import { CommentPhoto } from './CommentPhoto.tsx';
import type { PlainComment } from './comments.schema.ts';
import './CommentItem.css';

export interface CommentItemProps {
  comment: PlainComment;
  /** Wire time to count days from; without one full dates are shown. */
  now?: string;
  timeZone?: string;
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
    <li className={moment ? 'comment' : 'comment comment-sending'} id={moment ? `comment-${comment.comment_id}` : undefined}>
      <a href={`/profile/${comment.user_id}`} tabIndex={-1} aria-hidden="true">
        <Avatar name={comment.author_title} src={comment.author_image_icon} size={isReply ? 24 : 32} />
      </a>
      <div className="comment-main">
        <div className="comment-said">
          <div className="comment-bubble">
            <a className="comment-author" href={`/profile/${comment.user_id}`}>
              {comment.author_title}
            </a>
            {comment.comment_body && (
              <div className="comment-body" dir="auto">
                <Truncate text={comment.comment_body} />
              </div>
            )}
          </div>
          {menu}
        </div>
        <CommentPhoto comment={comment} />
        <div className="comment-foot">
          {moment && (
            <time dateTime={moment.toISOString()} title={fullDate(moment, timeZone ?? 'UTC')}>
              {momentLabel(moment, now ? parseWire(now) : null, timeZone)}
            </time>
          )}
          {edited && <span title={fullDate(edited, timeZone ?? 'UTC')}>edited</span>}
          {actions}
        </div>
        {children}
      </div>
    </li>
  );
}

/** What a page without script shows of a thread: the newest comments and their first replies. */
export function CommentList({ comments, now, timeZone }: { comments: Array<PlainComment & { reply_on_comment?: PlainComment[] }>; now?: string; timeZone?: string }) {
  return (
    <ul className="comments">
      {comments.map((comment) => (
        <CommentItem key={comment.comment_id} comment={comment} now={now} timeZone={timeZone} actions={<Likes count={comment.like_count} />}>
          {comment.reply_on_comment && comment.reply_on_comment.length > 0 && <CommentList comments={comment.reply_on_comment} now={now} timeZone={timeZone} />}
          {comment.reply_count > (comment.reply_on_comment?.length ?? 0) && (
            <p className="comment-replies">and {counted(comment.reply_count - (comment.reply_on_comment?.length ?? 0), 'more reply', 'more replies')}</p>
          )}
        </CommentItem>
      ))}
    </ul>
  );
}

function Likes({ count }: { count: number }) {
  if (!count) return null;
  return <span>{count === 1 ? '1 like' : `${count} likes`}</span>;
}
