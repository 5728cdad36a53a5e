import { useRef, useState, type ChangeEvent } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { useStoredState } from '#ui/use-stored-state.ts';
import {
  needsDetails,
  reportLead,
  reportLength,
  reportProblems,
  reportReasons,
  type ReportCategory,
  type ReportedType,
  type ReportProblems,
} from './reports.rules.ts';
import './ReportDialog.css';

export interface ReportDialogProps {
  type: ReportedType;
  id: number;
  /** 'Report post', 'Report comment' … */
  title: string;
  open: boolean;
  /** `sendReport` of the store. Resolves to whether it succeeded; if not, the text stays. */
  onSend: (words: { category: ReportCategory; description: string }) => Promise<boolean>;
  onClose: () => void;
}

const blank: { category?: ReportCategory; description: string } = { description: '' };

/**
 * Reports an item to the moderators: a post with a reason and details, anything else with an
 * optional description.
 */
export function ReportDialog({ type, id, title, open, onSend, onClose }: ReportDialogProps) {
  const isFull = needsDetails(type);
  const [words, write, forget] = useStoredState(`report ${type} ${id}`, blank);
  const [problems, setProblems] = useState<ReportProblems>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { category, description } = words;

  const change = (changed: Partial<typeof blank>) => {
    const next = { ...words, ...changed };
    write(next);
    // Checks again only after a first failed attempt: no errors before the form was sent.
    if (Object.keys(problems).length)
      setProblems(reportProblems({ category: next.category, description: next.description }));
  };
  const send = async () => {
    const found = isFull ? reportProblems({ category, description }) : {};
    setProblems(found);
    if (found.category || found.description) {
      form.current?.querySelector<HTMLElement>(found.category ? 'input' : 'textarea')?.focus();
      return;
    }
    setBusy(true);
    const isDone = await onSend({ category: category ?? 'abuse', description: description.trim() });
    setBusy(false);
    if (!isDone) return;
    forget();
    onClose();
  };
  const cancel = () => {
    forget();
    setProblems({});
    onClose();
  };

  const footer = (
    <>
      <Button onClick={cancel}>Cancel</Button>
      <Button variant="primary" busy={isBusy} onClick={send}>
        Send report
      </Button>
    </>
  );

  return (
    <Dialog title={title} open={open} onClose={onClose} footer={footer}>
      <p className="report-lead">{reportLead}</p>
      <form
        method="post"
        ref={form}
        className="report-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void send();
        }}
      >
        {isFull && (
          <fieldset
            className="report-reasons"
            role="radiogroup"
            aria-invalid={problems.category ? true : undefined}
            aria-describedby={problems.category ? 'report-reason-error' : undefined}
          >
            <legend>Reason</legend>
            {reportReasons.map(({ category: value, label }) => (
              <label key={value}>
                <input
                  type="radio"
                  name="report-reason"
                  value={value}
                  checked={category === value}
                  onChange={() => change({ category: value })}
                />
                {label}
              </label>
            ))}
            {problems.category && (
              <p className="field-error" id="report-reason-error" role="alert">
                {problems.category}
              </p>
            )}
          </fieldset>
        )}
        <Field
          multiline
          label={isFull ? 'Details' : 'Description'}
          name="report-details"
          value={description}
          onChange={(event: ChangeEvent<HTMLTextAreaElement>) =>
            change({ description: event.target.value })
          }
          error={problems.description ?? null}
          maxLength={reportLength}
          used={description.length}
          rows={3}
          dir="auto"
        />
      </form>
    </Dialog>
  );
}
