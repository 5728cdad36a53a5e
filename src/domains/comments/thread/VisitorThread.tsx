import type { CommentModel, CommentPage } from '#domains/comments/comments.model.ts';
import { loginPath } from '#lib/login-path.ts';
import { CommentList } from './CommentItem.tsx';
import { remainingComments } from './thread.rules.ts';
import { pageAddress } from './visitor-pages.ts';

export interface VisitorThreadProps {
  thread: CommentPage;
  /** Shows only this comment if the URL names it. */
  one?: CommentModel | null;
  /** From 1. */
  page: number;
  /** Wire time to count days from. */
  now: string;
  /** Path of the screen without query. */
  path: string;
  /** Comments are closed. */
  isClosed?: boolean;
}

/** A page of comments for visitors: links instead of buttons, since there is no script. */
export function VisitorThread(props: VisitorThreadProps) {
  const { thread, one, page, now, path, isClosed = false } = props;
  const { comments, next, total } = thread;
  const remaining = page === 1 ? remainingComments(total, comments) : 0;
  return (
    <section id="comments" className="thread" role="group" aria-label="Comments">
      {one ? (
        <a className="thread-page" href={pageAddress(path, 1)}>
          View all comments ({total})
        </a>
      ) : (
        page > 1 && (
          <a className="thread-page" href={pageAddress(path, page - 1)} rel="prev">
            View newer comments
          </a>
        )
      )}
      {(one || comments.length > 0) && (
        <CommentList comments={one ? [one] : comments} now={now} {...(one ? {} : { path })} />
      )}
      {!one && next !== null && (
        <a className="thread-page" href={pageAddress(path, page + 1)} rel="next">
          View more comments{remaining > 0 && ` (${remaining})`}
        </a>
      )}
      {!isClosed && (
        <p className="thread-join">
          <a href={loginPath(path, 'comment')}>Log in</a> to join the conversation.
        </p>
      )}
    </section>
  );
}
