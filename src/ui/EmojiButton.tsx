import { Smile } from 'lucide';
import { useState, type RefObject } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { insertText, type TextTarget } from './insert-text.ts';
import { Popover } from './Popover.tsx';
import { useLazy } from './use-lazy.ts';
import './EmojiButton.css';

/** A field, or an editor that behaves like one. */
export type EmojiField = TextTarget & Pick<HTMLElement, 'focus' | 'getBoundingClientRect'>;

export interface EmojiButtonProps {
  /** Unique on the page. */
  id: string;
  /** The field that receives the emoji, at the caret. */
  field: RefObject<EmojiField | null>;
  className?: string;
}

/**
 * Opens the emoji picker, which is loaded on the first click. A chosen emoji is inserted into the
 * field, and the field gets the focus.
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
  const choose = (emoji: string, keepsOpen: boolean) => {
    insertText(field.current!, emoji);
    if (keepsOpen) return;
    // First, because closing returns the focus to the button.
    popover()?.hidePopover();
    // The toggle event comes later, and not at all if the popover is reopened before: it would then
    // show the old state.
    setOpen(false);
    field.current!.focus();
  };

  /** On a phone the picker at the bottom edge must not cover the field. */
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
