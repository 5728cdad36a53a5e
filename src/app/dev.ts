import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { handleLiveEvent, openLive } from '#domains/live/live.server.ts';
import { requestDuePushes } from '#domains/notifications/push/due-pushes.server.ts';
import { startHeartbeat } from '#server/database/heartbeat.ts';
import { setDomains } from '#server/domain.ts';
import { env } from '#server/env.ts';
import { httpError } from '#server/errors.ts';
import { health } from '#server/health.ts';
import { sendError } from '#server/http/answer.ts';
import { clientAddress, trustList } from '#server/http/client-address.ts';
import { handleCors } from '#server/http/cors.ts';
import { isOwnRequest } from '#server/http/origin.ts';
import { checkTarget, splitTarget } from '#server/http/target.ts';
import { openBus } from '#server/live/bus.ts';
import { closeStreams } from '#server/live/streams.ts';
import { sendMedia } from '#server/preview-pictures.ts';
import { startAtLocation } from '#server/safe-mode.ts';
import { domains } from './domains.ts';
import { startBackgroundJobs, stopBackgroundJobs } from './jobs.ts';
import { findMedia, isMediaPath } from './media-route.ts';
import { isRestPath, rest } from './rest.ts';

setDomains(domains);

let started: Promise<void> | undefined;
/** A change of a server file loads this module again: the work of the one before ends. */
const acrossReloads = globalThis as { stopDevelopment?: () => Promise<unknown> };

/** Jobs, and the events of open streams. */
async function startBackground(): Promise<void> {
  await acrossReloads.stopDevelopment?.();
  await startAtLocation(env().DATABASE_URL!);
  await startBackgroundJobs();
  const bus = await openBus(env().REDIS_URL, { onEvent: handleLiveEvent, onGap: closeStreams });
  const heartbeat = startHeartbeat({
    invalidate: () => {},
    live: bus.publish,
    due: () => void requestDuePushes(),
    gap: bus.missed,
  });
  acrossReloads.stopDevelopment = async () => {
    closeStreams();
    heartbeat.stop();
    await Promise.all([bus.stop(), stopBackgroundJobs(1_000)]);
  };
}

/**
 * The parts of entry.ts that are not Astro's, for `astro dev`. Returns false to leave the request
 * to Astro.
 */
export async function answerInDevelopment(
  req: IncomingMessage,
  res: ServerResponse,
): Promise<boolean> {
  await (started ??= startBackground());
  const { path } = splitTarget(req.url ?? '/');
  const requestId = randomUUID();
  const address = clientAddress(req, trustList(env().TRUSTED_PROXIES));
  try {
    checkTarget(req.url ?? '/');
    if (isRestPath(path) && handleCors(req, res, env().NATIVE_ORIGINS)) return true;
    if (!isOwnRequest(req, undefined, env().NATIVE_ORIGINS))
      throw httpError('forbidden_origin', 'This request did not come from this site.');
    if (path === '/healthz' || path === '/readyz')
      await health(req, res, path, {
        isAway: () => false,
        whenAway: () => new Promise(() => {}),
        whenListening: async () => {},
      });
    else if (isRestPath(path))
      await rest(req, res, {
        requestId,
        address,
        race: (work) => work,
      });
    else if (isMediaPath(path)) await sendMedia(req, res, await findMedia(req, path));
    else if (path === '/live') await openLive(req, res, address);
    else return false;
  } catch (error) {
    sendError(req, res, error, requestId);
  }
  return true;
}
