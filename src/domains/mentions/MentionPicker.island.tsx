import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react';
import { Avatar } from '#ui/Avatar.tsx';
import { classes } from '#ui/classes.ts';
import { insertText } from '#ui/insert-text.ts';
import { checkMentions, suggestMentions } from './mentions.calls.ts';
import type { MentionedPerson, MentionSource } from './mentions.model.ts';
import { nameBeingTyped, toMentionedPerson, unnotifiedText } from './typed-mention.model.ts';
import './MentionPicker.css';

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  source: MentionSource;
  /** Takes a key press of the field; true if the list has used it. */
  keys: Ref<(event: KeyboardEvent) => boolean>;
}

const shownPeople = 6;

async function find(source: MentionSource, search: string, signal: AbortSignal) {
  if ('people' in source) {
    const begins = search.toLowerCase();
    return source.people
      .filter(({ name }) =>
        name
          .toLowerCase()
          .split(' ')
          .some((word) => word.startsWith(begins)),
      )
      .slice(0, shownPeople);
  }
  const { response } = await suggestMentions({ ...source, search }, { signal });
  return response.map(toMentionedPerson);
}

/** A list of people under a text box while an `@name` is typed, and who will not be notified. */
export function MentionPicker({ field, value, source, keys }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [people, setPeople] = useState<MentionedPerson[]>([]);
  const [active, setActive] = useState(0);
  const [unnotified, setUnnotified] = useState<string[]>([]);
  const asked = JSON.stringify(source);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const box = field.current!;
    const follow = () =>
      setTyped(
        document.activeElement === box ? nameBeingTyped(box.value, box.selectionStart) : undefined,
      );
    follow();
    const events = ['input', 'keyup', 'click', 'focus', 'blur'];
    for (const event of events) box.addEventListener(event, follow);
    return () => {
      for (const event of events) box.removeEventListener(event, follow);
    };
  }, [field]);

  const show = (found: MentionedPerson[]) => {
    setPeople(found);
    setActive(0);
  };
  useEffect(() => {
    if (typed === undefined) return show([]);
    const request = new AbortController();
    const timer = setTimeout(
      // Without an answer there is no list; the text can be written all the same.
      () => void find(JSON.parse(asked), typed, request.signal).then(show, () => undefined),
      120,
    );
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [typed, asked]);

  // Without the name that is still being typed.
  const finished = typed === undefined ? value : value.replace(`@${typed}`, '');
  useEffect(() => {
    const context = JSON.parse(asked) as MentionSource;
    if ('people' in context) return;
    if (!finished.includes('@')) return setUnnotified([]);
    const request = new AbortController();
    const timer = setTimeout(() => {
      void checkMentions({ ...context, body: finished }, { signal: request.signal }).then(
        (answer) => setUnnotified(answer.unnotified),
        () => undefined,
      );
    }, 400);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [finished, asked]);

  const choose = ({ written }: MentionedPerson) => {
    const box = field.current!;
    const end = box.selectionStart;
    box.setSelectionRange(end - typed!.length, end);
    insertText(box, `${written} `);
    setTyped(undefined);
    box.focus();
  };

  const press = (event: KeyboardEvent) => {
    if (!people.length || event.nativeEvent.isComposing) return false;
    const last = people.length - 1;
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1);
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? last : active - 1);
    else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab')
      choose(people[active]!);
    else if (event.key === 'Escape') {
      event.stopPropagation();
      show([]);
    } else return false;
    event.preventDefault();
    return true;
  };
  useImperativeHandle(keys, () => press);

  const isOpen = people.length > 0;
  // Below a box at the end of the window it would open out of sight.
  useEffect(() => {
    if (isOpen) list.current!.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  const option = people[active] && `${id}-${people[active].id}`;
  useEffect(() => {
    const box = field.current!;
    if (!option) return;
    box.setAttribute('aria-autocomplete', 'list');
    box.setAttribute('aria-controls', `${id}-list`);
    box.setAttribute('aria-activedescendant', option);
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant'])
        box.removeAttribute(name);
    };
  }, [field, id, option]);

  return (
    <div className="mention-picker">
      {isOpen && (
        <ul
          ref={list}
          id={`${id}-list`}
          className="mention-list"
          role="listbox"
          aria-label="People to mention"
        >
          {people.map((person, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
            <li
              key={person.id}
              id={`${id}-${person.id}`}
              role="option"
              aria-selected={index === active}
              className={classes('mention-option', index === active && 'mention-option-active')}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <Avatar name={person.name} src={person.image} size={32} />
              <span className="mention-name">
                <bdi>{person.name}</bdi>
                {person.written !== person.name && <small>@{person.written}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mention-note" role="status">
        {unnotifiedText(unnotified)}
      </p>
    </div>
  );
}
