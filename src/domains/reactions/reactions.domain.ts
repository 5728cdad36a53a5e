import { defineDomain } from '#server/domain.ts';
import { minute } from '#server/limits.ts';
import { reactionsHandlers } from './reactions.api.ts';

export const reactionsDomain = defineDomain({
  name: 'reactions',
  handlers: reactionsHandlers,
  limits: {
    reaction: [[300, 10 * minute]],
  },
});
