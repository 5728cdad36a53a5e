import { env } from './env.ts';
import type { RestRequest } from './handle.ts';

/**
 * Prefix of the URLs in an answer. Our own pages get relative ones, which also work under another
 * host name; every other client gets absolute ones (contract README, section 1).
 */
export const originFor = (request: Pick<RestRequest, 'headers'>): string =>
  request.headers.cookie === undefined ? env().PUBLIC_ORIGIN : '';

/** Whether browsers reach the site by https: its cookies are then Secure. */
export const isHttps = (): boolean => env().PUBLIC_ORIGIN.startsWith('https:');
