import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { classes } from './classes.ts';
import './VirtualList.css';

export interface VirtualListProps<Item> {
  items: Item[];
  keyOf: (item: Item) => string | number;
  row: (item: Item, index: number) => ReactNode;
  /** Estimated row height before measuring. */
  estimate: number;
  overscan?: number;
  label: string;
  className?: string;
  onEndReached?: () => void;
}

/**
 * A long list in its own scroll container: only the visible rows and a few around them are
 * rendered.
 */
export function VirtualList<Item>({
  items,
  keyOf,
  row,
  estimate,
  overscan = 5,
  label,
  className,
  onEndReached,
}: VirtualListProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const [isAwake, setAwake] = useState(false);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => estimate,
    overscan,
    getItemKey: (index) => keyOf(items[index]!),
    // The rows that the server renders, before anything can be measured.
    initialRect: { width: 0, height: estimate * Math.min(items.length, 10) },
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1);
  const isAtEnd = isAwake && Boolean(virtual.scrollRect?.width) && last?.index === items.length - 1;

  useEffect(() => setAwake(true), []);
  const reachEnd = useEffectEvent(() => onEndReached?.());
  useEffect(() => {
    if (isAtEnd) reachEnd();
  }, [isAtEnd, items.length]);

  return (
    <div
      ref={box}
      className={classes('virtual-list', className)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <ul
        className="virtual-rows"
        style={
          isAwake
            ? spacer(rows[0]?.start ?? 0, virtual.getTotalSize() - (last?.end ?? 0))
            : undefined
        }
      >
        {rows.map(({ key, index }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className="virtual-row"
            aria-setsize={items.length}
            aria-posinset={index + 1}
          >
            {row(items[index]!, index)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Padding for rows that are not rendered. Undefined for none: the server's HTML must not have style
 * attributes.
 */
export function spacer(before: number, after: number): { paddingBlock: string } | undefined {
  return before > 0 || after > 0
    ? { paddingBlock: `${before}px ${Math.max(0, after)}px` }
    : undefined;
}
