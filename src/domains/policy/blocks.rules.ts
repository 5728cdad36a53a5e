import { isolate } from '#lib/names.ts';

/** Confirmation before a member is blocked, the same wherever it is done. */
export const blockQuestion = (name: string) => ({
  title: 'Block user',
  text: `${isolate(name)} and you will no longer see anything of each other, and a friendship between you ends. They are not notified.`,
  confirmLabel: 'Block user',
});
