import type { APIRoute } from 'astro';
import { previewCard } from '#app/previews.ts';
import { routeId } from '#server/route-id.ts';

export const access = 'public';

/** The drawn picture of a link preview. */
export const GET: APIRoute = ({ params, request }) =>
  previewCard(request, params.type ?? '', routeId(params.id), params.version ?? '');
