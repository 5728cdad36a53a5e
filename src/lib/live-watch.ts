// What is on the screen and may change while it is looked at. The stream (domains/live) tells the server, which tells of nothing else.

const counts = new Map<string, number>();
const listeners = new Set<() => void>();
const changed = () => {
  for (const listen of listeners) listen();
};

/** @param subject such as 'activity_action 42'. Gives what ends it. */
export function watchSubject(subject: string): () => void {
  counts.set(subject, (counts.get(subject) ?? 0) + 1);
  changed();
  return () => {
    const left = counts.get(subject)! - 1;
    if (left) counts.set(subject, left);
    else counts.delete(subject);
    changed();
  };
}

export const watchedSubjects = (): string[] => [...counts.keys()];

export function onWatched(listen: () => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}
