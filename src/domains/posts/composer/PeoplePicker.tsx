import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { isolate } from '#lib/names.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Chip } from '#ui/Chip.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { announce, toast } from '#ui/toast.ts';
import type { DraftTag, PeopleFound } from './draft.rules.ts';
import { PeopleCombobox } from './PeopleCombobox.tsx';
import './composer-dialogs.css';

const pause = 300;

interface PeoplePickerProps {
  chosen: DraftTag[];
  max: number;
  /** Shown when somebody beyond `max` is chosen. */
  tooMany: string;
  /** Announced after the name: 'tagged'. */
  addedWord?: string;
  label: string;
  hasFocus?: boolean;
  className: string;
  /** Lists people before anything is typed. */
  suggests?: boolean;
  search: (text: string) => Promise<PeopleFound>;
  /** Shown where there is nobody to suggest. */
  nobody?: ReactNode;
  onChange: (chosen: DraftTag[]) => void;
}

/** People found by name and kept as chips. */
export function PeoplePicker(props: PeoplePickerProps) {
  const { chosen, max, tooMany, addedWord = 'added', label, hasFocus, className } = props;
  const { suggests, search, nobody, onChange } = props;
  const [text, setText] = useState('');
  const [found, setFound] = useState<PeopleFound>(null);
  const [tries, setTries] = useState(0);

  const searchFor = useEffectEvent(search);
  useEffect(() => {
    if (!suggests && !text.trim()) return setFound(null);
    let isCancelled = false;
    const look = async () => {
      const answer = await searchFor(text.trim());
      if (isCancelled || !answer) return;
      setFound(answer);
      if (answer.kind === 'found')
        announce(answer.people.length ? `${answer.people.length} found` : 'No results!');
    };
    const timer = setTimeout(() => void look(), text ? pause : 0);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [text, tries, suggests]);

  const toggle = (person: DraftTag) => {
    const isChosen = chosen.some(({ id }) => id === person.id);
    if (!isChosen && chosen.length === max) return void toast.error(tooMany);
    onChange(isChosen ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person]);
    announce(`${isolate(person.label)} ${isChosen ? 'removed' : addedWord}`);
    // A list of suggestions stays, to choose several from.
    if (!suggests) setText('');
  };

  return (
    <>
      {chosen.length > 0 && (
        <div className={className}>
          {chosen.map((person) => (
            <Chip
              key={person.id}
              icon={<Avatar name={person.label} src={person.image} size={24} />}
              onRemove={() => toggle(person)}
              removeLabel={`Remove ${isolate(person.label)}`}
            >
              {person.label}
            </Chip>
          ))}
        </div>
      )}
      <PeopleCombobox
        label={label}
        hasFocus={hasFocus}
        text={text}
        onText={setText}
        people={found?.kind === 'found' ? found.people : []}
        chosen={chosen.map(({ id }) => id)}
        onToggle={toggle}
      />
      {found?.kind === 'found' && found.people.length === 0 && (
        <p className="composer-none">{(!text && nobody) || 'No results!'}</p>
      )}
      {found?.kind === 'failed' && (
        <ErrorState onRetry={() => setTries(tries + 1)}>{found.message}</ErrorState>
      )}
    </>
  );
}
