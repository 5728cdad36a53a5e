import { Smile } from 'lucide';
import { useState, type RefObject } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { insertText } from './insert-text.ts';
import { Popover } from './Popover.tsx';
import { useLazy } from './use-lazy.ts';
import './EmojiButton.css';

export interface EmojiButtonProps {
  /** Unique on the page. */
  id: string;
  /** Where the emoji goes, at the caret. */
  field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>;
  className?: string;
}

/**
 * Opens the emoji picker, which is fetched with the first press. A chosen emoji stands in the
 * field, and so does the focus.
 */
export function EmojiButton({ id, field, className }: EmojiButtonProps) {
  const [EmojiPicker, needPicker] = useLazy(() =>
    import('./EmojiPicker.tsx').then((part) => part.EmojiPicker),
  );
  const [isOpen, setOpen] = useState(false);
  const popover = () => document.getElementById(id);

  const load = async () => {
    if (!(await needPicker())) popover()?.hidePopover();
  };
  const choose = (emoji: string, isMoreToCome: boolean) => {
    insertText(field.current!, emoji);
    if (isMoreToCome) return;
    // First, since it gives the focus back to the button.
    popover()?.hidePopover();
    // The browser tells of it a little later, and of nothing where it is opened again before: then
    // it would show what it showed.
    setOpen(false);
    field.current!.focus();
  };

  /** At the bottom edge of a phone it must not hide what is written. */
  const onOpenChange = (isNowOpen: boolean) => {
    setOpen(isNowOpen);
    if (!isNowOpen || innerWidth >= 480) return;
    const covered =
      field.current!.getBoundingClientRect().bottom - popover()!.getBoundingClientRect().top;
    if (covered > 0) scrollBy(0, covered + 24);
  };

  return (
    <>
      <IconButton
        label="Emoji"
        icon={<Icon of={Smile} />}
        className={classes('needs-script', className)}
        popoverTarget={id}
        aria-haspopup="dialog"
      />
      <Popover
        id={id}
        label="Emoji"
        className="popover-sheet emoji-popover"
        onBeforeOpen={() => void load()}
        onOpenChange={onOpenChange}
      >
        {isOpen && EmojiPicker && <EmojiPicker onChoose={choose} />}
      </Popover>
    </>
  );
}
