import { SendHorizontal } from 'lucide-react';
import { useRef, type KeyboardEvent, type SyntheticEvent } from 'react';
import { EmojiButton } from '#ui/EmojiButton.tsx';
import { Counter } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { messageLength } from './messages.rules.ts';

interface Props {
  /** Unique on the page. */
  id: string;
  value: string;
  /** 'Write to Bo Reed'. */
  label: string;
  onChange: (value: string) => void;
  onSubmit: () => void;
}

/** The box under a conversation. Enter sends, Shift and Enter begin a new line; on touch screens, where there is no Shift, the button sends. */
export function MessageInput({ id, value, label, onChange, onSubmit }: Props) {
  const text = useRef<HTMLTextAreaElement>(null);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (value.trim()) onSubmit();
    text.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.shiftKey) return;
    if (event.ctrlKey || event.metaKey || !matchMedia('(pointer: coarse)').matches) submit(event);
  };
  return (
    <form className="message-input" onSubmit={submit}>
      <textarea
        ref={text}
        id={id}
        name="body"
        rows={1}
        maxLength={messageLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
        aria-label={label}
        placeholder={`${label}…`}
        dir="auto"
      />
      <div className="message-input-foot">
        {value.length > messageLength * 0.9 && <Counter used={value.length} limit={messageLength} />}
        <EmojiButton id={`${id}-emoji`} field={text} />
        <IconButton type="submit" label="Send" className="message-send" icon={<SendHorizontal aria-hidden="true" />} />
      </div>
    </form>
  );
}
