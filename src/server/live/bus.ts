/** Delivers live events to the streams of all processes. */
export interface Bus {
  /** Passes on an event of the database, in commit order. */
  publish(event: string): void;
  /** The database may have sent events that this process missed. */
  missed(): void;
  stop(): Promise<void>;
}

/** Receives the events for the streams of this process. */
export interface BusHandlers {
  onEvent(event: string): void;
  /** Events may have been missed: clients must reload. */
  onGap(): void;
}

/**
 * Uses Redis or Valkey with `REDIS_URL`; otherwise, and in safe mode, every process listens to the
 * database itself.
 */
export const openBus = (url: string | undefined, handlers: BusHandlers): Promise<Bus> =>
  url
    ? import('./redis-bus.ts').then(({ redisBus }) => redisBus(url, handlers))
    : Promise.resolve({
        publish: handlers.onEvent,
        missed: handlers.onGap,
        stop: () => Promise.resolve(),
      });
