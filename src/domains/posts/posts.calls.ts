import type {
  FeedAnswer,
  FeedInput,
  FeedPage,
  PinnedInput,
} from '#domains/posts/feed/feed.schema.ts';
import type { FeelingCatalogue } from '#domains/posts/feelings/feelings.schema.ts';
import type { VideoPostCreated, VideoPostInput } from '#domains/posts/video/video-post.schema.ts';
import type { Edited, EditInput } from '#domains/posts/writing/edit-post.schema.ts';
import type { PostCreated, PostInput } from '#domains/posts/writing/new-post.schema.ts';
import type { ReactionSummary } from '#domains/reactions/reactions.schema.ts';
import { del, get, post } from '#lib/rest.ts';
import type {
  Announced,
  DeleteInput,
  Hidden,
  HideInput,
  LikeInput,
  PostIdInput,
  UnlikeInput,
} from './posts.schema.ts';

/** A post as calls name it. */
export const postRef = (id: number) => ({ action_id: id });

export const readFeedPage = get<FeedInput, FeedAnswer>('/advancedactivity/feeds');
export const createPost = post<PostInput, PostCreated>('/advancedactivity/feeds/post');
export const deletePost = del<DeleteInput, void>('/advancedactivity/delete');
export const editPost = post<EditInput, Edited>('/advancedactivity/edit-feed');
/** A post, or a comment on one. */
export const likePost = post<LikeInput, ReactionSummary>('/advancedactivity/like');
/** For native clients, after a reaction with `sendNotification=0`. The path is misspelled. */
export const notifyOfLike = post<PostIdInput, void>('/advancedactivity/send-like-notitfication');
export const unlikePost = post<UnlikeInput, ReactionSummary>('/advancedactivity/unlike');
export const hideItem = post<HideInput, Hidden>('/advancedactivity/feeds/hide-item');
export const unhideItem = post<HideInput, void>('/advancedactivity/feeds/un-hide-item');
/** Answer 1 or 0: the new state. */
export const toggleCommentable = post<PostIdInput, number>('/advancedactivity/update-commentable');
export const toggleShareable = post<PostIdInput, number>('/advancedactivity/update-shareable');
/** Answer 1 (saved now) or 0. */
export const toggleSaved = post<PostIdInput, number>('/advancedactivity/update-save-feed');
/** Pinned posts of a page, group or event; at most three. */
export const readPinned = get<PinnedInput, FeedPage>('/advancedactivity/feeds/pinned');
/** Answers 1 (pinned now) or 0. */
export const togglePinned = post<PostIdInput, number>('/advancedactivity/update-pinned');
/** Removes the member's own tag from somebody's post. */
export const removeTag = post<PostIdInput, void>('/advancedactivity/remove-tag');
export const readFeelings = get<Record<never, never>, FeelingCatalogue>(
  '/advancedactivity/feelings',
);

export const createVideo = post<VideoPostInput, VideoPostCreated>('/advancedvideos/create');
/** As staff, to all members of the container. */
export const announcePost = post<PostIdInput, Announced>('/advancedactivity/feeds/announce');
