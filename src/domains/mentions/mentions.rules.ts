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
