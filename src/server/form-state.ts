import { randomBytes } from 'node:crypto';
import type { CallName } from '#lib/form-call.ts';
import type { ServedForm } from '#lib/served-form.ts';
import type { Fields } from '#server/http/body.ts';
import type { FormState } from './page-form.ts';

/** The state of a refused form, for the screen that draws it again. */
export interface CallFormState extends FormState {
  /** 'POST /advancedactivity/comment' */
  name: string;
  fields: Fields;
  /** Set by the component that shows it; otherwise the layout does. */
  isShown?: boolean;
}

/**
 * The refused form of this call, if the screen was requested for one with these fields. The caller
 * shows its errors beside its fields.
 */
export function takeForm(
  locals: App.Locals,
  call: CallName,
  fields: Record<string, string | number> = {},
): CallFormState | undefined {
  const { form } = locals;
  if (form?.name !== `${call.method} ${call.path}`) return undefined;
  const isSame = Object.entries(fields).every(
    ([field, value]) => String(form.fields[field]) === String(value),
  );
  if (!isSame) return undefined;
  form.isShown = true;
  return form;
}

/** Everything to render a form for this call: action, idempotency key, and the refused input. */
export function servedForm(
  locals: App.Locals,
  call: CallName,
  fields: Record<string, string | number> = {},
): ServedForm {
  const refused = takeForm(locals, call, fields);
  const form: ServedForm = {
    action: locals.requestPath ?? '/home',
    key: randomBytes(12).toString('base64url'),
  };
  if (locals.viewer.kind === 'member') form.member = locals.viewer.id;
  if (refused) {
    form.typed = refused.typed;
    form.problems = refused.problems;
  }
  return form;
}
