import { Settings2 } from 'lucide';
import { memo, useState } from 'react';
import type { ReceiptSettings } from '#domains/messages/messages.model.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import { changeReceiptSettings, loadReceiptSettings } from './receipts.store.ts';
import './ReceiptsMenu.css';

const choices = [
  { name: 'typing', label: 'Show others when I am typing', hint: '' },
  {
    name: 'reading',
    label: 'Show others what I have read',
    hint: 'If you turn this off, you do not see what others have read either.',
  },
] as const;

/** Settings for read receipts and typing indicators: loaded when opened, saved at once. */
export const ReceiptsMenu = memo(function ReceiptsMenu() {
  const [settings, setSettings] = useState<ReceiptSettings | null>(null);
  const open = async () => setSettings(await loadReceiptSettings());
  const change = async (next: ReceiptSettings) => {
    setSettings(next);
    if (!(await changeReceiptSettings(next))) setSettings(settings);
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
        className="popover-sheet receipts-menu"
        onOpenChange={(isOpen) => isOpen && void open()}
      >
        {choices.map(({ name, label, hint }) => (
          <label key={name} className="receipts-choice">
            <input
              type="checkbox"
              checked={settings?.[name] ?? false}
              disabled={!settings}
              onChange={(event) =>
                settings && void change({ ...settings, [name]: event.target.checked })
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
