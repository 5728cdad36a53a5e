// Apart from the other models, because only the picker needs it, which loads late.

import { nameList } from '#lib/names.ts';
import type { MentionedPerson } from './mentions.model.ts';
import type { MentionSuggestions } from './mentions.schema.ts';

/** The beginning of a name after an @, up to the caret; undefined where none is being typed. */
export const nameBeingTyped = (text: string, caret: number): string | undefined =>
  /(?<![\p{L}\p{N}_.@/])@([\p{L}\p{M}\p{N}._]{0,39})$/u.exec(text.slice(0, caret))?.[1];

/** One sentence about usernames that notify nobody, the same for every reason; '' for none. */
export function unnotifiedText(names: string[]): string {
  if (!names.length) return '';
  return `${nameList(names.map((name) => `@${name}`))} will not be notified.`;
}

/** A person that a call has found. */
export const toMentionedPerson = ({
  user_id: id,
  displayname: name,
  username: written,
  image_icon: image,
}: MentionSuggestions['response'][number]): MentionedPerson => ({ id, name, image, written });
