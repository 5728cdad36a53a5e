import { Check, Search } from 'lucide';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Avatar } from '#ui/Avatar.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import type { DraftTag } from './draft.rules.ts';
import './composer-dialogs.css';
import './PeopleCombobox.css';

export interface PeopleComboboxProps {
  text: string;
  onText: (text: string) => void;
  people: DraftTag[];
  chosen: number[];
  onToggle: (person: DraftTag) => void;
  /** Label, e.g. 'Search friends'. */
  label: string;
  /** False if another field of the dialog gets the focus. */
  hasFocus?: boolean;
}

/**
 * A search field with a list under it: Up and Down choose, Enter takes, and the focus stays in the
 * field.
 */
export function PeopleCombobox({
  text,
  onText,
  people,
  chosen,
  onToggle,
  label,
  hasFocus = true,
}: PeopleComboboxProps) {
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
  }, [hasFocus]);

  useEffect(() => setActive(text && people.length > 0 ? 0 : -1), [people, text]);
  useEffect(() => {
    // Answers a promise in newer browsers.
    void list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const press = (event: KeyboardEvent) => {
    const last = people.length - 1;
    const next = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
    }[event.key];
    if (next !== undefined && people.length > 0) {
      event.preventDefault();
      setActive(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // The first is active as soon as it is shown, also before the effect has run.
      const person = people[active] ?? (text ? people[0] : undefined);
      if (person) onToggle(person);
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
          aria-expanded={people.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={people[active] ? `${id}-${people[active].id}` : undefined}
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
        hidden={people.length === 0}
      >
        {people.map((person, index) => {
          const isChosen = chosen.includes(person.id);
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
            <li
              key={person.id}
              id={`${id}-${person.id}`}
              role="option"
              aria-selected={isChosen}
              className={classes('friend-option', index === active && 'friend-option-active')}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onToggle(person)}
            >
              <Avatar name={person.label} src={person.image} />
              <span className="friend-name">
                <bdi>{person.label}</bdi>
              </span>
              {isChosen && <Icon of={Check} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
