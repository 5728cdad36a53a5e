import { useId, useRef } from 'react';
import { counted } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';

interface RejectDialogProps {
  open: boolean;
  /** A verb: 'Reject'. */
  label: string;
  count: number;
  onReject: (reason: string) => void;
  onCancel: () => void;
}

/** Asks before several requests are rejected at once. */
export function RejectDialog({ open, label, count, onReject, onCancel }: RejectDialogProps) {
  const formId = useId();
  const reason = useRef<HTMLInputElement>(null);
  const actions = (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" form={formId} variant="danger">
        {label} {count}
      </Button>
    </>
  );
  return (
    <Dialog
      title={`${label} ${counted(count, 'request')}?`}
      open={open}
      onClose={onCancel}
      size="small"
      footer={actions}
    >
      <form
        id={formId}
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          onReject(reason.current!.value);
        }}
      >
        <p>They may ask again after 7 days.</p>
        <Field
          ref={reason}
          label="Reason, if you want to give one"
          name="reason"
          id={`${formId}-reason`}
          hint="They are notified and read it. Without a reason nobody is."
          maxLength={500}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
