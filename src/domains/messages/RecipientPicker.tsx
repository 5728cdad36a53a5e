import { useEffect, useState } from 'react';
import type { DraftTag } from '#domains/posts/composer/draft.rules.ts';
import { FriendCombobox } from '#domains/posts/composer/FriendCombobox.tsx';
import { isolate } from '#lib/names.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Chip } from '#ui/Chip.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { announce, toast } from '#ui/toast.ts';
import '#domains/posts/composer/composer-dialogs.css';

const pause = 300;

export type Found =
  { kind: 'found'; people: DraftTag[] } | { kind: 'failed'; message: string } | null;

interface Props {
  chosen: DraftTag[];
  most: number;
  onChange: (chosen: DraftTag[]) => void;
  /** Null when a newer search has taken its place. */
  search: (text: string) => Promise<Found>;
  problem?: string | undefined;
}

/** Who a message goes to: found by name, kept as chips. */
export function RecipientPicker({ chosen, most, onChange, search, problem }: Props) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found>(null);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (!text.trim()) return setFound(null);
    let isGone = false;
    const timer = setTimeout(async () => {
      const answer = await search(text.trim());
      if (isGone || !answer) return;
      setFound(answer);
      if (answer.kind === 'found')
        announce(answer.people.length ? `${answer.people.length} found` : 'No results!');
    }, pause);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [text, tries]);

  const toggle = (person: DraftTag) => {
    const isChosen = chosen.some(({ id }) => id === person.id);
    if (!isChosen && chosen.length === most) return void toast.error(`At most ${most} people.`);
    onChange(isChosen ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person]);
    announce(`${isolate(person.label)} ${isChosen ? 'removed' : 'added'}`);
    setText('');
  };

  return (
    <div className="recipients">
      <span className="recipients-label">To</span>
      {chosen.length > 0 && (
        <div className="recipients-chosen">
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
      <FriendCombobox
        label="Search people"
        hasFocus={chosen.length === 0}
        text={text}
        onText={setText}
        friends={found?.kind === 'found' ? found.people : []}
        tagged={chosen.map(({ id }) => id)}
        onToggle={toggle}
      />
      {found?.kind === 'found' && found.people.length === 0 && (
        <p className="composer-none">No results!</p>
      )}
      {found?.kind === 'failed' && (
        <ErrorState onRetry={() => setTries(tries + 1)}>{found.message}</ErrorState>
      )}
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
