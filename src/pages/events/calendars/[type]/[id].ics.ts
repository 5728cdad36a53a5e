import type { APIRoute } from 'astro';
import { calendarAnswer } from '#domains/events/calendars/calendar-answer.server.ts';
import { routeId } from '#server/route-id.ts';

export const access = 'public';

/** The events of a group or a page as a calendar. */
export const GET: APIRoute = (context) =>
  calendarAnswer(context, () => ({
    parent: { type: context.params.type!, id: routeId(context.params.id) },
  }));
