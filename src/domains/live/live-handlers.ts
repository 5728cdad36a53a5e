/**
 * How a domain to the right hears what the database tells of its own tables: the words after the
 * type, which were parted by colons.
 */
type Hear = (words: string[]) => void;

const hearers = new Map<string, Hear>();

/** Called by a domain when it is loaded. */
export const onLiveEvent = (type: string, hear: Hear): void => void hearers.set(type, hear);

export const handlerOf = (type: string): Hear | undefined => hearers.get(type);
