import { Settings2 } from 'lucide';
import { memo, useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import type { Marks } from './messages.schema.ts';
import { changeReceiptSettings, loadReceiptSettings } from './receipts.store.ts';
import './ReceiptsMenu.css';

const choices = [
  { name: 'typing', label: 'Show others when I am writing', hint: '' },
  {
    name: 'reading',
    label: 'Show others what I have read',
    hint: 'Off, you do not see what others have read either.',
  },
] as const;

/** Settings for read receipts and typing indicators: loaded when opened, saved at once. */
export const ReceiptsMenu = memo(function ReceiptsMenu() {
  const [marks, setMarks] = useState<Marks | null>(null);
  const open = async () => setMarks(await loadReceiptSettings());
  const change = async (next: Marks) => {
    setMarks(next);
    if (!(await changeReceiptSettings(next))) setMarks(marks);
  };
  return (
    <div className="needs-script">
      <IconButton
        label="Message settings"
        icon={<Icon of={Settings2} />}
        popoverTarget="message-settings"
        aria-haspopup="true"
      />
      <Popover
        id="message-settings"
        label="Message settings"
        className="popover-sheet marks-menu"
        onOpenChange={(isOpen) => isOpen && void open()}
      >
        {choices.map(({ name, label, hint }) => (
          <label key={name} className="marks-choice">
            <input
              type="checkbox"
              checked={marks?.[name] === 1}
              disabled={!marks}
              onChange={(event) =>
                marks && void change({ ...marks, [name]: event.target.checked ? 1 : 0 })
              }
            />
            <span>
              {label}
              {hint && <small>{hint}</small>}
            </span>
          </label>
        ))}
      </Popover>
    </div>
  );
});
