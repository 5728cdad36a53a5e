import { ofetch } from 'ofetch';
import type { Call, CallOptions, Method } from './calls.ts';

/** What every call answers (contract README, section 3). */
export interface Envelope {
  status_code: number;
  body?: unknown;
  error?: true;
  error_code?: string;
  message?: string | Record<string, string>;
  retry_after?: number;
}

/** The server said no. `message` is for people; `fields` holds the texts of single fields, if any. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;

  constructor(envelope: Envelope) {
    const { message } = envelope;
    super(typeof message === 'string' ? message : Object.values(message ?? {}).join(' '));
    this.status = envelope.status_code;
    this.code = envelope.error_code ?? 'server_error';
    this.fields = typeof message === 'object' ? message : {};
  }
}

function call<Input, Output>(method: Method, path: string): Call<Input, Output> {
  const send = async (input: Input, options: CallOptions = {}): Promise<Output> => {
    const rest: Record<string, unknown> = { ...(input as object) };
    const address = path.replace(/:(\w+)/g, (_, name: string) => {
      const value = rest[name];
      delete rest[name];
      return encodeURIComponent(String(value));
    });
    const envelope = await ofetch<Envelope>(`/api/rest${address}`, {
      method,
      ...(method === 'GET' ? { query: rest } : { body: rest }),
      headers: { ...consumer(), ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}) },
      ...(options.signal ? { signal: options.signal } : {}),
      credentials: 'same-origin',
      ignoreResponseError: true,
      retry: 0,
    });
    if (envelope.error || envelope.status_code >= 400) throw new CallError(envelope);
    return envelope.body as Output;
  };
  return Object.assign(send, { method, path });
}

/** Names this client application; every page carries the pair (it is a name, not a secret). */
function consumer(): Record<string, string> {
  const [key = '', secret = ''] = document.querySelector<HTMLMetaElement>('meta[name="hearth-consumer"]')?.content.split(':') ?? ['hearth-web', 'hearth-web'];
  return { oauth_consumer_key: key, oauth_consumer_secret: secret };
}

export const get = <Input, Output>(path: string) => call<Input, Output>('GET', path);
export const post = <Input, Output>(path: string) => call<Input, Output>('POST', path);
export const put = <Input, Output>(path: string) => call<Input, Output>('PUT', path);
export const del = <Input, Output>(path: string) => call<Input, Output>('DELETE', path);
