import { useLayoutEffect, useState, type ChangeEvent } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import './post-dialogs.css';

const limit = 1000;

export interface EditPostDialogProps {
  body: string;
  open: boolean;
  /** Tells whether it went through; else the text stays. */
  onSave: (body: string) => Promise<boolean>;
  onClose: () => void;
}

export function EditPostDialog({ body, open, onSave, onClose }: EditPostDialogProps) {
  const [text, setText] = useState(body);
  const [isBusy, setBusy] = useState(false);

  // After the dialog has opened and put the focus on its first button.
  useLayoutEffect(() => {
    if (open) document.getElementById('field-edit-post')?.focus();
  }, [open]);

  const save = async () => {
    setBusy(true);
    const isDone = await onSave(text);
    setBusy(false);
    if (isDone) onClose();
  };

  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" busy={isBusy} onClick={save}>
        Save
      </Button>
    </>
  );

  return (
    <Dialog title="Edit post" open={open} onClose={onClose} footer={footer}>
      <Field
        multiline
        label="Text"
        hideLabel
        name="edit-post"
        value={text}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => setText(event.target.value)}
        maxLength={limit}
        used={text.length}
        rows={6}
        dir="auto"
      />
    </Dialog>
  );
}
