import { get, post } from '#lib/rest.ts';
import type {
  ContentReaction,
  ContentReactionInput,
  ReactionSummary,
  SubjectLikeInput,
  SubjectUnlikeInput,
} from './reactions.schema.ts';

/** On any subject, or on a comment on it. */
export const likeSubject = post<SubjectLikeInput, ReactionSummary>('/like');
export const unlikeSubject = post<SubjectUnlikeInput, ReactionSummary>('/unlike');
export const readContentReaction = get<ContentReactionInput, ContentReaction>(
  '/reactions/content-reaction',
);
