import type { HttpError } from './errors.ts';
import { log } from './log.ts';

/** Logs that a rate limit was hit, by whatever route; other errors are not security events. */
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
