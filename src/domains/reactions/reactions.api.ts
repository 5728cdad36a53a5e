import { commentTypeOn } from '#lib/wire-names.ts';
import { originFor } from '#server/base-url.ts';
import { handle, type Handler } from '#server/handle.ts';
import type { Subject } from '#server/subjects.ts';
import * as calls from './reactions.calls.ts';
import {
  contentReaction,
  contentReactionInput,
  reactionSummary,
  subjectLikeInput,
  subjectUnlikeInput,
  type SubjectType,
} from './reactions.schema.ts';
import { react, readReactions, unreact } from './reactions.server.ts';
import { contentReactionView, reactionSummaryView } from './reactions.views.server.ts';
import { subjectNames, toSubject } from './subject-fields.api.ts';

interface Liked {
  type: SubjectType;
  id: number;
  parent?: Subject;
}

/** The liked subject: the comment under it if one is named. */
function liked({
  subject_type,
  subject_id,
  comment_id,
}: {
  subject_type: SubjectType;
  subject_id: number;
  comment_id?: number | undefined;
}): Liked {
  if (comment_id === undefined) return { type: subject_type, id: subject_id };
  return {
    type: commentTypeOn(subject_type),
    id: comment_id,
    parent: { type: subject_type, id: subject_id },
  };
}

/** A liked comment, on the screen that shows it. */
const anchorOf = ({ comment_id }: { comment_id?: number | undefined }) =>
  comment_id === undefined ? undefined : `comment-${comment_id}`;

export const reactionsHandlers: Handler[] = [
  handle(
    calls.likeSubject,
    subjectLikeInput,
    reactionSummary,
    async (member, input, request) => {
      const { type, id, parent } = liked(input);
      return reactionSummaryView(
        await react(member, type, id, input.reaction, parent, input.sendNotification === 0),
        originFor(request),
      );
    },
    {
      limit: 'reaction',
      form: { anchor: anchorOf },
      aliases: ['/advancedcomments/like'],
      summary: 'React to any item, or to a comment on it',
    },
  ),
  handle(
    calls.unlikeSubject,
    subjectUnlikeInput,
    reactionSummary,
    async (member, input, request) => {
      const { type, id, parent } = liked(input);
      return reactionSummaryView(await unreact(member, type, id, parent), originFor(request));
    },
    {
      limit: 'reaction',
      form: { anchor: anchorOf },
      aliases: ['/advancedcomments/unlike'],
      summary: 'Take the reaction back',
    },
  ),
  handle(
    calls.readContentReaction,
    contentReactionInput,
    contentReaction,
    async (member, input, request) => {
      const { type, id } = toSubject(input);
      return contentReactionView(await readReactions(member, type, id), originFor(request));
    },
    { summary: 'How often each reaction was chosen', needs: subjectNames },
  ),
];
