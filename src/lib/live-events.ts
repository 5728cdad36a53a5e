// Dispatches events of the live stream: stores and islands listen, domains/live/stream.ts emits.

/** Whether the stream is connected. While it is not, live screens poll. */
export interface LiveConnection {
  isOpen: boolean;
}

/**
 * The subject of a change: `messages`, `read`, `typing` and `marks` of a conversation, `stories` of
 * a member; a post was `deleted` from a wall; a member was `blocked` on this screen.
 */
export interface LiveSubject {
  id: number;
}

/**
 * `reactions` or `comments` of a subject on the screen, by its `subjectKey`
 * (lib/live-watch.ts).
 */
export interface LiveChange {
  subject: string;
}

type Listener = (data: never) => void;
const listeners = new Map<string, Set<Listener>>();
let isOpen = false;

/**
 * Subscribes to an event type. `missed` means that events may have been lost: reload everything.
 * Returns a function that unsubscribes.
 */
export function onLive<Data>(type: string, listen: (data: Data) => void): () => void {
  const all = listeners.get(type) ?? new Set();
  listeners.set(type, all.add(listen as Listener));
  return () => all.delete(listen as Listener);
}

export function emitLive(type: string, data: unknown): void {
  if (type === 'connection') ({ isOpen } = data as LiveConnection);
  for (const listen of listeners.get(type) ?? []) listen(data as never);
}

export const isLive = (): boolean => isOpen;
