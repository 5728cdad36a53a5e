import { domains } from './domains.ts';

/** Every REST call of every domain. */
export const handlers = domains.flatMap(({ handlers = [] }) => handlers);
