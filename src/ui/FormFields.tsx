import type { ServedForm } from '#lib/served-form.ts';

/** Why a form was refused, in one text. */
export const refusedText = (form: ServedForm | undefined): string =>
  Object.values(form?.problems ?? {}).join(' ');

/** Stands beside the field that was refused. */
export function FieldError({ id, text }: { id: string; text: string }) {
  if (!text) return null;
  return (
    <p className="field-error" id={id} role="alert">
      {text}
    </p>
  );
}

/** The hidden fields of a form that makes a call where no script runs: which call, and its key. */
export function FormFields({ call, form }: { call: string; form: ServedForm | undefined }) {
  return (
    <>
      <input type="hidden" name="call" value={call} />
      {form && <input type="hidden" name="idempotency_key" value={form.key} />}
    </>
  );
}
