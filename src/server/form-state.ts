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
  /** Set by the part of the screen that shows it; else the frame does. */
  isShown?: boolean;
}

/**
 * The refused form of this call, if the screen was sent for one with these fields. Whoever asks
 * shows its problems beside its fields.
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

/** What a form for this call is drawn with: where it goes, its key, and what was refused. */
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
  if (refused) {
    form.typed = refused.typed;
    form.problems = refused.problems;
  }
  return form;
}
