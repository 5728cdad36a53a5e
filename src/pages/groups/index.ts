import type { APIRoute } from 'astro';

export const access = 'public';

/**
 * The specification names `/groups` as the entry and `/groups/browse` as the list. The filters of
 * the address are kept. 302 and not 301, which browsers would keep although the list may move.
 */
export const GET: APIRoute = ({ redirect, url }) => {
  const filters = url.search;
  return redirect(`/groups/browse${filters}`, 302);
};
