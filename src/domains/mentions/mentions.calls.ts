import { get } from '#lib/rest.ts';
import type * as shapes from './mentions.schema.ts';

/** People to mention in the text that is being written. */
export const suggestMentions = get<shapes.SuggestMentionsInput, shapes.MentionSuggestions>(
  '/mentions/suggest',
);
/** Usernames in the text that is being written that notify nobody. */
export const checkMentions = get<shapes.CheckMentionsInput, shapes.MentionsChecked>(
  '/mentions/check',
);
