import { defineDomain } from '#server/domain.ts';
import { policyHandlers } from './policy.api.ts';

export const policyDomain = defineDomain({ name: 'policy', handlers: policyHandlers });
