// What the live stream brings, handed to whoever cares: stores and islands listen,
// domains/live/stream.ts tells.

/** Whether events arrive. While they do not, screens that live from them ask from time to time. */
export interface LiveConnection {
  isOpen: boolean;
}

/**
 * Something has changed in what this names: `messages`, `read`, `typing` and `marks` of a
 * conversation, `stories` of a member; a member was `blocked` on this screen.
 */
export interface LiveSubject {
  id: number;
}

/**
 * `reactions` or `comments` of something that is on the screen, by its `subjectKey`
 * (lib/live-watch.ts).
 */
export interface LiveChange {
  subject: string;
}

type Listener = (data: never) => void;
const listeners = new Map<string, Set<Listener>>();
let isOpen = false;

/**
 * Events that may have been missed come as `missed`: everything is to be asked anew. Gives what
 * ends it.
 */
export function onLive<Data>(type: string, listen: (data: Data) => void): () => void {
  const all = listeners.get(type) ?? new Set();
  listeners.set(type, all.add(listen as Listener));
  return () => all.delete(listen as Listener);
}

export function tellLive(type: string, data: unknown): void {
  if (type === 'connection') ({ isOpen } = data as LiveConnection);
  for (const listen of listeners.get(type) ?? []) listen(data as never);
}

export const isLive = (): boolean => isOpen;
