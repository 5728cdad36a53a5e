import { post } from '#lib/rest.ts';
import type { Watching, WatchInput } from './live.schema.ts';

/**
 * What is on the screen: of it, and of nothing else, the stream tells reactions and comments.
 * Answers what has changed before it did.
 */
export const watchSubjects = post<WatchInput, Watching>('/live/watch');
