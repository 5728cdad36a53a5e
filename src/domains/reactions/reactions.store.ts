import { map } from 'nanostores';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import { failureText } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import type { ReactionName } from './reactions.rules.ts';

export type Choice = ReactionName | 'none';

/** The viewer's choices since the screen was served, by `subjectKey`. */
export const $reactionChanges = map<Record<string, Choice | undefined>>({});

/**
 * The latest wanted choice by subject, while a call is running. Calls run one at a time, so that
 * responses cannot cross.
 */
const wanted = new Map<string, Choice>();

interface Chosen {
  subject: string;
  choice: Choice | null;
}

onRestore<Chosen>('reaction', ({ subject, choice }) =>
  $reactionChanges.setKey(subject, choice ?? undefined),
);

function show(subject: string, choice: Choice | undefined) {
  $reactionChanges.setKey(subject, choice);
  recordChange('reaction', { subject, choice: choice ?? null } satisfies Chosen);
}

/**
 * Shows the choice at once and sends it with `send`. If the server refuses, shows the last accepted
 * choice.
 */
export async function choose(
  subject: string,
  choice: Choice,
  send: (choice: Choice) => Promise<unknown>,
): Promise<void> {
  let agreed = $reactionChanges.get()[subject];
  show(subject, choice);
  const isSending = wanted.has(subject);
  wanted.set(subject, choice);
  if (isSending) return;
  try {
    let sent: Choice | undefined;
    while (sent !== wanted.get(subject)) {
      sent = wanted.get(subject)!;
      await send(sent);
      agreed = sent;
    }
  } catch (error) {
    show(subject, agreed);
    toast.error(
      failureText(error, 'Invalid API Response', 'You are offline. Your reaction was not saved.'),
    );
  } finally {
    wanted.delete(subject);
  }
}
