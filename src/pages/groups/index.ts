import type { APIRoute } from 'astro';

export const access = 'public';

/** The list of groups has an address of its own, as the specification names it. */
export const GET: APIRoute = ({ redirect, url }) => redirect(`/groups/browse${url.search}`, 302);
