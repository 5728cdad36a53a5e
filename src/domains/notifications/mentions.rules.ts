const mostMentioned = 10;

/** Usernames after an @ in a text, in small letters. */
export function mentionedIn(text: string): string[] {
  const said = [...text.matchAll(/(?<![\p{L}\p{N}_.@/])@([A-Za-z0-9][A-Za-z0-9._]{1,39})/gu)];
  // A full stop at the end belongs to the sentence.
  return [...new Set(said.map(([, name]) => name!.replace(/[._]+$/, '').toLowerCase()))].slice(0, mostMentioned);
}
