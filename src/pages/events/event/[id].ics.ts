import type { APIRoute } from 'astro';
import { calendarAnswer } from '#domains/events/calendars/calendar-answer.server.ts';
import { routeId } from '#server/route-id.ts';

export const access = 'public';

/** One event for a calendar. */
export const GET: APIRoute = (context) =>
  calendarAnswer(context, () => ({ eventId: routeId(context.params.id) }));
