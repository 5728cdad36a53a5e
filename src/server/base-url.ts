import { env } from './env.ts';
import type { RestRequest } from './handle.ts';

/**
 * What addresses in an answer begin with. Our own pages take them relative, so that they also work
 * where the site is opened under another name; every other client gets whole ones (contract README,
 * section 1).
 */
export const originFor = (request: Pick<RestRequest, 'headers'>): string =>
  request.headers.cookie === undefined ? env().PUBLIC_ORIGIN : '';
