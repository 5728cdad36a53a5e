import { useId, useRef } from 'react';
import { counted } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';

interface RejectDialogProps {
  open: boolean;
  count: number;
  onReject: (reason: string) => void;
  onCancel: () => void;
}

/** Asks before several requests are rejected at once. */
export function RejectDialog({ open, count, onReject, onCancel }: RejectDialogProps) {
  const formId = useId();
  const reason = useRef<HTMLInputElement>(null);
  const actions = (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" form={formId} variant="danger">
        Reject {count}
      </Button>
    </>
  );
  return (
    <Dialog
      title={`Reject ${counted(count, 'request')}?`}
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
        <p>They can ask again after 7 days.</p>
        <Field
          ref={reason}
          label="Reason (optional)"
          name="reason"
          id={`${formId}-reason`}
          hint="They are notified only if you give a reason."
          maxLength={500}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
