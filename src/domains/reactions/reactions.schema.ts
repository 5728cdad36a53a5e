import { z } from 'zod';
import { containerTypes } from '#lib/container-types.ts';
import { flagField, idField, itemTypeField, wireTypeEnum } from '#lib/fields.ts';
import { flag, userLite } from '#lib/shapes.ts';
import { reactionKinds, reactionNames } from './reactions.rules.ts';

export { reactionKind, reactionKinds, reactionNames } from './reactions.rules.ts';
export type { ReactionId, ReactionKind, ReactionName } from './reactions.rules.ts';

/** By name or id. Parsed to the id. */
export const reactionChoice = z
  .union([z.string(), z.int()])
  .transform(
    (nameOrId) =>
      reactionKinds.find(({ id, name }) => name === nameOrId || String(id) === String(nameOrId))
        ?.id ?? 0,
  )
  .refine((id) => id > 0, 'Please choose one of these.');
/** Absent means like. */
export const reactionField = reactionChoice.prefault('like');

/** Subjects that can be reacted to and commented on. */
export const reactionSubjects = [
  'post',
  'post_comment',
  'comment',
  'member',
  'album',
  'photo',
  'video',
  ...containerTypes,
  'page_photo',
  'page_review',
  'story',
] as const;
export type SubjectType = (typeof reactionSubjects)[number];
/** Photos of pages have the numbers of all photos, so that both names mean the same. */
export const subjectTypeField = itemTypeField(reactionSubjects).transform((type) =>
  type.endsWith('_photo') ? 'photo' : type,
);
export const wireSubjectType = wireTypeEnum(reactionSubjects);

const ofSubject = {
  subject_type: subjectTypeField,
  subject_id: idField,
  /** The comment on that subject to like. */
  comment_id: idField.optional(),
};
export const subjectLikeInput = z.object({
  ...ofSubject,
  reaction: reactionField,
  sendNotification: flagField.optional(),
});
export type SubjectLikeInput = z.input<typeof subjectLikeInput>;
export const subjectUnlikeInput = z.object(ofSubject);
export type SubjectUnlikeInput = z.input<typeof subjectUnlikeInput>;

/** A subject, or a post by its action_id. */
export const contentReactionInput = z.object({
  action_id: idField.optional(),
  subject_type: subjectTypeField.optional(),
  subject_id: idField.optional(),
});
export type ContentReactionInput = z.input<typeof contentReactionInput>;

export const feedReaction = z.object({
  caption: z.string(),
  reaction_count: z.int(),
  reactionicon_id: z.int(),
  reaction_image_icon: z.string(),
});
export type FeedReaction = z.output<typeof feedReaction>;

/** By reaction id; only chosen kinds. */
export const feedReactions = z.record(z.string(), feedReaction);
export type FeedReactions = z.output<typeof feedReactions>;

export const myReaction = z.object({
  reactionicon_id: z.int(),
  reaction: z.enum(reactionNames),
  caption: z.string(),
  reaction_image_icon: z.string(),
});
export type MyReaction = z.output<typeof myReaction>;

/** Response of like and unlike. */
export const reactionSummary = z.object({
  is_like: flag,
  like_count: z.int(),
  feed_reactions: feedReactions,
  my_feed_reaction: myReaction.optional(),
});
export type ReactionSummary = z.output<typeof reactionSummary>;

export const reactionInfo = z.object({
  reaction: z.enum(reactionNames),
  caption: z.string(),
  reactionicon_id: z.int(),
  icon: z.object({ reaction_image_icon: z.string() }),
});

export const contentReaction = z.object({
  /** All kinds, by name. */
  reactions: z.record(z.string(), reactionInfo),
  feed_reactions: feedReactions,
  my_feed_reaction: myReaction.optional(),
});
export type ContentReaction = z.output<typeof contentReaction>;

/** A reactor and the kind. */
export const liker = userLite.extend({ reaction: z.enum(reactionNames), reactionicon_id: z.int() });
export type Liker = z.output<typeof liker>;

/** The number of a chosen kind. */
export const reactionTab = z.object({
  reactionicon_id: z.int(),
  reaction: z.enum(reactionNames),
  caption: z.string(),
  reaction_count: z.int(),
});
export type ReactionTab = z.output<typeof reactionTab>;
