import type { FeedItem } from '#domains/posts/feed-item.schema.ts';
import { del, get, post, put } from '#lib/rest.ts';
import type {
  ApproveInput,
  EditPendingInput,
  PendingIdInput,
  PendingList,
  PendingListInput,
} from './pending-posts.schema.ts';

/** Posts that wait in a container: all for its staff, for others their own. */
export const listPendingPosts = get<PendingListInput, PendingList>(
  '/advancedactivity/feeds/pending',
);
export const approvePendingPost = post<ApproveInput, FeedItem>(
  '/advancedactivity/feeds/pending/:pending_id/approve',
);
export const rejectPendingPost = post<PendingIdInput, void>(
  '/advancedactivity/feeds/pending/:pending_id/reject',
);
/** The author's own. */
export const editPendingPost = put<EditPendingInput, void>(
  '/advancedactivity/feeds/pending/:pending_id',
);
export const deletePendingPost = del<PendingIdInput, void>(
  '/advancedactivity/feeds/pending/:pending_id',
);
