import { useStore } from '@nanostores/react';
import { type MouseEvent } from 'react';
import { useLazyWhen } from '#ui/use-lazy.ts';
import {
  firstMonth,
  spanLabel,
  toAddress,
  toSpan,
  type FeedSelection,
} from './feed-selection.rules.ts';
import { $isDateFilterOpen } from './feed.store.ts';

export interface DateSpanProps {
  selection: FeedSelection;
  thisMonth: string;
  onChoose: (changes: Partial<FeedSelection>) => void;
}

/**
 * The slider while it is open, fetched with its first opening; else which months are chosen, if
 * any.
 */
export function DateSpan({ selection, thisMonth, onChoose }: DateSpanProps) {
  const { from, to } = selection;
  const isOpen = useStore($isDateFilterOpen, { ssr: 'initial' });
  const DateFilterPanel = useLazyWhen(
    isOpen,
    () => import('./DateFilterPanel.tsx').then((part) => part.DateFilterPanel),
    () => $isDateFilterOpen.set(false),
  );

  const close = () => {
    const buttons = [...document.querySelectorAll<HTMLElement>('[aria-controls="date-filter"]')];
    buttons.find((button) => button.checkVisibility())?.focus();
    $isDateFilterOpen.set(false);
  };
  const clear = (event: MouseEvent) => {
    event.preventDefault();
    onChoose({ from: null, to: null });
  };

  if (isOpen && DateFilterPanel) {
    return (
      <DateFilterPanel
        first={firstMonth}
        last={thisMonth}
        from={from ?? firstMonth}
        to={to ?? thisMonth}
        onChange={(start, end) => onChoose(toSpan(start, end, thisMonth))}
        onClose={close}
      />
    );
  }
  if (!from || !to) return null;
  return (
    <p className="date-span">
      Posts from {spanLabel(from, to)}
      <a href={toAddress({ ...selection, from: null, to: null })} onClick={clear}>
        All dates
      </a>
    </p>
  );
}
