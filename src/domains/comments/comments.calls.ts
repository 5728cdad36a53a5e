import { del, get, post } from '#lib/rest.ts';
import type {
  Comment,
  CommentDeleteInput,
  CommentEditInput,
  CommentInput,
  CommentList,
  CommentsInput,
  FeedCommentsInput,
  NotifyInput,
} from './comments.schema.ts';

/** On any subject. */
export const createComment = post<CommentInput, Comment>('/comment-create');
/** On a post by its action_id, or on any subject. */
export const createFeedComment = post<CommentInput, Comment>('/advancedactivity/comment');
/** For native clients: notifies of a comment sent with `send_notification=0`. */
export const notifyOfFeedComment = post<NotifyInput, void>(
  '/advancedactivity/add-comment-notifications',
);
export const notifyOfComment = post<NotifyInput, void>('/add-comment-notifications');
export const editComment = post<CommentEditInput, Comment>('/advancedcomments/reply-edit');
export const deleteComment = del<CommentDeleteInput, void>('/comment-delete');
/** Pages from 1. */
export const readComments = get<CommentsInput, CommentList>('/likes-comments');
/** Comments of a post; pages from 0. */
export const readFeedComments = get<FeedCommentsInput, CommentList>(
  '/advancedactivity/feeds/likes-comments',
);
