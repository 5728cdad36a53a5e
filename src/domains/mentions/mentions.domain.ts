import { defineDomain } from '#server/domain.ts';
import { day, minute } from '#server/limits.ts';
import { mentionsHandlers } from './mentions.api.ts';

export const mentionsDomain = defineDomain({
  name: 'mentions',
  handlers: mentionsHandlers,
  limits: {
    mention: [[200, day]],
    mentionLookup: [[120, minute]],
  },
});
