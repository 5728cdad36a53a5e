/** How what is told reaches the streams of all processes. */
export interface Bus {
  /** The database has told this process something: in the order of the commits. */
  told(said: string): void;
  /** The database may have told something that this process did not hear. */
  missed(): void;
  stop(): Promise<void>;
}

/** Where it ends: the streams of this process. */
export interface Ear {
  hear(said: string): void;
  /** Something may have been missed: whoever listens must ask anew. */
  lose(): void;
}

/** With `REDIS_URL` through Redis or Valkey, else every process hears the database itself. */
export const openBus = (url: string | undefined, ear: Ear): Promise<Bus> =>
  url
    ? import('./redis-bus.ts').then(({ redisBus }) => redisBus(url, ear))
    : Promise.resolve({ told: ear.hear, missed: ear.lose, stop: () => Promise.resolve() });
