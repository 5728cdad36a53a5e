import type { ServedForm } from '#lib/served-form.ts';

/** The error messages of a rejected form, in one text. */
export const formErrorText = (form: ServedForm | undefined): string =>
  Object.values(form?.problems ?? {}).join(' ');

/** The error message beside a field. */
export function FieldError({ id, text }: { id: string; text: string }) {
  if (!text) return null;
  return (
    <p className="field-error" id={id} role="alert">
      {text}
    </p>
  );
}

/** Hidden fields of a form that makes a call without script: the call and its idempotency key. */
export function FormFields({ call, form }: { call: string; form: ServedForm | undefined }) {
  return (
    <>
      <input type="hidden" name="call" value={call} />
      {form && <input type="hidden" name="idempotency_key" value={form.key} />}
    </>
  );
}
