import { map } from 'nanostores';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import { failureText } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import type { ReactionName } from './reactions.rules.ts';

export type Choice = ReactionName | 'none';

/**
 * What the viewer chose since the screen was served, by `subjectKey`.
 */
export const $reactionChanges = map<Record<string, Choice | undefined>>({});

/**
 * By subject: what the viewer wants last, while a call is under way. Answers must not cross, so
 * there is one at a time.
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
 * Shows the choice at once and sends it. Refused, what the server last agreed to shows again.
 * The owner of the subject says how it is sent.
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
      failureText(error, 'Invalid API Response', 'You are offline. Your reaction was taken back.'),
    );
  } finally {
    wanted.delete(subject);
  }
}
