import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setDomains } from '#server/domain.ts';
import { env } from '#server/env.ts';
import { HttpError } from '#server/errors.ts';
import { health } from '#server/health.ts';
import { sendRefusal } from '#server/http/answer.ts';
import { clientAddress, trustList } from '#server/http/client-address.ts';
import { handleCors } from '#server/http/cors.ts';
import { isOwnRequest } from '#server/http/origin.ts';
import { checkTarget, splitTarget } from '#server/http/target.ts';
import { domains } from './domains.ts';
import { startBackgroundJobs } from './jobs.ts';
import { isMediaPath, serveMedia } from './media-route.ts';
import { isRestPath, rest } from './rest.ts';

setDomains(domains);
let jobs: Promise<void> | undefined;

/**
 * The parts of entry.ts that are not Astro's, for `astro dev`; false leaves the request to Astro.
 */
export async function answerInDevelopment(
  req: IncomingMessage,
  res: ServerResponse,
): Promise<boolean> {
  await (jobs ??= startBackgroundJobs());
  const { path } = splitTarget(req.url ?? '/');
  const requestId = randomUUID();
  try {
    checkTarget(req.url ?? '/');
    if (isRestPath(path) && handleCors(req, res, env().NATIVE_ORIGINS)) return true;
    if (!isOwnRequest(req, undefined, env().NATIVE_ORIGINS))
      throw new HttpError('forbidden_origin', 'This request did not come from this site.');
    if (path === '/healthz' || path === '/readyz')
      await health(req, res, path, {
        isAway: () => false,
        whenAway: () => new Promise(() => {}),
        whenHeard: async () => {},
      });
    else if (isRestPath(path))
      await rest(req, res, {
        requestId,
        address: clientAddress(req, trustList(env().TRUSTED_PROXIES)),
        race: (work) => work,
      });
    else if (isMediaPath(path)) await serveMedia(req, res, path);
    else return false;
  } catch (error) {
    sendRefusal(req, res, error, requestId);
  }
  return true;
}
