import { SmilePlus, ThumbsUp } from 'lucide';
import type { KeyboardEvent } from 'react';
import { pressCall } from '#lib/form-call.ts';
import { Icon } from '#ui/Icon.tsx';
import { reactionKinds, reactionNamed, type ReactionName } from './reactions.rules.ts';
import { usePicker } from './use-picker.ts';
import './ReactionPicker.css';

export interface ReactionPickerProps {
  /** Unique on the page. */
  id: string;
  mine: ReactionName | 'none';
  /** No new reaction may be chosen; an existing one may be removed. */
  isClosed?: boolean;
  onChoose: (choice: ReactionName | 'none') => void;
  /** The form call that makes a choice (lib/form-call.ts), for a press without script. */
  callOf: (choice: ReactionName | 'none') => string;
}

/**
 * The Like button with the seven kinds above it: on hover after 120 ms, on a long press, with the
 * arrow keys, or by the small button behind it that is visible when focused. A press on Like itself
 * likes or removes the reaction.
 */
export function ReactionPicker({
  id,
  mine,
  isClosed = false,
  onChoose,
  callOf,
}: ReactionPickerProps) {
  const picker = usePicker();
  const chosen = mine === 'none' ? undefined : reactionNamed(mine);

  const choose = (name: ReactionName | 'none') => {
    picker.close(true);
    onChoose(name);
  };

  const moveWithArrows = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(here + step + buttons.length) % buttons.length]?.focus();
  };

  if (isClosed)
    return (
      <ClosedReaction chosen={chosen} call={callOf('none')} onTakeBack={() => onChoose('none')} />
    );
  return (
    <div className="reaction-picker" ref={picker.root} {...picker.hover}>
      <button
        {...pressCall(callOf(chosen ? 'none' : 'like'))}
        className="reaction-button"
        data-reaction={chosen?.name}
        aria-pressed={Boolean(chosen)}
        aria-label={chosen ? `${chosen.caption}: your reaction` : 'Like'}
        {...picker.press}
        onClick={(event) => {
          event.preventDefault();
          if (picker.takeClick()) choose(chosen ? 'none' : 'like');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          picker.open(true);
        }}
      >
        {chosen ? (
          <span key={chosen.name} className="reaction-chosen" aria-hidden="true">
            {chosen.emoji}
          </span>
        ) : (
          <Icon of={ThumbsUp} />
        )}
        <span aria-hidden="true">{chosen?.caption ?? 'Like'}</span>
      </button>
      <button
        type="button"
        className="reaction-more"
        aria-label="Choose a reaction"
        aria-expanded={picker.isOpen}
        aria-controls={picker.isOpen ? id : undefined}
        onClick={() => (picker.isOpen ? picker.close(true) : picker.open(true))}
      >
        <Icon of={SmilePlus} />
      </button>
      {picker.isOpen && (
        <div
          id={id}
          className="reaction-panel"
          role="group"
          aria-label="Reactions"
          onKeyDown={moveWithArrows}
        >
          {reactionKinds.map(({ name, caption, emoji }) => (
            <button
              key={name}
              type="button"
              data-tip={caption}
              aria-label={caption}
              aria-pressed={name === mine}
              onClick={() => choose(name === mine ? 'none' : name)}
            >
              <span aria-hidden="true">{emoji}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

interface ClosedProps {
  chosen: ReturnType<typeof reactionNamed> | undefined;
  call: string;
  onTakeBack: () => void;
}

function ClosedReaction({ chosen, call, onTakeBack }: ClosedProps) {
  return (
    <button
      {...pressCall(call)}
      className="reaction-button"
      data-reaction={chosen?.name}
      aria-pressed={Boolean(chosen)}
      aria-label={chosen ? `${chosen.caption}: your reaction` : 'Like'}
      disabled={!chosen}
      onClick={(event) => {
        event.preventDefault();
        onTakeBack();
      }}
    >
      {chosen ? (
        <span className="reaction-chosen" aria-hidden="true">
          {chosen.emoji}
        </span>
      ) : (
        <Icon of={ThumbsUp} />
      )}
      <span aria-hidden="true">{chosen?.caption ?? 'Like'}</span>
    </button>
  );
}
