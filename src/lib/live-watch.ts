// The subjects on the screen that may change. The stream (domains/live) sends the list to the
// server, which reports changes of these only.

export interface Watched {
  /** From `subjectKey`. */
  subject: string;
  /** Wire time up to which the screen is current; '' for the time it was rendered. */
  since: string;
  /**
   * Incremented each time the subject appears on the screen again: events in between were not
   * received.
   */
  turn: number;
}

const all = new Map<string, Watched & { count: number }>();
const listeners = new Set<() => void>();
let turns = 0;
const changed = () => {
  for (const listen of listeners) listen();
};

/**
 * Watches a subject; returns a function that stops watching.
 * @param since wire time at which the content was read, if not when the screen was rendered
 */
export function watchSubject(subject: string, since = ''): () => void {
  const watched = all.get(subject);
  if (!watched) all.set(subject, { subject, since, turn: (turns += 1), count: 1 });
  else {
    watched.count += 1;
    if (since && (!watched.since || since < watched.since)) watched.since = since;
  }
  if (!watched) changed();
  return () => {
    const left = all.get(subject)!;
    left.count -= 1;
    if (left.count) return;
    all.delete(subject);
    changed();
  };
}

export const watchedSubjects = (): Watched[] =>
  [...all.values()].map(({ subject, since, turn }) => ({ subject, since, turn }));

export function onWatched(listen: () => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}
