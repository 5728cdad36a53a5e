import { get, post } from '#lib/rest.ts';
import type { LinkAnswer, LinkInput } from './link-preview.schema.ts';

// Apart from posts.calls.ts: loaded with the first link of a draft.

/** Preview of a link for the composer. */
export const readLink = get<LinkInput, LinkAnswer>('/advancedactivity/feeds/attach-link');
/** The same for native clients. */
export const attachLink = post<LinkInput, LinkAnswer>('/advancedactivity/feeds/attach-link');
