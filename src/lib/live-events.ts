// What the live stream brings, handed to whoever cares: stores listen, domains/live/stream.ts tells.

type Listener = (data: never) => void;
const listeners = new Map<string, Set<Listener>>();

export function onLive<Data>(type: string, listen: (data: Data) => void): void {
  const all = listeners.get(type) ?? new Set();
  listeners.set(type, all.add(listen as Listener));
}

export function tellLive(type: string, data: unknown): void {
  for (const listen of listeners.get(type) ?? []) listen(data as never);
}
