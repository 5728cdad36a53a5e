import { defineDomain } from '#server/domain.ts';

export const activitiesDomain = defineDomain({ name: 'activities' });
