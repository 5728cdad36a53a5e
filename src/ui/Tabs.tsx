import { Badge } from './Badge.tsx';
import './Tabs.css';

export interface Tab {
  label: string;
  href: string;
  current?: boolean;
  count?: number;
}

/** Tabs are links: they open in a new browser tab and work without script. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      <ul className="tabs-list">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <a href={tab.href} aria-current={tab.current ? 'page' : undefined}>
              {tab.label}
              <Badge count={tab.count ?? 0} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
