import type { Call, CallOptions, Method } from './calls.ts';
import type { CallName } from './form-call.ts';
import { loginPath } from './login-path.ts';
import { isNative } from './native-transport.ts';
import { leavePage, memberHeader, servedMember } from './served-member.ts';
import { isSigningOut } from './session-end.ts';
import { clearCredentials, readCredentials } from './stored-credentials.ts';
import { send } from './transport.ts';

/** The response of every call (docs/contract/README.md). */
interface Envelope {
  status_code: number;
  body?: unknown;
  error?: boolean;
  error_code?: string;
  message?: string | Record<string, string>;
  retry_after?: number;
  field?: string;
}

/** A failed call. `message` is for people; `fields` has the messages for single form fields. */
export class RestError extends Error {
  /** 0 without a response. */
  readonly status: number;
  /** The contract's error_code, 'offline' (no response) or 'aborted' (by the caller). */
  readonly code: string;
  readonly fields: Record<string, string>;
  /** Seconds to wait before trying again, if the server sent them. */
  readonly retryAfter: number | undefined;
  /** The form field with the rejected file. */
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
 * The message for a failed action: if the device is offline that is the reason, whatever else the
 * action would say.
 */
export function failureText(error: unknown, otherwise: string, offline = offlineText): string {
  const isOffline =
    error instanceof RestError && error.code === 'offline' && navigator.onLine === false;
  return isOffline ? offline : otherwise;
}

/** Milliseconds after which a call without a file is aborted. */
const timeout = 30_000;

/** Headers that identify this client application: a name that every page carries, not a secret. */
function consumer(): Record<string, string> {
  const content =
    globalThis.document?.querySelector<HTMLMetaElement>('meta[name="consumer"]')?.content ?? '';
  const at = content.indexOf(':');
  return at < 0
    ? {}
    : { oauth_consumer_key: content.slice(0, at), oauth_consumer_secret: content.slice(at + 1) };
}

type Field = [name: string, value: string | Blob];

/** Refused if somebody else is signed in by now. */
const servedFor = (): Record<string, string> =>
  servedMember() ? { [memberHeader]: servedMember() } : {};

/** Encodes values for forms and queries; null and undefined are left out. */
function toFields(input: Record<string, unknown>): Field[] {
  return Object.entries(input).flatMap(([name, value]): Field[] => {
    if (value === undefined || value === null) return [];
    if (value instanceof Blob) return [[name, value]];
    if (typeof value === 'boolean') return [[name, value ? '1' : '0']];
    if (Array.isArray(value)) return [[name, value.join(',')]];
    return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
  });
}

function toFormData(fields: Field[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

/**
 * The session has ended: log in again and come back here. Drafts are stored on the device, not in
 * this page.
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
    // Not a response of our server, but of a proxy in between.
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

function toRestError(error: unknown): RestError {
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
  const fields = toFields(rest);
  const identity = { ...consumer(), ...(await readCredentials()) };
  const hasFiles = fields.some(([, value]) => value instanceof Blob);
  // Before the files, so that a server that streams the form knows the sender first.
  const isNativeForm = hasFiles && isNative();
  const inQuery = method === 'GET' || method === 'DELETE';
  const body = hasFiles
    ? toFormData(isNativeForm ? [...Object.entries(identity), ...fields] : fields)
    : new URLSearchParams(fields as [string, string][]);
  try {
    const response = await send<unknown>(address, {
      method,
      ...(inQuery ? { query: Object.fromEntries(fields) } : { body }),
      headers: {
        ...(isNativeForm ? {} : identity),
        ...servedFor(),
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
      },
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
      ...(options.viaBrowser ? { viaBrowser: true } : {}),
      ...(options.onProgress ? { onProgress: options.onProgress } : {}),
      ...(!options.onProgress && !hasFiles ? { timeout } : {}),
    });
    return unwrap(response.status, response._data, response.headers.get('retry-after'));
  } catch (error) {
    const failure = toRestError(error);
    if (failure.code === 'invalid_token' && !isSigningOut()) await signOut();
    if (failure.code === 'other_member') leavePage();
    throw failure;
  }
}

function call<Input, Output>(method: Method, path: string): Call<Input, Output> {
  const sender = (input: Input, options: CallOptions = {}) =>
    perform(method, path, input as Record<string, unknown>, options) as Promise<Output>;
  return Object.assign(sender, { method, path });
}

// Annotated, so that a screen carries only those calls of a file that it makes.

/** The call of that name, which a screen has given to an island. */
export const namedCall = <Input, Output>({ method, path }: CallName): Call<Input, Output> =>
  call(method, path);

/** The payload travels in the query. */
/* @__NO_SIDE_EFFECTS__ */
export const get = <Input, Output>(path: string): Call<Input, Output> => call('GET', path);
/** The payload travels as form fields. */
/* @__NO_SIDE_EFFECTS__ */
export const post = <Input, Output>(path: string): Call<Input, Output> => call('POST', path);
/** The payload travels as form fields. */
/* @__NO_SIDE_EFFECTS__ */
export const put = <Input, Output>(path: string): Call<Input, Output> => call('PUT', path);
/** The payload travels in the query. */
/* @__NO_SIDE_EFFECTS__ */
export const del = <Input, Output>(path: string): Call<Input, Output> => call('DELETE', path);
