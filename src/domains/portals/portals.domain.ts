import { defineDomain } from '#server/domain.ts';
import { portalsHandlers } from './portals.api.ts';

export const portalsDomain = defineDomain({ name: 'portals', handlers: portalsHandlers });
