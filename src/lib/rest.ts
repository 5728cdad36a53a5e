import { createFetch } from 'ofetch';
import type { Call, CallOptions, Method } from './calls.ts';
import { loginPath } from './login-path.ts';
import { isNative, nativeRequest } from './native-transport.ts';
import { clearCredentials, readCredentials } from './stored-credentials.ts';
import { upload } from './upload.ts';

/** What every call answers (contract README, section 3). */
interface Envelope {
  status_code: number;
  body?: unknown;
  error?: boolean;
  error_code?: string;
  message?: string | Record<string, string>;
  retry_after?: number;
  field?: string;
}

/**
 * Why a call failed. `message` is for people; `fields` holds the texts of single fields of a form.
 */
export class RestError extends Error {
  /** 0 when no answer came. */
  readonly status: number;
  /** The contract's error_code, or 'offline' (no answer came) or 'aborted' (by the caller). */
  readonly code: string;
  readonly fields: Record<string, string>;
  /** Seconds to wait before trying again, when the server said so. */
  readonly retryAfter: number | undefined;
  /** The one that held a refused file. */
  readonly field: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string | Record<string, string>,
    retryAfter?: number,
    field?: string,
  ) {
    super(typeof message === 'string' ? message : Object.values(message).join(' '));
    this.name = 'RestError';
    this.status = status;
    this.code = code;
    this.fields = typeof message === 'string' ? {} : message;
    this.retryAfter = retryAfter;
    this.field = field;
  }
}

export const offlineText = 'You are offline. Please try again when you are back.';

/**
 * The text for a failed action: when the device is offline that is the reason, whatever else the
 * action would say.
 */
export function failureText(error: unknown, otherwise: string, offline = offlineText): string {
  const isOffline =
    error instanceof RestError && error.code === 'offline' && navigator.onLine === false;
  return isOffline ? offline : otherwise;
}

/** A call without a file that brings no answer for this long is given up. */
const patience = 30_000;

interface SendOptions extends RequestInit {
  onProgress?: CallOptions['onProgress'];
  viaBrowser?: boolean;
}

/**
 * How bytes travel: the native plugin where there is one, XMLHttpRequest where progress is wanted,
 * else fetch.
 */
async function transport(address: RequestInfo | URL, options: SendOptions = {}): Promise<Response> {
  const url = String(address);
  const {
    method = 'GET',
    body = null,
    signal = null,
    keepalive = false,
    onProgress,
    viaBrowser = false,
  } = options;
  const headers = new Headers(options.headers);
  if (isNative() && !viaBrowser && method !== 'GET' && !(body instanceof FormData)) {
    if (body instanceof URLSearchParams)
      headers.set('content-type', 'application/x-www-form-urlencoded');
    try {
      return await nativeRequest(url, {
        method,
        headers,
        body: body === null ? undefined : String(body),
      });
    } catch {
      signal?.throwIfAborted();
    }
  }
  if (onProgress && typeof XMLHttpRequest !== 'undefined') {
    return upload(url, {
      method,
      headers,
      body: body as XMLHttpRequestBodyInit | null,
      signal,
      onProgress,
    });
  }
  return globalThis.fetch(url, {
    method,
    body,
    signal,
    headers,
    keepalive,
    credentials: 'same-origin',
  });
}

const send = createFetch({
  fetch: transport,
  // Errors are read from the envelope, and only the caller knows whether trying again is right.
  defaults: {
    baseURL: '/api/rest',
    retry: false,
    ignoreResponseError: true,
    headers: { accept: 'application/json' },
  },
}).raw;

/** Names this client application: a name that every page carries, no secret. */
function consumer(): Record<string, string> {
  const content =
    globalThis.document?.querySelector<HTMLMetaElement>('meta[name="consumer"]')?.content ?? '';
  const at = content.indexOf(':');
  return at < 0
    ? {}
    : { oauth_consumer_key: content.slice(0, at), oauth_consumer_secret: content.slice(at + 1) };
}

type Field = [name: string, value: string | Blob];

/** Values as forms and queries carry them; what is absent is left out. */
function fieldsOf(input: Record<string, unknown>): Field[] {
  return Object.entries(input).flatMap(([name, value]): Field[] => {
    if (value === undefined || value === null) return [];
    if (value instanceof Blob) return [[name, value]];
    if (typeof value === 'boolean') return [[name, value ? '1' : '0']];
    if (Array.isArray(value)) return [[name, value.join(',')]];
    return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
  });
}

function formOf(fields: Field[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

/**
 * The session is over: log in again and come back here. What was typed is kept on the device, not
 * in this page.
 */
async function signOut() {
  await clearCredentials();
  const { pathname, search } = location;
  if (!pathname.startsWith('/login')) location.assign(loginPath(pathname + search, 'ended'));
}

function unwrap(status: number, answer: unknown, retryAfterHeader: string | null): unknown {
  if (status === 204) return undefined;
  const envelope = answer as Envelope | undefined;
  const retryAfter =
    envelope?.retry_after ?? (retryAfterHeader ? Number(retryAfterHeader) : undefined);
  if (typeof envelope?.status_code !== 'number') {
    // Not our server's voice: something between us and it.
    throw new RestError(
      status,
      status >= 502 ? 'unavailable' : 'server_error',
      'Something went wrong. Please try again later.',
      retryAfter,
    );
  }
  if (envelope.error || envelope.status_code >= 400) {
    const {
      error_code: code = 'server_error',
      message = 'Something went wrong. Please try again later.',
    } = envelope;
    throw new RestError(envelope.status_code, code, message, retryAfter, envelope.field);
  }
  return envelope.body;
}

function asRestError(error: unknown): RestError {
  if (error instanceof RestError) return error;
  const cause = (error as { cause?: unknown }).cause ?? error;
  if ((cause as Error).name === 'AbortError') return new RestError(0, 'aborted', 'Cancelled.');
  return new RestError(
    0,
    'offline',
    'The server cannot be reached. Please check your connection and try again.',
  );
}

async function perform(
  method: Method,
  path: string,
  input: Record<string, unknown>,
  options: CallOptions,
): Promise<unknown> {
  const rest = { ...input };
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const fields = fieldsOf(rest);
  const identity = { ...consumer(), ...(await readCredentials()) };
  const hasFiles = fields.some(([, value]) => value instanceof Blob);
  // Before the files: a server that reads a form as it comes knows the sender first.
  const isNativeForm = hasFiles && isNative();
  const inQuery = method === 'GET' || method === 'DELETE';
  const body = hasFiles
    ? formOf(isNativeForm ? [...Object.entries(identity), ...fields] : fields)
    : new URLSearchParams(fields as [string, string][]);
  try {
    const response = await send<unknown>(address, {
      method,
      ...(inQuery ? { query: Object.fromEntries(fields) } : { body }),
      headers: {
        ...(isNativeForm ? {} : identity),
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
      },
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
      ...(options.viaBrowser ? { viaBrowser: true } : {}),
      ...(options.onProgress ? { onProgress: options.onProgress } : {}),
      ...(!options.onProgress && !hasFiles ? { timeout: patience } : {}),
    });
    return unwrap(response.status, response._data, response.headers.get('retry-after'));
  } catch (error) {
    const failure = asRestError(error);
    if (failure.code === 'invalid_token') await signOut();
    throw failure;
  }
}

function call<Input, Output>(method: Method, path: string): Call<Input, Output> {
  const sender = (input: Input, options: CallOptions = {}) =>
    perform(method, path, input as Record<string, unknown>, options) as Promise<Output>;
  return Object.assign(sender, { method, path });
}

/** The payload travels in the query. */
export const get = <Input, Output>(path: string): Call<Input, Output> => call('GET', path);
/** The payload travels as form fields. */
export const post = <Input, Output>(path: string): Call<Input, Output> => call('POST', path);
/** The payload travels as form fields. */
export const put = <Input, Output>(path: string): Call<Input, Output> => call('PUT', path);
/** The payload travels in the query. */
export const del = <Input, Output>(path: string): Call<Input, Output> => call('DELETE', path);
