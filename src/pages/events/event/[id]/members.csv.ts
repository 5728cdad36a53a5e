import type { APIRoute } from 'astro';
import { exportGuests } from '#domains/events/membership/guest-file.server.ts';
import { requireMember } from '#domains/policy/viewer.server.ts';
import { csvAnswer } from '#lib/csv.ts';
import { routeId } from '#server/route-id.ts';

/** The guests of an event for a spreadsheet, for its hosts. By POST, because its log names it. */
export const POST: APIRoute = async ({ locals, params }) => {
  const id = routeId(params.id);
  return csvAnswer(await exportGuests(requireMember(locals.viewer), id), `event-${id}-guests.csv`);
};
