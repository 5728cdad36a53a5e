import type { APIRoute } from 'astro';
import { clickAd } from '#domains/ads/clicks/click-ad.server.ts';
import { isReading } from '#domains/containers/statistics/views.server.ts';
import { requireMember } from '#domains/policy/viewer.server.ts';
import { consume } from '#server/limits.ts';
import { routeId } from '#server/route-id.ts';

const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/**
 * Counts a click, and leads to the stored address of the ad, and to no other. A browser that fetches
 * ahead gets nothing.
 */
export const GET: APIRoute = async ({ locals, params, request, url }) => {
  const viewer = requireMember(locals.viewer);
  const id = routeId(params.id);
  if (!isReading(request.headers)) return new Response(null, { status: 204, headers });
  await consume(['clickAd', viewer.id]);
  const target = await clickAd(viewer, id, url.searchParams.get('token') ?? undefined);
  const location = target ? target.subjectPath || target.url : '/communityads/ended';
  return new Response(null, { status: 302, headers: { ...headers, location } });
};
