import { Check, Search } from 'lucide';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Avatar } from '#ui/Avatar.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import type { DraftTag } from './draft.rules.ts';
import './composer-dialogs.css';
import './FriendCombobox.css';

export interface FriendComboboxProps {
  text: string;
  onText: (text: string) => void;
  friends: DraftTag[];
  tagged: number[];
  onToggle: (friend: DraftTag) => void;
  /** Who is looked for: 'Search friends'. */
  label?: string;
  /** Off where a dialog begins with another field. */
  hasFocus?: boolean;
}

/**
 * A search field with a list under it: Up and Down choose, Enter takes, and the focus stays in the
 * field.
 */
export function FriendCombobox({
  text,
  onText,
  friends,
  tagged,
  onToggle,
  label = 'Search friends',
  hasFocus = true,
}: FriendComboboxProps) {
  const id = useId();
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);

  // A dialog that is not open yet gives the focus to what asks for it in the markup; in one that
  // is, it is taken here.
  useLayoutEffect(() => {
    if (!hasFocus) return;
    field.current!.setAttribute('autofocus', '');
    field.current!.focus();
  }, []);

  useEffect(() => setActive(text && friends.length > 0 ? 0 : -1), [friends, text]);
  useEffect(() => {
    // Answers a promise in newer browsers.
    void list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const press = (event: KeyboardEvent) => {
    const last = friends.length - 1;
    const next = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
    }[event.key];
    if (next !== undefined && friends.length > 0) {
      event.preventDefault();
      setActive(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (friends[active]) onToggle(friends[active]);
    } else if (event.key === 'Escape' && text) {
      // First it empties the field, then it closes the dialog.
      event.preventDefault();
      onText('');
    }
  };

  return (
    <div className="friend-picker">
      <label className="composer-search">
        <Icon of={Search} />
        <span className="sr-only">{label}</span>
        <input
          type="text"
          role="combobox"
          aria-expanded={friends.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={friends[active] ? `${id}-${friends[active].id}` : undefined}
          ref={field}
          autoComplete="off"
          placeholder={label}
          maxLength={100}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={press}
        />
      </label>
      <ul
        ref={list}
        id={`${id}-list`}
        className="friend-list"
        role="listbox"
        aria-label="Found"
        aria-multiselectable="true"
        hidden={friends.length === 0}
      >
        {friends.map((friend, index) => {
          const isTagged = tagged.includes(friend.id);
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
            <li
              key={friend.id}
              id={`${id}-${friend.id}`}
              role="option"
              aria-selected={isTagged}
              className={classes('friend-option', index === active && 'friend-option-active')}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onToggle(friend)}
            >
              <Avatar name={friend.label} src={friend.image} />
              <span className="friend-name">
                <bdi>{friend.label}</bdi>
              </span>
              {isTagged && <Icon of={Check} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
