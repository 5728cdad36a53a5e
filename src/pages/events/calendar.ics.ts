import type { APIRoute } from 'astro';
import { calendarAnswer } from '#domains/events/calendars/calendar-answer.server.ts';

export const access = 'public';

/** The public events of the site as a calendar. */
export const GET: APIRoute = (context) => calendarAnswer(context, () => 'site');
