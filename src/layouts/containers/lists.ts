import type { APIRoute } from 'astro';
import { kindAt } from './kind-at.ts';

/**
 * The entry of an area whose list has another address, with its filters. 302 and not 301, which
 * browsers would keep although the list may move.
 */
export const GET: APIRoute = (context) => {
  const [path] = Object.keys(kindAt(context).browse.lists);
  return context.redirect(path + context.url.search, 302);
};
