import type { ServedForm } from '#lib/served-form.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { FieldError, FormFields } from '#ui/FormFields.tsx';
import '#domains/containers/containers.css';
import '#ui/disclosure.css';

interface RefuseFormProps {
  /** The member who asks to join. */
  member: { id: number; displayname: string };
  /** The call with its ids, for the form without script. */
  call: string;
  form: Partial<ServedForm> | undefined;
  /** Address of the screen. */
  path: string;
  /** With script, instead of the form. */
  onRefuse?: ((reason: string) => void) | undefined;
}

/** Declines a request to join with a reason, which who asked reads. */
export function RefuseForm({ member, call, form, path, onRefuse }: RefuseFormProps) {
  const id = `refuse-${member.id}`;
  return (
    <details className="disclosure container-person-form" open={Boolean(form?.problems)}>
      <summary>
        Reject with a reason <span className="sr-only">{member.displayname}</span>
      </summary>
      <form
        className="container-form"
        method="post"
        action={form?.action ?? path}
        onSubmit={
          onRefuse &&
          ((event) => {
            event.preventDefault();
            onRefuse(String(new FormData(event.currentTarget).get('reason')));
          })
        }
      >
        <FormFields call={call} form={form} />
        <Field
          label="Reason"
          name="reason"
          id={id}
          hint="They are notified and can read it."
          required
          maxLength={500}
          defaultValue={form?.typed?.reason}
          error={form?.problems?.reason ?? null}
        />
        <FieldError id={`${id}-problem`} text={form?.problems?.general ?? ''} />
        <Button type="submit">Reject</Button>
      </form>
    </details>
  );
}
