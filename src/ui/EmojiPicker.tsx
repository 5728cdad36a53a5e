import { Clock, Flag, Hand, Leaf, Lightbulb, Plane, Shapes, Smile, Trophy, Utensils } from 'lucide';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import emojiText from 'virtual:emoji';
import { counted } from '#lib/text.ts';
import { tabAfterKey } from './arrow-keys.ts';
import { parseEmoji, recentEmoji, rememberEmoji, searchEmoji } from './emoji.ts';
import { EmojiGrid } from './EmojiGrid.tsx';
import { Icon } from './Icon.tsx';
import './EmojiPicker.css';

const groups = parseEmoji(emojiText);
/** In the order of the groups. */
const groupIcons = [Smile, Hand, Leaf, Utensils, Plane, Trophy, Lightbulb, Shapes, Flag];

export interface EmojiPickerProps {
  /** @param keepsOpen Shift was held: the picker stays */
  onChoose: (emoji: string, keepsOpen: boolean) => void;
}

/**
 * All emoji by group, with recently used ones and a search by English name. Loaded when first
 * opened, see EmojiButton.
 */
export function EmojiPicker({ onChoose }: EmojiPickerProps) {
  const root = useRef<HTMLDivElement>(null);
  const [recent] = useState(() => recentEmoji(groups));
  const tabs = recent.length ? [{ name: 'Recently used', emojis: recent }, ...groups] : groups;
  const [query, setQuery] = useState('');
  const [activeTab, setActiveTab] = useState(0);
  const found = useMemo(() => searchEmoji(groups, query), [query]);
  const isSearch = query.trim() !== '';
  const shown = isSearch
    ? { name: `Emoji for “${query.trim()}”`, emojis: found }
    : tabs[activeTab]!;
  const search = () => root.current!.querySelector<HTMLElement>('input')!;

  // On touch screens focus would open the keyboard, which would cover the picker.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) search().focus();
  }, []);

  const choose = (emoji: string, keepsOpen: boolean) => {
    rememberEmoji(emoji);
    onChoose(emoji, keepsOpen);
  };
  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      // Do not submit the form around the picker.
      event.preventDefault();
      if (isSearch && found[0]) choose(found[0].emoji, event.shiftKey);
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      root.current!.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus();
    }
  };
  const onTabKey = (event: KeyboardEvent<HTMLElement>) => {
    const target = tabAfterKey(event, activeTab, tabs.length);
    if (target === undefined) return;
    event.preventDefault();
    setActiveTab(target);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[target]!.focus();
  };

  return (
    <div ref={root} className="emoji-picker">
      <input
        type="search"
        className="field-control"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onSearchKey}
        placeholder="Search emoji…"
        aria-label="Search emoji"
        autoComplete="off"
        enterKeyHint="search"
      />
      {!isSearch && (
        <div
          className="emoji-tabs"
          role="tablist"
          aria-label="Groups of emoji"
          onKeyDown={onTabKey}
        >
          {tabs.map(({ name }, index) => {
            const icon = groupIcons[index - tabs.length + groups.length] ?? Clock;
            return (
              <Tab
                key={name}
                name={name}
                isCurrent={index === activeTab}
                onChoose={() => setActiveTab(index)}
              >
                <Icon of={icon} />
              </Tab>
            );
          })}
        </div>
      )}
      <p className="sr-only" role="status">
        {isSearch && `${counted(found.length, 'emoji', 'emoji')} found`}
      </p>
      {shown.emojis.length > 0 ? (
        <EmojiGrid
          label={shown.name}
          emojis={shown.emojis}
          onChoose={choose}
          onLeave={() => search().focus()}
        />
      ) : (
        <p className="emoji-none">No emoji with that name.</p>
      )}
    </div>
  );
}

function Tab({
  name,
  isCurrent,
  onChoose,
  children,
}: {
  name: string;
  isCurrent: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      role="tab"
      aria-label={name}
      title={name}
      aria-selected={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}
