import type { Stream } from './streams.ts';

const bySubject = new Map<string, Set<Stream>>();
const nobody: ReadonlySet<Stream> = new Set();

/** Replaces the subjects whose changes are sent to the stream. */
export function setWatched(stream: Stream, subjects: string[]): void {
  unwatch(stream);
  if (!subjects.length) return;
  stream.watched = subjects;
  for (const subject of subjects)
    bySubject.set(subject, (bySubject.get(subject) ?? new Set()).add(stream));
}

export function unwatch(stream: Stream): void {
  for (const subject of stream.watched ?? []) {
    const all = bySubject.get(subject);
    all?.delete(stream);
    if (all && !all.size) bySubject.delete(subject);
  }
  delete stream.watched;
}

export const watchersOf = (subject: string): ReadonlySet<Stream> =>
  bySubject.get(subject) ?? nobody;
