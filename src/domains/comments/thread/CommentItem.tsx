import type { ReactNode } from 'react';
import { commentAddress } from '#domains/comments/comment-address.ts';
import type { PlainCommentModel } from '#domains/comments/comments.model.ts';
import { mentionLinks } from '#domains/mentions/mentions.rules.ts';
import { fullDate, parseWire, timestampLabel } from '#lib/dates.ts';
import { counted } from '#lib/text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Truncate } from '#ui/Truncate.tsx';
import { CommentPhoto } from './CommentPhoto.tsx';
import './CommentItem.css';

export interface CommentItemProps {
  comment: PlainCommentModel;
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
  const createdAt = parseWire(comment.createdAt);
  const edited = comment.editedAt === null ? null : parseWire(comment.editedAt);
  const isReply = comment.parentId > 0;
  return (
    <li
      className={createdAt ? 'comment' : 'comment comment-sending'}
      id={createdAt ? `comment-${comment.id}` : undefined}
    >
      <a href={`/profile/${comment.author.id}`} tabIndex={-1} aria-hidden="true">
        <Avatar name={comment.author.name} src={comment.author.image} size={isReply ? 24 : 32} />
      </a>
      <div className="comment-main">
        <div className="comment-said">
          <div className="comment-bubble">
            <a className="comment-author" href={`/profile/${comment.author.id}`}>
              <bdi>{comment.author.name}</bdi>
            </a>
            {comment.body && (
              <div className="comment-body" dir="auto">
                <Truncate text={comment.body} people={mentionLinks(comment.mentions)} />
              </div>
            )}
          </div>
          {menu}
        </div>
        <CommentPhoto comment={comment} />
        <div className="comment-foot">
          {createdAt && (
            <a className="comment-when" href={`/comments/${comment.id}`} rel="nofollow">
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

type ListedComment = PlainCommentModel & { replies?: PlainCommentModel[] };

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
          key={comment.id}
          comment={comment}
          now={now}
          actions={comment.likeCount > 0 && <span>{counted(comment.likeCount, 'like')}</span>}
        >
          {comment.replies && comment.replies.length > 0 && (
            <CommentList comments={comment.replies} now={now} />
          )}
          <FurtherReplies comment={comment} path={path} />
        </CommentItem>
      ))}
    </ul>
  );
}

function FurtherReplies({ comment, path }: { comment: ListedComment; path: string | undefined }) {
  const { id, replyCount, replies: shown = [] } = comment;
  if (replyCount <= shown.length) return null;
  const further = counted(replyCount - shown.length, 'more reply', 'more replies');
  if (!path) return <p className="comment-replies">and {further}</p>;
  return (
    <a className="comment-replies" href={commentAddress(path, id)} rel="nofollow">
      View {further}
    </a>
  );
}
