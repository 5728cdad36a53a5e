// What is on the screen and may change while it is looked at. The stream (domains/live) tells the
// server, which tells of nothing else.

export interface Watched {
  /** As `subjectKey` writes it. */
  subject: string;
  /** Wire time up to which the screen knows it; '' for as the screen was drawn. */
  since: string;
  /**
   * Another one each time that it comes on the screen: what was told in between, nobody there has
   * heard.
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
 * Gives what ends it.
 * @param since wire time at which what is shown was read, where that was not when the screen was
 * drawn
 */
export function watchSubject(subject: string, since = ''): () => void {
  const known = all.get(subject);
  if (!known) all.set(subject, { subject, since, turn: (turns += 1), count: 1 });
  else {
    known.count += 1;
    if (since && (!known.since || since < known.since)) known.since = since;
  }
  if (!known) changed();
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
