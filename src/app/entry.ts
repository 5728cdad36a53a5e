import { randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { hasSessionCookie } from '#domains/auth/cookies.ts';
import { handleLiveEvent, openLive, startChecking } from '#domains/live/live.server.ts';
import { requestDuePushes } from '#domains/notifications/push/due-pushes.server.ts';
import { visitor } from '#domains/policy/viewer.ts';
import { isTestBuild } from '#server/clock.ts';
import { startHeartbeat } from '#server/database/heartbeat.ts';
import { findPooling, transactionPooling } from '#server/database/pooler.ts';
import { untilReached } from '#server/database/until-reached.ts';
import { closeDb, driver, onPageChange } from '#server/db.ts';
import { beginDeadline } from '#server/deadline.ts';
import { fromEachDomain, setDomains } from '#server/domain.ts';
import { httpError } from '#server/errors.ts';
import { beginStopping, health } from '#server/health.ts';
import { databaseAway, sendError, toHttpError } from '#server/http/answer.ts';
import { hasBody, watchBodyTimeout } from '#server/http/body-timeout.ts';
import { readBody } from '#server/http/body.ts';
import { clientAddress, trustList } from '#server/http/client-address.ts';
import { closable } from '#server/http/closable.ts';
import { allowCrossOriginMedia, handleCors } from '#server/http/cors.ts';
import { securityHeaders } from '#server/http/headers.ts';
import { checkMessage } from '#server/http/message-rules.ts';
import { isOwnRequest } from '#server/http/origin.ts';
import { perAddressLimit } from '#server/http/per-address.ts';
import { cutSilentReaders } from '#server/http/slow-readers.ts';
import { loadStatics, serveStatic } from '#server/http/statics.ts';
import { checkTarget, isPath, splitTarget } from '#server/http/target.ts';
import { settleBody } from '#server/http/unread-body.ts';
import { refuseUnreadable } from '#server/http/unreadable.ts';
import { openBus } from '#server/live/bus.ts';
import { closeStreams } from '#server/live/streams.ts';
import { errorFields, log } from '#server/log.ts';
import type { SentFile } from '#server/media-files.ts';
import { migrate, OutdatedDatabase } from '#server/migrate.ts';
import { pageCache } from '#server/page-cache/page-cache.ts';
import { sendMedia } from '#server/preview-pictures.ts';
import { requestDeadlines, type Race } from '#server/request-deadlines.ts';
import { isInSafeMode, startAtLocation } from '#server/safe-mode.ts';
import { requestSemaphore } from '#server/semaphore.ts';
import { exitOnSetting, settingsOrExit } from '#server/settings-or-exit.ts';
import { isFaulty, testHooks } from '#server/test-hooks.ts';
import { isMultipart } from '#server/uploads/uploads.ts';
import { astroApp } from './astro-app.ts';
import { domains } from './domains.ts';
import { startBackgroundJobs, stopBackgroundJobs } from './jobs.ts';
import { findMedia, isMediaPath } from './media-route.ts';
import { isServedWithoutDatabase } from './page-access.ts';
import { isRestPath, rest } from './rest.ts';

setDomains(domains);
const settings = settingsOrExit();
const trusted = trustList(settings.TRUSTED_PROXIES);
const isHttps = settings.PUBLIC_ORIGIN.startsWith('https:');
const commonHeaders = securityHeaders(isHttps);
// Without a configured origin the address in use is unknown, so the request's own Host decides.
const ownOrigin = process.env.PUBLIC_ORIGIN ? settings.PUBLIC_ORIGIN : undefined;
const pageBodyBytes = 256 * 1024;
const emptyBody = Buffer.alloc(0);
const requests = requestSemaphore(settings.DATABASE_POOL * 4);
const answers = perAddressLimit(Math.ceil(100 * settings.RATE_LIMIT_SCALE));

const waiting = { log: (reason: string) => log('warn', 'waiting for the database', { reason }) };
if ((await untilReached(() => findPooling(settings.DATABASE_URL), waiting)) === 'transaction')
  exitOnSetting(`Setting ${transactionPooling}`);
await untilReached(() => migrate(settings.DATABASE_URL), waiting).catch((error: unknown) => {
  if (error instanceof OutdatedDatabase) exitOnSetting(error.message);
  throw error;
});
await untilReached(() => startAtLocation(settings.DATABASE_URL), waiting);

const files = loadStatics(fileURLToPath(new URL('../client/', import.meta.url)), commonHeaders);
const astro = astroApp();
const bus = await openBus(settings.REDIS_URL, { onEvent: handleLiveEvent, onGap: closeStreams });
const heartbeat = startHeartbeat({
  invalidate(change) {
    if (isTestBuild && isFaulty('late-notifications'))
      setTimeout(() => cache.invalidate(change), 2_000);
    else cache.invalidate(change);
  },
  live: bus.publish,
  due: () => void requestDuePushes(),
  gap() {
    cache.flush();
    bus.missed();
  },
});
const cache = pageCache({
  pages: fromEachDomain('cachedPages').flat(),
  render: (path) => raceAway(astro.renderForVisitors(path)),
  isTrusted: heartbeat.isTrusted,
  receivedUpTo: heartbeat.receivedUpTo,
  isAway: heartbeat.isAway,
  commonHeaders,
});

onPageChange(cache.announce);
const deadlines = requestDeadlines(() => driver().longestWait());

/** Rejects pending work as soon as the database is known to be away. */
function raceAway<T>(work: Promise<T>): Promise<T> {
  return Promise.race([work, heartbeat.whenAway()]);
}

const isScreenPath = (path: string) => path !== '/live' && !isRestPath(path) && !isMediaPath(path);

/** Handles a request, cheapest checks first (figures in docs/decisions/001-own-server-entry.md). */
async function answer(req: IncomingMessage, res: ServerResponse) {
  let path = '';
  if (hasBody(req)) watchBodyTimeout(req);
  let requestId = '';
  const deadline = deadlines.begin();
  const race: Race = (work) => deadline.race(raceAway(work));
  const enter = () => {
    deadline.start();
    return requests.acquire();
  };
  try {
    checkMessage(req, res);
    const target = splitTarget(req.url!);
    path = target.path;
    if (isScreenPath(path) && !isPath(path)) path = req.url = '/404';
    checkTarget(req.url!);
    if (serveStatic(files, req, res, path)) return;
    // A cached page has its own headers.
    if (
      !isInSafeMode() &&
      (await cache.serve(req, res, path, target.query, hasSessionCookie(req.headers.cookie)))
    )
      return;
    requestId = begin(res);
    const address = clientAddress(req, trusted);
    if (path === '/healthz' || path === '/readyz') return await health(req, res, path, heartbeat);
    if ((isRestPath(path) || isMediaPath(path)) && handleCors(req, res, settings.NATIVE_ORIGINS))
      return;
    if (isMediaPath(path)) allowCrossOriginMedia(req, res);
    if (!isOwnRequest(req, ownOrigin, settings.NATIVE_ORIGINS))
      throw httpError('forbidden_origin', 'This request did not come from this site.');
    if (isTestBuild && (await testHooks(req, res, path, cache))) return;
    // Live streams stay open by design and have limits of their own.
    if (path !== '/live') answers.admit(address, res);
    if (isServedWithoutDatabase(req.method, path)) {
      const own = { requestId, address, body: emptyBody };
      return await astro.serve(req, res, heartbeat.isAway() ? { ...own, viewer: visitor } : own);
    }
    if (heartbeat.isAway()) throw databaseAway();
    if (isRestPath(path)) {
      // Work on large files takes its time.
      const raceCall = isMultipart(req) ? raceAway : race;
      return await rest(req, res, { requestId, address, race: raceCall, enter });
    }
    // Read before acquiring the semaphore: a slow sender must not occupy a slot.
    const body = isScreenPath(path) ? await readForm(req) : emptyBody;
    const leave = await enter();
    let file: SentFile | undefined;
    try {
      if (path === '/live') await race(openLive(req, res, address));
      else if (isMediaPath(path)) file = await race(findMedia(req, path));
      else await race(Promise.resolve(astro.serve(req, res, { requestId, address, body })));
    } finally {
      leave();
    }
    // Outside of the semaphore: a slow bucket must not occupy slots that others need.
    if (file) await sendMedia(req, res, file);
  } catch (error) {
    requestId ||= begin(res);
    path ||= splitTarget(req.url!.replace(/^https?:\/\/[^/?#]*/i, '')).path;
    await settleBody(req, res, error);
    if (wantsPage(path, req.headers.accept))
      await astro.sendProblem(req, res, toHttpError(error, requestId), requestId);
    else sendError(req, res, error, requestId);
  } finally {
    deadline.end();
  }
}

/** Anything but a call or a file is a page, unless the Accept header excludes HTML. */
function wantsPage(path: string, accept = '*/*'): boolean {
  if (!isScreenPath(path)) return false;
  return /text\/(html|\*)|\*\/\*/.test(accept) && !/^(image|audio|video|font)\//.test(accept);
}

/**
 * Sets the headers of every response, refusals included. Returns the request id used in the log.
 */
function begin(res: ServerResponse): string {
  const requestId = randomUUID();
  for (const [name, value] of commonHeaders) res.setHeader(name, value);
  res.setHeader('x-request-id', requestId);
  if (isInSafeMode()) res.setHeader('x-robots-tag', 'noindex');
  return requestId;
}

/** Screens take only small forms, whose length browsers always send. */
async function readForm(req: IncomingMessage): Promise<Buffer> {
  const { 'content-encoding': coding } = req.headers;
  if (coding !== undefined && coding !== 'identity')
    throw httpError('unsupported_encoding', 'Compressed requests are not accepted.');
  if (req.headers['transfer-encoding'])
    throw httpError('request_too_large', 'The request is too large.');
  return hasBody(req) ? readBody(req, pageBodyBytes) : emptyBody;
}

const server = http.createServer(
  {
    keepAliveTimeout: 5_000,
    headersTimeout: 10_000,
    requestTimeout: 15 * 60_000,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 16 * 1024,
  },
  (req, res) => {
    answer(req, res).catch((error: unknown) => {
      log('error', 'request failed', errorFields(error));
      if (!res.headersSent)
        res
          .writeHead(500, { 'content-type': 'text/plain' })
          .end('Something went wrong. Please try again later.\n');
      else res.destroy();
    });
  },
);

cutSilentReaders(server);
refuseUnreadable(server, { headers: commonHeaders, isCall: isRestPath });
const closeServer = closable(server);

/** Service managers and the launcher wait for 20 s and a little more. */
const stopWithin = 19_000;
let stopping: Promise<void> | undefined;
/**
 * Stops in order: readiness off, no new connections, requests finish, then jobs, then the database.
 * Takes at most 20 s, whatever hangs.
 */
function stop(reason: string): Promise<void> {
  return (stopping ??= (async () => {
    log('info', 'stopping', { reason });
    const deadline = beginDeadline(stopWithin, () => {
      log('warn', 'stopped, with something still under way');
      process.exit(0);
    });
    beginStopping();
    const closed = closeServer(deadline.left() - 7_000);
    closeStreams();
    await closed;
    await deadline.atMost(deadline.left() - 2_500, (milliseconds) =>
      stopBackgroundJobs(milliseconds - 500),
    );
    heartbeat.stop();
    deadlines.stop();
    await deadline.atMost(1_000, bus.stop);
    await deadline.atMost(1_200, () => closeDb(1));
    log('info', 'stopped');
    process.exit(0);
  })());
}

process.on('SIGTERM', () => void stop('SIGTERM'));
process.on('SIGINT', () => void stop('SIGINT'));
// The launcher holds an IPC channel; once it is closed, nobody would stop this process.
if (process.connected) process.on('disconnect', () => void stop('launcher has ended'));
process.on('unhandledRejection', (reason) =>
  log('error', 'unhandled rejection', errorFields(reason)),
);
process.on('uncaughtException', (error) => {
  log('error', 'uncaught exception', errorFields(error));
  process.exit(1);
});

await untilReached(startBackgroundJobs, waiting);
startChecking();
await heartbeat.whenListening();
server.listen(settings.PORT, settings.HOST, () => {
  const bound = server.address();
  log('info', 'listening', {
    origin: settings.PUBLIC_ORIGIN,
    port: typeof bound === 'object' ? bound?.port : undefined,
  });
});
