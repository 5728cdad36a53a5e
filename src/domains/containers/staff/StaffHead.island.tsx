import { useStore } from '@nanostores/react';
import { memo } from 'react';
import { counted } from '#lib/text.ts';
import { Badge } from '#ui/Badge.tsx';
import { Tabs, type Tab } from '#ui/Tabs.tsx';
import { UserLink } from '#ui/UserLink.tsx';
import { $decisions } from './staff-totals.store.ts';

/** A screen of the staff; the count of `requests` changes with each decision. */
export type StaffTab = Tab & { isOfRequests?: boolean };

const useTabs = (tabs: StaffTab[]): Tab[] => {
  const { all } = useStore($decisions, { ssr: 'initial' });
  return tabs.map(({ isOfRequests, ...tab }) =>
    isOfRequests ? { ...tab, count: Math.max(0, (tab.count ?? 0) - all) } : tab,
  );
};

interface StaffHeadProps {
  href: string;
  title: string;
  avatar: string | null;
  memberCount: number;
  tabs: StaffTab[];
  tabsLabel: string;
}

/** Name of a container with its number of members, and the tabs of its staff. */
export const StaffHead = memo(function StaffHead({
  href,
  title,
  avatar,
  memberCount,
  tabs,
  tabsLabel,
}: StaffHeadProps) {
  const { approved } = useStore($decisions, { ssr: 'initial' });
  return (
    <>
      <div className="dashboard-subject">
        <UserLink
          href={href}
          name={title}
          src={avatar && `/media/public/${avatar}`}
          note={counted(memberCount + approved, 'member')}
        />
      </div>
      <div className="settings-tabs">
        <Tabs label={tabsLabel} tabs={useTabs(tabs)} />
      </div>
    </>
  );
});

/** The same tabs as a list at the side, on wide screens. */
export const StaffSide = memo(function StaffSide({ tabs }: { tabs: StaffTab[] }) {
  return (
    <ul>
      {useTabs(tabs).map((tab) => (
        <li key={tab.href}>
          <a href={tab.href} aria-current={tab.current ? 'page' : undefined}>
            {tab.label}
            <Badge count={tab.count ?? 0} />
          </a>
        </li>
      ))}
    </ul>
  );
});
