import { useStore } from '@nanostores/react';
import { CalendarRange } from 'lucide';
import { memo } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { $isDateFilterOpen, toggleDateFilter } from './feed.store.ts';

/** Opens and closes the slider over the feed: a line of the rail, or only its icon. */
export const DateFilter = memo(function DateFilter({ isSmall = false }: { isSmall?: boolean }) {
  const isOpen = useStore($isDateFilterOpen, { ssr: 'initial' });
  const label = isOpen ? 'Close Date Filter' : 'Open Date Filter';
  const icon = <Icon of={CalendarRange} />;
  const state = {
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? 'date-filter' : undefined,
    onClick: toggleDateFilter,
  };
  if (isSmall)
    return (
      <IconButton {...state} label={label} icon={icon} className="date-filter-icon needs-script" />
    );
  return (
    <button type="button" className="menu-entry home-link needs-script" {...state}>
      {icon}
      {label}
    </button>
  );
});
