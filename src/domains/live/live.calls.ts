import { post } from '#lib/rest.ts';
import type { Watching, WatchInput } from './live.schema.ts';

/**
 * Subscribes the stream to reactions and comments of the visible subjects, replacing earlier ones.
 * Returns changes from before.
 */
export const watchSubjects = post<WatchInput, Watching>('/live/watch');
