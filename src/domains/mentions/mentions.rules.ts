import { nameList } from '#lib/names.ts';
import type { MentionModel } from './mentions.model.ts';

const maxMentions = 10;

/** Usernames after an @ in a text, in lower case. */
export function mentionedIn(text: string): string[] {
  const matches = [...text.matchAll(/(?<![\p{L}\p{N}_.@/])@([A-Za-z0-9][A-Za-z0-9._]{1,39})/gu)];
  // A full stop at the end belongs to the sentence.
  return [...new Set(matches.map(([, name]) => name!.replace(/[._]+$/, '').toLowerCase()))].slice(
    0,
    maxMentions,
  );
}

/** Links of a text: a username after an @ leads to the profile. */
export const mentionLinks = (
  mentions: MentionModel[] = [],
): Array<{ name: string; href: string }> =>
  mentions.map(({ id, username }) => ({ name: username, href: `/profile/${id}` }));

/** The beginning of a name after an @, up to the caret; undefined where none is being typed. */
export const nameBeingTyped = (text: string, caret: number): string | undefined =>
  /(?<![\p{L}\p{N}_.@/])@([\p{L}\p{M}\p{N}._]{0,39})$/u.exec(text.slice(0, caret))?.[1];

/** One sentence about usernames that notify nobody, the same for every reason; '' for none. */
export function unnotifiedText(names: string[]): string {
  if (!names.length) return '';
  return `${nameList(names.map((name) => `@${name}`))} will not be notified.`;
}
