import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { grouped } from '#lib/text.ts';
import { tabAfterKey } from '#ui/arrow-keys.ts';
import { reactionNamed, type ReactionName } from './reactions.rules.ts';
import type { ReactorTabModel } from './reactors.model.ts';

export type TabName = ReactionName | 'all';

export interface ReactorTabsProps {
  tabs: ReactorTabModel[];
  current: TabName;
  onChoose: (tab: TabName) => void;
}

/** All, then each chosen kind, the most chosen first. Arrow keys move between the tabs. */
export function ReactorTabs({ tabs, current, onChoose }: ReactorTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const total = tabs.reduce((sum, { count }) => sum + count, 0);
  const names: TabName[] = ['all', ...tabs.map(({ reaction }) => reaction)];

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const target = tabAfterKey(event, names.indexOf(current), names.length);
    if (target === undefined) return;
    event.preventDefault();
    const next = names[target]!;
    onChoose(next);
    list.current!.querySelector<HTMLElement>(`#reactors-${next}`)?.focus();
  };

  return (
    <div
      ref={list}
      className="reactor-tabs"
      role="tablist"
      aria-label="Kinds of reactions"
      onKeyDown={move}
    >
      <TabButton name="all" label={`All, ${grouped(total)}`} current={current} onChoose={onChoose}>
        All {total > 0 && grouped(total)}
      </TabButton>
      {tabs.map(({ reaction, caption, count }) => (
        <TabButton
          key={reaction}
          name={reaction}
          label={`${caption}, ${grouped(count)}`}
          current={current}
          onChoose={onChoose}
        >
          <span className="reactor-tab-kind">{reactionNamed(reaction).emoji}</span> {grouped(count)}
        </TabButton>
      ))}
    </div>
  );
}

interface TabButtonProps extends Pick<ReactorTabsProps, 'current' | 'onChoose'> {
  name: TabName;
  label: string;
  children: ReactNode;
}

function TabButton({ name, label, current, onChoose, children }: TabButtonProps) {
  const isCurrent = name === current;
  return (
    <button
      type="button"
      role="tab"
      id={`reactors-${name}`}
      aria-label={label}
      aria-selected={isCurrent}
      aria-controls="reactors-panel"
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => onChoose(name)}
    >
      {children}
    </button>
  );
}
