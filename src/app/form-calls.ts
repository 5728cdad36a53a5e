import { checkServedFor } from '#domains/policy/viewer.server.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { fieldMember, memberField } from '#lib/served-member.ts';
import { readUnticked, untickedField } from '#lib/unticked.ts';
import { isHttps } from '#server/base-url.ts';
import { forbidden, HttpError, invalid } from '#server/errors.ts';
import type { CallFormState } from '#server/form-state.ts';
import type { Handler, UploadRequest } from '#server/handle.ts';
import { parseUrlEncoded, type Fields } from '#server/http/body.ts';
import { logLimit } from '#server/log-limit.ts';
import { formState, formStatus, isUrlEncoded, readPageForm } from '#server/page-form.ts';
import { restRoutes } from '#server/rest-routes.ts';
import { countCall, joinFields, parseInput, toCreation } from '#server/run-call.ts';
import { safeNext } from '#server/safe-next.ts';
import { handlers } from './domains.ts';

// Forms of screens make the calls of the REST surface (docs/decisions/030-forms-before-scripts.md):
// the field `call` names one, the others are its input. Same schema, limits and function.

const formHandlers = handlers.filter(({ form }) => form);
const routes = restRoutes(formHandlers);

/** A form sent by a screen for one of the calls. */
export interface SentForm {
  /** 'POST /advancedactivity/comment' */
  name: string;
  /** Input of the call, without the fields that only the form needs. */
  fields: Fields;
  /** Fields that the member could see and change. */
  visible: Fields;
  handler: Handler;
  key: string | undefined;
  next: string | undefined;
}

const asText = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

/** Finds the call named by a form; only calls with `form` qualify. */
export function findCall(call: string): { handler: Handler; fields: Fields } {
  const [, method, path, query = ''] = /^([A-Z]+) (\/[^?]*)\??(.*)$/.exec(call) ?? [];
  const match = method && path ? routes.find(method, path) : undefined;
  if (typeof match !== 'object') throw invalid('The request could not be read.');
  return { handler: match.handler, fields: joinFields(parseUrlEncoded(query), match.params) };
}

const nameOf = ({ call }: Pick<Handler, 'call'>) => `${call.method} ${call.path}`;

/**
 * Reads a form for one of the calls, or the link of a pressed button. Returns undefined for a
 * screen's own forms and leaves their body unread. Refuses a form that was served for another member.
 */
export async function readSentForm(
  request: Request,
  viewer: Viewer,
): Promise<SentForm | { go: string } | undefined> {
  if (request.method !== 'POST' || !isUrlEncoded(request)) return undefined;
  const posted = await readPageForm(request.clone());
  const servedFor = fieldMember(Object.keys(posted));
  // Somebody who is signed out gets the words back (signedOutForm).
  if (isMember(viewer)) checkServedFor(viewer, servedFor);
  if (typeof posted.go === 'string') return { go: safeNext(posted.go) };
  if (typeof posted.call !== 'string') return undefined;
  const { call, idempotency_key: key, next, [untickedField]: unticked, ...visible } = posted;
  if (servedFor) delete visible[memberField(Number(servedFor))];
  // Checkboxes become the list that the call takes.
  for (const [name, value] of Object.entries(visible)) {
    if (Array.isArray(value) && value.every((id) => /^\d+$/.test(String(id))))
      visible[name] = value.join(',');
  }
  const isSent = (name: string) => name in visible;
  Object.assign(visible, Object.fromEntries(readUnticked(unticked, isSent)));
  const { handler, fields } = findCall(call as string);
  return {
    name: nameOf(handler),
    fields: joinFields(fields, visible),
    visible,
    handler,
    key: asText(key),
    next: asText(next),
  };
}

interface Sender {
  viewer: Member;
  request: Request;
  address: string;
  requestId: string;
  routePattern: string;
}

export type FormAnswer =
  | { location: string; headers: Headers; state?: undefined }
  | { location?: undefined; status: number; headers: Headers; state: CallFormState };

/** Whether the key was used before, for other content. */
const isKeyTaken = (error: unknown) =>
  error instanceof HttpError &&
  typeof error.detail === 'object' &&
  'Idempotency-Key' in error.detail;

/** Runs the call of a form. `here` is the screen that contained it. */
export async function runForm(form: SentForm, sender: Sender, here: string): Promise<FormAnswer> {
  const { handler, fields } = form;
  const headers = new Headers({ 'cache-control': 'private, no-store' });
  try {
    const { input, output } = await run(form, sender, headers);
    const options = handler.form!;
    const anchor = options.anchor?.(input as never);
    const back = form.next ?? (anchor ? `${here}#${anchor}` : here);
    const next = options.next?.(output as never, input as never) ?? back;
    const isOther = options.otherwise?.applies(output as never) ?? false;
    const count = options.counted?.of(output as never) ?? '';
    if (options.done || options.counted)
      headers.append(
        'set-cookie',
        noticeCookie(isOther || options.counted ? `${form.name}*${count}` : form.name, 60),
      );
    return { location: safeNext(next), headers };
  } catch (error) {
    if (!(error instanceof HttpError) || error.status === 500) throw error;
    logLimit(error, sender.routePattern, sender);
    if (error.retryAfter !== undefined) headers.set('retry-after', String(error.retryAfter));
    const state = { ...formState(error, form.visible), name: form.name, fields };
    return { status: formStatus(error), headers, state };
  }
}

async function run(
  form: SentForm,
  { viewer, request, address, requestId }: Sender,
  headers: Headers,
) {
  const { handler, fields, key } = form;
  const parsed = parseInput(handler, fields);
  await countCall(viewer, address, 'input' in parsed ? handler.limit : undefined);
  if ('problem' in parsed) throw parsed.problem;
  const { input } = parsed;
  const runWith = (usedKey: string | undefined) => {
    const upload: UploadRequest = {
      address,
      device: (request.headers.get('user-agent') ?? '').slice(0, 300),
      isNative: false,
      requestId,
      headers: Object.fromEntries(request.headers),
      setCookie: (line) => headers.append('set-cookie', line),
      setHeader: (name, value) => headers.set(name, value),
      files: [],
      folder: '',
      creation: toCreation({ handler, viewer, address, input, key: usedKey }),
    };
    return handler.run(viewer as never, input as never, upload);
  };
  try {
    return { input, output: await runWith(key) };
  } catch (error) {
    if (!key || !isKeyTaken(error)) throw error;
    // The back button restored an old form whose text was changed: its key belongs to the content
    // sent first.
    const { inputHash } = toCreation({ handler, viewer, address, input, key });
    const ownKey = `${key.slice(0, 100)}-${inputHash.toString('hex').slice(0, 32)}`;
    return { input, output: await runWith(ownKey) };
  }
}

/**
 * The state of a form whose sender is signed out: nothing was done, and the text is shown again.
 */
export function signedOutForm({ name, fields, visible }: SentForm): CallFormState {
  const refusal = forbidden(
    'You are signed out, so this was not sent. Please log in and try again.',
  );
  return { ...formState(refusal, visible), name, fields };
}

const cookieName = 'notice';

/**
 * Names the call whose text the next screen shows, never its own text: with * `otherwise`, with * and
 * a number `counted`.
 */
export function noticeCookie(name: string, seconds: number): string {
  const secure = isHttps() ? '; Secure' : '';
  const value = encodeURIComponent(name);
  return `${cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The text that belongs to the notice cookie, if there is one, and the name of its call. */
export function findNotice(cookies: string | null): { name: string; text?: string } | undefined {
  const [, value] = /(?:^|;\s*)notice=([^;]*)/.exec(cookies ?? '') ?? [];
  if (!value) return undefined;
  const [, sent, other] = /^(.*?)(\*\d{0,4})?$/.exec(value)!;
  const handler = formHandlers.find((one) => encodeURIComponent(nameOf(one)) === sent);
  if (!handler) return undefined;
  const { done, counted, otherwise } = handler.form!;
  const text = other ? (counted?.text(Number(other.slice(1))) ?? otherwise?.text) : done;
  return { name: nameOf(handler), ...(text === undefined ? {} : { text }) };
}
