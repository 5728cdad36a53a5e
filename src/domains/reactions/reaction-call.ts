import { formCall } from '#lib/form-call.ts';
import { likeSubject, unlikeSubject } from './reactions.calls.ts';
import type { ReactionName } from './reactions.rules.ts';
import type { SubjectLikeInput } from './reactions.schema.ts';

interface Subject {
  subject_type: SubjectLikeInput['subject_type'];
  subject_id: number;
  comment_id?: number;
}

/** The form call for a choice on any subject, or on a comment on it. */
export const reactionCall = (subject: Subject, choice: ReactionName | 'none'): string =>
  choice === 'none'
    ? formCall(unlikeSubject, { ...subject })
    : formCall(likeSubject, { ...subject, reaction: choice });
