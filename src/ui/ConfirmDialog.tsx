import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** Describes the loss, in one or two sentences. */
  text: string;
  /** A verb: 'Delete post'. */
  confirmLabel: string;
  isDanger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel,
  isDanger,
  busy,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const actions = (
    <>
      {/* First, so that it gets the focus: Enter alone destroys nothing. */}
      <Button onClick={onCancel} autoFocus>
        Cancel
      </Button>
      <Button variant={isDanger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog title={title} open={open} onClose={onCancel} size="small" isLight footer={actions}>
      <p>{text}</p>
    </Dialog>
  );
}
