import type { APIRoute } from 'astro';
import { calendarAnswer } from '#domains/events/calendars/calendar-answer.server.ts';

export const access = 'public';

/** The events of the member whose key is in the address. */
export const GET: APIRoute = (context) => calendarAnswer(context, () => 'own');
