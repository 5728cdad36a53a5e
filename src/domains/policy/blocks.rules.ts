import { isolate } from '#lib/names.ts';

/** Confirmation before a member is blocked, the same wherever it is done. */
export const blockQuestion = (name: string) => ({
  title: 'Block user',
  text: `You and ${isolate(name)} will no longer see each other here, and you will not be friends any more. They are not notified.`,
  confirmLabel: 'Block user',
});
