import { useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { isPlainPress } from '#ui/plain-press.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { homeFilters, toAddress, type FeedSelection } from './feed-selection.rules.ts';

export interface FeedFiltersProps {
  selection: FeedSelection;
  onChoose: (selection: FeedSelection) => void;
  /** After the tabs, where they do not scroll away. */
  end: ReactNode;
}

/**
 * Links, so that each works without script and in a tab of its own; a plain press changes the feed
 * in place.
 */
export function FeedFilters({ selection, onChoose, end }: FeedFiltersProps) {
  const bar = useRef<HTMLDivElement>(null);
  const choices = homeFilters.map(({ filter, label }) => ({
    filter,
    label,
    href: toAddress({ ...selection, filter }),
    current: filter === selection.filter,
  }));

  // On a phone the row is wider than the screen, elsewhere than its column.
  useLayoutEffect(() => {
    const tabs = bar.current?.querySelector<HTMLElement>('.tabs');
    const current = tabs?.querySelector<HTMLElement>('[aria-current]');
    if (tabs && current)
      tabs.scrollLeft =
        current.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
  }, [selection.filter]);

  const choose = (event: MouseEvent) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    const chosen = choices.find((one) => one.href === href);
    if (!chosen || !isPlainPress(event)) return;
    event.preventDefault();
    onChoose({ ...selection, filter: chosen.filter });
  };

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- links inside
    <div ref={bar} className="feed-filters" data-no-prerender onClick={choose}>
      <Tabs label="Filters" tabs={choices} />
      {end}
    </div>
  );
}
