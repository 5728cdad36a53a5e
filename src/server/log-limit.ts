import type { HttpError } from './errors.ts';
import { log } from './log.ts';

/**
 * Writes down that somebody ran into a limit, on whatever way; other refusals are no matter of
 * security.
 */
export function logLimit(
  { status }: HttpError,
  route: string,
  { requestId, viewer }: Partial<Pick<App.Locals, 'requestId' | 'viewer'>>,
) {
  if (status === 429)
    log('warn', 'limit reached', {
      requestId,
      route,
      member: viewer?.kind === 'member' ? viewer.id : undefined,
    });
}
