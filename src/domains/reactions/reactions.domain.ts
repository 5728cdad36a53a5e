import { defineDomain } from '#server/domain.ts';
import { reactionsHandlers } from './reactions.api.ts';

export const reactionsDomain = defineDomain({ name: 'reactions', handlers: reactionsHandlers });
