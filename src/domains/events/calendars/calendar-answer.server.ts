import type { APIContext } from 'astro';
import { visitor, type Viewer } from '#domains/policy/viewer.ts';
import { notFound } from '#server/errors.ts';
import { toHttpError } from '#server/http/answer.ts';
import { textAnswer } from '#server/http/text-answer.ts';
import { findKeyMember } from './calendar-keys.server.ts';
import { readCalendar, type CalendarScope } from './event-calendar.server.ts';

/** Whoever has the key in the address reads as its member; others as who they are. */
async function readerOf({ url, locals }: APIContext, scope: CalendarScope): Promise<Viewer> {
  const key = url.searchParams.get('key');
  const isOne = typeof scope === 'object' && 'eventId' in scope;
  const viewer = key === null ? isOne && locals.viewer : await findKeyMember(key);
  if (!viewer && (key !== null || scope === 'own')) throw notFound();
  return viewer || visitor;
}

/**
 * Sends a calendar. Programs read it, so what is not there has a short answer, the same for what
 * never was.
 */
export async function calendarAnswer(
  context: APIContext,
  toScope: () => CalendarScope,
): Promise<Response> {
  try {
    const scope = toScope();
    const viewer = await readerOf(context, scope);
    return textAnswer(context.request, await readCalendar(viewer, scope), {
      type: 'text/calendar',
      // Events change, and are deleted: a copy is asked for again each time.
      cacheControl: viewer === visitor ? 'public, max-age=0, must-revalidate' : 'private, no-cache',
    });
  } catch (error) {
    if (toHttpError(error, context.locals.requestId).status !== 404) throw error;
    return new Response('There is no calendar at this address.\n', {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    });
  }
}
