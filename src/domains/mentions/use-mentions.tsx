import { useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useLazyWhen } from '#ui/use-lazy.ts';
import type { MentionSource } from './mentions.model.ts';

export interface MentionedText {
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  /** Absent where an @ mentions nobody. */
  source: MentionSource | undefined;
}

/**
 * People to choose from while an `@name` is typed in a text box. They are loaded with the first @.
 * `onKey` goes to the box, which leaves the keys of an open list to it.
 */
export function useMentions({ field, value, source }: MentionedText): {
  picker: ReactNode;
  onKey: (event: KeyboardEvent) => boolean;
} {
  const keys = useRef<(event: KeyboardEvent) => boolean>(null);
  const isNeeded = source !== undefined && value.includes('@');
  const Picker = useLazyWhen(isNeeded, () =>
    import('./MentionPicker.island.tsx').then((part) => part.MentionPicker),
  );
  return {
    picker: isNeeded && Picker && (
      <Picker field={field} value={value} source={source} keys={keys} />
    ),
    onKey: (event) => keys.current?.(event) ?? false,
  };
}
