import type { APIRoute } from 'astro';

export const access = 'public';

/** The short address of the file of one event. */
export const GET: APIRoute = ({ params, redirect, url }) =>
  redirect(`/events/event/${encodeURIComponent(params.id!)}.ics${url.search}`, 301);
