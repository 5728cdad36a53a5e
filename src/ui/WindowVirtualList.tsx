import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  useEffect,
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
 * What must be kept to come back to the same place: put it into `restored` and mount the list again
 * (with a new `key`).
 */
export interface ScrollPlace {
  top: number;
  /** Where the list began: what stands over it may have another height by then. */
  margin: number;
  measurements: VirtualItem[];
}

export interface WindowVirtualListProps<Item> {
  items: Item[];
  keyOf: (item: Item) => string | number;
  row: (item: Item, index: number) => ReactNode;
  /** Height of a row before it is measured. */
  estimate?: number;
  overscan?: number;
  /**
   * How many rows the server draws; all it was given, if left out. The rest follows when the list
   * wakes up.
   */
  drawn?: number;
  label: string;
  /** Further rows are on their way. */
  isBusy?: boolean;
  /**
   * Only once the list is awake and really scrolled to its end; not because the server drew all
   * there was.
   */
  onEndReached?: () => void;
  restored?: ScrollPlace;
  place?: Ref<{ read: () => ScrollPlace }>;
}

/**
 * A long list of articles that scrolls with the page. What the server drew stays where it is:
 * rows keep the normal flow, room for those not in the page is padding, so nothing moves when the
 * list wakes up.
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
  place,
}: WindowVirtualListProps<Item>) {
  const list = useRef<HTMLDivElement>(null);
  const [served] = useState(Math.min(items.length, drawn ?? items.length));
  const [isAwake, setAwake] = useState(false);
  const [margin, setMargin] = useState(0);
  const marginNow = () => list.current!.getBoundingClientRect().top + window.scrollY;
  const topOf = (place: ScrollPlace | undefined) => place && place.top - place.margin + marginNow();

  // Before the virtualizer's own effects. The first rows were measured as if nothing had been
  // scrolled yet, so that the server's rows are what wakes up, and their real heights move nothing;
  // from now on the real offset counts.
  useLayoutEffect(() => {
    virtual.scrollOffset = topOf(restored) ?? window.scrollY;
  }, []);

  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimate,
    overscan,
    getItemKey: (index) => keyOf(items[index]!),
    // The rows of the range, and `overscan` more.
    initialRect: { width: 0, height: Math.max(1, served - overscan) * estimate - 1 },
    scrollMargin: margin,
    initialOffset: restored?.top ?? 0,
    initialMeasurementsCache: restored?.measurements,
  });

  useLayoutEffect(() => {
    setMargin(marginNow());
    setAwake(true);
  }, []);

  useLayoutEffect(() => {
    if (isAwake && restored) window.scrollTo(0, topOf(restored)!);
  }, [isAwake]);

  useImperativeHandle(
    place,
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

  useEffect(() => {
    if (isAtEnd) onEndReached?.();
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
