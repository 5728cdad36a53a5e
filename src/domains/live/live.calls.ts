import { get, post } from '#lib/rest.ts';
import type { ChangedSince, ChangedSinceInput, WatchInput } from './live.schema.ts';

/** What is on the screen: of it, and of nothing else, the stream tells reactions and comments. */
export const watchSubjects = post<WatchInput, void>('/live/watch');
/** Which of these have changed while nothing was heard of them. */
export const readChangedSince = get<ChangedSinceInput, ChangedSince>('/live/changed-since');
