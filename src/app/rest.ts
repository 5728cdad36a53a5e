import type { IncomingMessage, ServerResponse } from 'node:http';
import { clearedCookies } from '#domains/auth/cookies.ts';
import { addRelations } from '#domains/friends/user-lite.views.server.ts';
import { checkServedFor, readViewer } from '#domains/policy/viewer.server.ts';
import { isMember, visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { memberHeader } from '#lib/served-member.ts';
import { isHttps } from '#server/base-url.ts';
import { isTestBuild } from '#server/clock.ts';
import { env } from '#server/env.ts';
import { forbidden, HttpError, httpError } from '#server/errors.ts';
import type { Handler, UploadRequest } from '#server/handle.ts';
import { sendError, sendJson, toHttpError } from '#server/http/answer.ts';
import { parseUrlEncoded, readFields, type Fields } from '#server/http/body.ts';
import { checkTarget, splitTarget } from '#server/http/target.ts';
import { settleBody } from '#server/http/unread-body.ts';
import { logLimit } from '#server/log-limit.ts';
import { log } from '#server/log.ts';
import { isNoContent, noContent } from '#server/responses.ts';
import { restRoutes } from '#server/rest-routes.ts';
import {
  countCall,
  countRead,
  joinFields,
  onlyReads,
  parseInput,
  toCreation,
} from '#server/run-call.ts';
import { isInSafeMode } from '#server/safe-mode.ts';
import { isFaulty } from '#server/test-hooks.ts';
import { checkUploadLimits, countUpload, enterUpload } from '#server/uploads/upload-limit.ts';
import {
  checkAnnounced,
  isMultipart,
  receive,
  type FileRules,
  type Upload,
} from '#server/uploads/uploads.ts';
import { handlers } from './domains.ts';

const base = '/api/rest';
const routes = restRoutes(handlers);

export const isRestPath = (path: string) =>
  path.toLowerCase().startsWith(`${base}/`) || path.toLowerCase() === base;

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Names the client application. It grants nothing (contract README, section 2). */
function checkConsumer(req: IncomingMessage, fields: Fields) {
  const key = asText(req.headers.oauth_consumer_key) ?? asText(fields.oauth_consumer_key);
  const secret = asText(req.headers.oauth_consumer_secret) ?? asText(fields.oauth_consumer_secret);
  if (!key || !secret)
    throw httpError('oauth_parameter_missing', 'The client application did not name itself.');
  if (!env().CONSUMERS.includes(`${key}:${secret}`))
    throw httpError('invalid_consumer', 'This client application is not known here.');
}

function envelope(handler: Handler, output: unknown) {
  if (handler.output === noContent) return { status_code: 204 };
  if (isTestBuild) {
    const checked = handler.output.safeParse(output);
    if (!checked.success)
      throw new Error(`${handler.call.path} answers outside its schema: ${checked.error.message}`);
  }
  return { status_code: isNoContent(handler.output) ? 204 : 200, body: output };
}

interface Edge {
  requestId: string;
  address: string;
  /** Rejects when the database is away. */
  race: <T>(work: Promise<T>) => Promise<T>;
  /** Waits for a slot (semaphore.ts) once the body is in: a slow sender must not occupy one. */
  enter?: () => Promise<() => void>;
}

/** The request as far as it has been processed. */
interface Progress {
  viewer?: Viewer;
  isNative: boolean;
  leave?: () => void;
  upload?: Upload;
}

interface Reception {
  req: IncomingMessage;
  files: FileRules;
  /** Identifies the sender from the fields so far; throws if they may not upload files. */
  admit: (fields: Fields) => Promise<Member>;
  race: Edge['race'];
}

/** Receives a member's files and counts them; aborted and refused uploads count too. */
async function receiveCounted({ req, files, admit, race }: Reception): Promise<Upload> {
  const totals = { files: 0, bytes: 0 };
  const sender: { id?: number } = {};
  const admitAs = async (fields: Fields) => {
    sender.id = (await admit(fields)).id;
  };
  const count = async () => sender.id !== undefined && (await race(countUpload(sender.id, totals)));
  let upload: Upload | undefined;
  try {
    upload = await receive(req, files, admitAs, totals);
    await count();
    return upload;
  } catch (error) {
    if (upload) await upload.dispose();
    else await count().catch(() => undefined);
    throw error;
  }
}

/** Answers one call under /api/rest; never throws. */
export async function rest(
  req: IncomingMessage,
  res: ServerResponse,
  { requestId, address, race, enter }: Edge,
) {
  const started = performance.now();
  let route = 'unknown';
  let status = 200;
  const progress: Progress = { isNative: false };
  const memberId = () =>
    progress.viewer && isMember(progress.viewer) ? progress.viewer.id : undefined;
  try {
    checkTarget(req.url ?? '/');
    const target = splitTarget(req.url ?? '/');
    const path = target.path.slice(base.length);
    const query = parseUrlEncoded(target.query);
    const match = routes.find(req.method === 'HEAD' ? 'GET' : (req.method ?? 'GET'), path);
    if (match === undefined) throw httpError('no_route', 'There is no such call.');
    if (match === 'wrong method')
      throw httpError('invalid_method', 'This call takes another method.');
    const { handler, params } = match;
    route = handler.call.path;
    const identify = async (fields: Fields) => {
      progress.isNative = ['_ANDROID_VERSION', '_IOS_VERSION', 'ios_version'].some(
        (name) => fields[name] !== undefined,
      );
      checkConsumer(req, fields);
      if (handler.ignoresCredentials) return (progress.viewer = visitor);
      try {
        const viewer = await race(readViewer({ headers: req.headers, fields }, onlyReads(handler)));
        checkServedFor(viewer, asText(req.headers[memberHeader]));
        return (progress.viewer = viewer);
      } catch (error) {
        // Guessing tokens counts too, as calls of a visitor.
        if (error instanceof HttpError && error.status < 500)
          await race(countCall(visitor, address, undefined));
        throw error;
      }
    };
    const admit = async (early: Fields) => {
      const viewer = await identify(joinFields(query, early, params));
      if (!isMember(viewer)) {
        await race(countCall(viewer, address, undefined));
        throw forbidden();
      }
      await race(checkUploadLimits(viewer.id, handler.limit));
      progress.leave = enterUpload(viewer.id);
      return viewer;
    };
    let body: Fields = {};
    if (handler.files && isMultipart(req)) {
      checkAnnounced(req, handler.files);
      progress.upload = await receiveCounted({ req, files: handler.files, admit, race });
      body = progress.upload.fields;
    } else if (req.method !== 'GET' && req.method !== 'HEAD') {
      body = await readFields(req);
    }
    // Uploads are limited separately and would occupy a slot here for as long as the images take.
    progress.leave ??= await enter?.();
    const fields = joinFields(query, body, params);
    const viewer = progress.viewer ?? (await identify(fields));
    const mayCall = handler.isPublic || isMember(viewer);
    const parsed = parseInput(handler, fields);
    const count = onlyReads(handler) ? countRead : countCall;
    await race(count(viewer, address, mayCall && 'input' in parsed ? handler.limit : undefined));
    if (!mayCall) throw forbidden();
    if ('problem' in parsed) throw parsed.problem;
    const { input } = parsed;
    const files = progress.upload?.files ?? [];
    const request: UploadRequest = {
      address,
      device: String(req.headers['user-agent'] ?? '').slice(0, 300),
      isNative: progress.isNative,
      requestId,
      headers: req.headers,
      setCookie: (header) => res.appendHeader('set-cookie', header),
      setHeader: (name, value) => res.setHeader(name, value),
      files,
      folder: progress.upload?.folder ?? '',
      creation: toCreation({
        handler,
        viewer,
        address,
        input,
        key: asText(req.headers['idempotency-key']),
        files,
      }),
    };
    const { upload } = progress;
    delete progress.upload;
    // The work needs its files even after the response stopped waiting for it.
    const work = handler
      .run(viewer as never, input as never, request)
      .finally(() => upload?.dispose());
    const output = await race(work);
    if (isMember(viewer)) await race(addRelations(viewer, output));
    // Simulates a connection lost after the call was carried out.
    if (isTestBuild && isFaulty('lost-answer')) return void res.destroy();
    sendJson(req, res, 200, envelope(handler, output));
  } catch (error) {
    // After a failure nothing of the upload is left.
    await progress.upload?.dispose();
    delete progress.upload;
    const httpError = toHttpError(error, requestId);
    status = httpError.status;
    // Scripts cannot remove the cookies of an ended session themselves. One that safe mode refuses
    // has not ended.
    if (httpError.code === 'invalid_token' && !isInSafeMode())
      for (const line of clearedCookies(isHttps())) res.appendHeader('set-cookie', line);
    await settleBody(req, res, httpError);
    // The public native client drops the message of every other HTTP status.
    sendError(req, res, httpError, requestId, progress.isNative ? 200 : status);
    logLimit(httpError, route, {
      requestId,
      ...(progress.viewer ? { viewer: progress.viewer } : {}),
    });
  } finally {
    progress.leave?.();
    log('info', 'call', {
      requestId,
      method: req.method,
      route,
      member: memberId(),
      status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
  }
}
