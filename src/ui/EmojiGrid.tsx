import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { cellAfterKey } from './arrow-keys.ts';
import type { Emoji } from './emoji.ts';

/** Must match the stylesheet. */
const columns = 8;

export interface EmojiGridProps {
  label: string;
  emojis: Emoji[];
  onChoose: (emoji: string, keepsOpen: boolean) => void;
  /** Called when the up arrow leaves the grid. */
  onLeave: () => void;
}

/** A single tab stop; arrow keys move inside it. */
export function EmojiGrid({ label, emojis, onChoose, onLeave }: EmojiGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const rows = Array.from({ length: Math.ceil(emojis.length / columns) }, (_, row) =>
    emojis.slice(row * columns, (row + 1) * columns),
  );

  useEffect(() => {
    setActive(0);
    grid.current?.scrollTo(0, 0);
  }, [emojis]);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const target = cellAfterKey(event, active, emojis.length, columns);
    if (target === undefined) return;
    event.preventDefault();
    if (target < 0) return onLeave();
    setActive(target);
    grid.current!.querySelectorAll('button')[target]?.focus();
  };
  const choose = (event: MouseEvent<HTMLElement>) => {
    const button = (event.target as Element).closest('button');
    if (button) onChoose(button.textContent, event.shiftKey);
  };

  return (
    <div
      ref={grid}
      className="emoji-grid"
      role="grid"
      aria-label={label}
      onKeyDown={move}
      onClick={choose}
    >
      {rows.map((row, rowIndex) => (
        <div key={row[0]!.emoji} className="emoji-row" role="row">
          {row.map(({ emoji, name }, column) => (
            <button
              key={emoji}
              type="button"
              role="gridcell"
              aria-label={name}
              title={name}
              tabIndex={rowIndex * columns + column === active ? 0 : -1}
              onFocus={() => setActive(rowIndex * columns + column)}
            >
              {emoji}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
