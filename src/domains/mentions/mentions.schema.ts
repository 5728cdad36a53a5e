import { z } from 'zod';
import { subjectTypeField } from '#domains/reactions/reactions.schema.ts';
import { flagField, idField, limitField, lineField, textField } from '#lib/fields.ts';
import { userLite } from '#lib/shapes.ts';

/**
 * Our own addition to the contract: the profile that an `@username` in a text leads to. Absent if
 * there is none.
 */
export const mentions = z.array(z.object({ user_id: z.int(), username: z.string() })).optional();
export type Mentions = z.output<typeof mentions>;

/** The text that is being written: a post for a wall or container, or a comment on a subject. */
const writingFields = {
  writing: z.enum(['comment', 'post']),
  subject_type: subjectTypeField.optional().meta({ description: 'The own wall if absent' }),
  subject_id: idField.optional(),
  auth_view: z
    .enum(['everyone', 'friends', 'onlyme'])
    .default('everyone')
    .meta({ description: 'The audience of a post on a wall' }),
  post_as_page: flagField.optional().meta({ description: 'Such a post notifies nobody by name' }),
};

const toContext = <Fields extends z.output<z.ZodObject<typeof writingFields>>>(
  {
    writing,
    subject_type: type,
    subject_id: id,
    auth_view: audience,
    post_as_page: inItsName,
    ...fields
  }: Fields,
  refinement: z.RefinementCtx,
) => {
  if ((type === undefined) !== (id === undefined) || (writing === 'comment' && !type)) {
    refinement.addIssue({
      code: 'custom',
      message: 'subject_type and subject_id must both be sent.',
      path: ['subject_type'],
    });
    return z.NEVER;
  }
  const subject = type !== undefined && id !== undefined ? { type, id } : undefined;
  return {
    ...fields,
    context: { writing, subject, audience, isInItsName: inItsName && inItsName > 0 },
  };
};

export const suggestMentionsInput = z
  .object({ ...writingFields, search: lineField(40).default(''), limit: limitField(6, 20) })
  .transform(toContext);
/** Names what the text will belong to. */
export interface MentionContextInput {
  writing: 'post' | 'comment';
  subject_type?: string;
  subject_id?: number;
  auth_view?: 'everyone' | 'friends' | 'onlyme';
  post_as_page?: 0 | 1;
}
export type SuggestMentionsInput = MentionContextInput & { search?: string; limit?: number };
export type MentionContext = z.output<typeof suggestMentionsInput>['context'];

export const mentionSuggestions = z.object({ response: z.array(userLite) });
export type MentionSuggestions = z.output<typeof mentionSuggestions>;

export const checkMentionsInput = z
  .object({ ...writingFields, body: textField(10_000) })
  .transform(toContext);
export type CheckMentionsInput = MentionContextInput & { body: string };

/** Usernames of the text that nobody is notified of, for whatever reason. */
export const mentionsChecked = z.object({ unnotified: z.array(z.string()) });
export type MentionsChecked = z.output<typeof mentionsChecked>;
