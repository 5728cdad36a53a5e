import type { z } from 'zod';
import { toHttpError } from '#server/http/answer.ts';
import { parseUrlEncoded } from '#server/http/body.ts';
import type { Caller } from './caller.ts';
import { HttpError, httpError, invalid, type ErrorCode, type ErrorReason } from './errors.ts';
import { logLimit } from './log-limit.ts';
import { plainIssue } from './plain-issues.ts';

/** State of a form that was submitted and refused. */
export interface FormState {
  /** Submitted text, without passwords. */
  typed: Record<string, string>;
  /** By field; `general` is for the form as a whole. */
  problems: Record<string, string>;
  /** Error code of the refusal, as in answers to calls. */
  code?: ErrorCode;
  /** As `HttpError.reason`. */
  reason?: ErrorReason | undefined;
}

export const emptyForm: FormState = { typed: {}, problems: {} };

/** The part of Astro's context that forms need. */
export interface Screen {
  request: Request;
  locals: App.Locals;
  response: ResponseInit & { readonly headers: Headers };
  routePattern: string;
}

const maxBytes = 64 * 1024;

export const isUrlEncoded = (request: Request): boolean => {
  const type = request.headers.get('content-type')?.split(';')[0];
  return type?.trim().toLowerCase() === 'application/x-www-form-urlencoded';
};

/** Reads the body of a form sent by a screen. */
export async function readPageForm(request: Request): Promise<Record<string, unknown>> {
  if (!isUrlEncoded(request)) throw invalid('The request could not be read.');
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > maxBytes) {
    throw httpError('request_too_large', 'The request is too large.');
  }
  try {
    return parseUrlEncoded(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw error instanceof HttpError ? error : invalid('The request could not be read.');
  }
}

const isSecret = (name: string) => /passw|passconf|^code$/i.test(name);

/** The fields that may be shown again. */
export const typedFields = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !isSecret(entry[0]),
    ),
  );

/** One message per field that does not fit the schema. */
export function fieldProblems(error: z.ZodError, fields: Record<string, unknown>) {
  const problems: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    const field = String(path[0] ?? 'general');
    const isMissing = fields[field] === undefined || fields[field] === '';
    problems[field] ??= isMissing ? 'Please fill in this field.' : message;
  }
  return problems;
}

/** The state to show for a refused form. */
export const formState = (refusal: HttpError, fields: Record<string, unknown>): FormState => ({
  typed: typedFields(fields),
  problems: typeof refusal.detail === 'string' ? { general: refusal.detail } : refusal.detail,
  code: refusal.code,
  reason: refusal.reason,
});

/** The status of a screen that shows a refused form; 401 and 404 would describe its URL instead. */
export const formStatus = ({ status }: HttpError): number =>
  status === 401 || status === 404 ? 400 : status;

export const toCaller = ({ request, locals }: Screen): Caller => ({
  address: locals.address ?? '0.0.0.0',
  userAgent: request.headers.get('user-agent')?.slice(0, 300) ?? '',
  device: locals.device,
});

/**
 * Validates the posted form and runs the action: `done` is the result of `run`, else `state` is
 * what the form shows. Sets the status of the response; 401 and 404 would be about the page, not
 * the input, so they become 400.
 */
export async function submit<Input, Done>(
  screen: Screen,
  schema: z.ZodType<Input>,
  run: (input: Input, caller: Caller) => Promise<Done>,
  more: Record<string, unknown> = {},
): Promise<{ done: Done; state?: undefined } | { done?: undefined; state: FormState }> {
  let fields: Record<string, unknown> = {};
  try {
    fields = { ...(await readPageForm(screen.request)), ...more };
    const parsed = schema.safeParse(fields, { error: plainIssue });
    if (!parsed.success) throw invalid(fieldProblems(parsed.error, fields));
    return { done: await run(parsed.data, toCaller(screen)) };
  } catch (error) {
    const refusal = toHttpError(error, screen.locals.requestId);
    if (refusal.status === 500) throw refusal;
    logLimit(refusal, screen.routePattern, screen.locals);
    screen.response.status = formStatus(refusal);
    if (refusal.retryAfter !== undefined)
      screen.response.headers.set('retry-after', String(refusal.retryAfter));
    return { state: formState(refusal, fields) };
  }
}

/**
 * Redirects to the next screen, with cookies if there are any. 303: the browser fetches it with
 * GET, and a reload posts nothing twice.
 */
export function seeOther(path: string, cookies: string[] = []): Response {
  const headers = new Headers({ location: path, 'cache-control': 'private, no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

/**
 * Takes the form of a screen if one was sent: `redirect` leads to the next screen, unless it was
 * refused. Else `form` is what the screen shows.
 */
export async function takeForm<Input, Done>(
  screen: Screen,
  schema: z.ZodType<Input>,
  run: (input: Input, caller: Caller) => Promise<Done>,
  next: string | ((done: Done) => string),
): Promise<{ form: FormState; redirect?: Response }> {
  if (screen.request.method !== 'POST') return { form: emptyForm };
  const result = await submit(screen, schema, run);
  if (result.state) return { form: result.state };
  return {
    form: emptyForm,
    redirect: seeOther(typeof next === 'string' ? next : next(result.done as Done)),
  };
}

/** Headers for screens with a secret in their address: no referrer, no cache, no index. */
export function keepAddressSecret({ response }: Screen) {
  response.headers.set('referrer-policy', 'no-referrer');
  response.headers.set('cache-control', 'private, no-store');
  response.headers.set('x-robots-tag', 'noindex');
}
