import { entriesOf } from '#server/domain.ts';

/** Receives the colon-separated parts of an event after its type. */
export type LiveEventHandler = (words: string[]) => void;

declare module '#server/domain.ts' {
  interface Domain {
    /** Handlers of the events sent by the domain's tables, by type. */
    liveEvents?: Record<string, LiveEventHandler>;
  }
}

export const getLiveHandler = (type: string): LiveEventHandler | undefined =>
  entriesOf('liveEvents').get(type);
