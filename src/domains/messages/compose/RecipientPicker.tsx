import type { DraftTag, PeopleFound } from '#domains/posts/composer/draft.rules.ts';
import { PeoplePicker } from '#domains/posts/composer/PeoplePicker.tsx';

interface Props {
  chosen: DraftTag[];
  max: number;
  onChange: (chosen: DraftTag[]) => void;
  search: (text: string) => Promise<PeopleFound>;
  problem?: string | undefined;
}

/** Recipient field of a new message. */
export function RecipientPicker({ chosen, max, onChange, search, problem }: Props) {
  return (
    <div className="recipients">
      <span className="recipients-label">To</span>
      <PeoplePicker
        chosen={chosen}
        max={max}
        tooMany={`You can choose up to ${max} people.`}
        label="Search people"
        hasFocus={chosen.length === 0}
        className="recipients-chosen"
        search={search}
        onChange={onChange}
      />
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
