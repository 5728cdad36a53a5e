import { post } from '#lib/rest.ts';
import type { WatchInput } from './live.schema.ts';

/** What is on the screen: of it, and of nothing else, the stream tells reactions and comments. */
export const watchSubjects = post<WatchInput, void>('/live/watch');
