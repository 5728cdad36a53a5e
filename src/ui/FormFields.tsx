import type { ServedForm } from '#lib/served-form.ts';
import { MemberField } from './MemberField.tsx';

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

interface FormFieldsProps {
  call: string;
  /** Missing where it is rendered by script. */
  form: Partial<Pick<ServedForm, 'key' | 'member'>> | undefined;
}

/**
 * Hidden fields of a form that makes a call without script: its member, the call and its idempotency
 * key.
 */
export function FormFields({ call, form }: FormFieldsProps) {
  return (
    <>
      <MemberField id={form?.member} />
      <input type="hidden" name="call" value={call} />
      {form?.key && <input type="hidden" name="idempotency_key" value={form.key} />}
    </>
  );
}
