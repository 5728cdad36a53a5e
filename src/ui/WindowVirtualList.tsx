import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import { useIncrementalRows } from './use-incremental-rows.ts';
import { spacer } from './VirtualList.tsx';
import './VirtualList.css';

/**
 * State to store for returning to the same scroll position: pass it as `restored` and mount the
 * list again (with a new `key`).
 */
export interface ScrollPosition {
  top: number;
  /** Top of the list at that time: content above it may have another height later. */
  margin: number;
  measurements: VirtualItem[];
}

export interface WindowVirtualListProps<Item> {
  items: Item[];
  keyOf: (item: Item) => string | number;
  row: (item: Item, index: number) => ReactNode;
  /** Estimated row height before measuring. */
  estimate?: number;
  overscan?: number;
  /**
   * Number of rows that the server renders; all items by default. The rest follows on hydration.
   */
  drawn?: number;
  label: string;
  /** More rows are loading. */
  isBusy?: boolean;
  /**
   * Called only after hydration and a real scroll to the end; not because the server rendered all
   * items.
   */
  onEndReached?: () => void;
  restored?: ScrollPosition;
  scrollPosition?: Ref<{ read: () => ScrollPosition }>;
}

/**
 * A long list of articles that scrolls with the page. Server-rendered rows stay in place: rows keep
 * the normal flow and padding stands in for missing rows, so nothing moves on hydration.
 */
export function WindowVirtualList<Item>({
  items,
  keyOf,
  row,
  estimate = 600,
  overscan = 5,
  drawn,
  label,
  isBusy,
  onEndReached,
  restored,
  scrollPosition,
}: WindowVirtualListProps<Item>) {
  const list = useRef<HTMLDivElement>(null);
  const [served] = useState(Math.min(items.length, drawn ?? items.length));
  const [isAwake, setAwake] = useState(false);
  const [margin, setMargin] = useState(0);
  const marginNow = () => list.current!.getBoundingClientRect().top + window.scrollY;
  const restoredTop = () => restored && restored.top - restored.margin + marginNow();

  // Runs before the virtualizer's own effects. The first rows were computed for scroll offset 0, so
  // that the server's rows hydrate and their measured heights move nothing; from now on the real
  // offset counts.
  const takeOffset = useEffectEvent(() => {
    virtual.scrollOffset = restoredTop() ?? window.scrollY;
  });
  useLayoutEffect(() => takeOffset(), []);

  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimate,
    overscan,
    getItemKey: (index) => keyOf(items[index]!),
    // The virtualizer adds `overscan` rows to this range.
    initialRect: { width: 0, height: Math.max(1, served - overscan) * estimate - 1 },
    scrollMargin: margin,
    initialOffset: restored?.top ?? 0,
    initialMeasurementsCache: restored?.measurements,
  });

  useLayoutEffect(() => {
    setMargin(marginNow());
    setAwake(true);
  }, []);

  const restore = useEffectEvent(() => restored && window.scrollTo(0, restoredTop()!));
  useLayoutEffect(() => {
    if (isAwake) restore();
  }, [isAwake]);

  useImperativeHandle(
    scrollPosition,
    () => ({
      read: () => ({
        top: window.scrollY,
        margin: marginNow(),
        measurements: virtual.measurementsCache,
      }),
    }),
    [virtual],
  );

  const wanted = virtual.getVirtualItems();
  const isAtEnd =
    isAwake && Boolean(virtual.scrollRect?.width) && wanted.at(-1)?.index === items.length - 1;
  const rows = useIncrementalRows(wanted, virtual.range, isAwake);
  const last = rows.at(-1);

  const reachEnd = useEffectEvent(() => onEndReached?.());
  useEffect(() => {
    if (isAtEnd) reachEnd();
  }, [isAtEnd, items.length]);

  const room =
    isAwake && rows[0]
      ? spacer(rows[0].start - margin, virtual.getTotalSize() - (last!.end - margin))
      : undefined;
  return (
    <div
      ref={list}
      className="window-list"
      role="feed"
      aria-label={label}
      aria-busy={isBusy}
      style={room}
    >
      {rows.map(({ key, index }) => (
        <div key={key} ref={virtual.measureElement} data-index={index} className="virtual-row">
          {row(items[index]!, index)}
        </div>
      ))}
    </div>
  );
}
