import { entriesOf } from '#server/domain.ts';

/** Gets the words of an event after its type, which were separated by colons. */
export type LiveEventHandler = (words: string[]) => void;

declare module '#server/domain.ts' {
  interface Domain {
    /** Handles events that the domain's own tables send, by their type. */
    liveEvents?: Record<string, LiveEventHandler>;
  }
}

export const handlerOf = (type: string): LiveEventHandler | undefined =>
  entriesOf('liveEvents').get(type);
