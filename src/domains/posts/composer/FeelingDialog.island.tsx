import { useStore } from '@nanostores/react';
import { ArrowLeft, ChevronRight, Search } from 'lucide';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { feelingPhrase, toVerb } from '#domains/posts/feelings/feeling-phrase.ts';
import {
  feelings,
  type FeelingChild,
  type FeelingParent,
} from '#domains/posts/feelings/feelings.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { announce } from '#ui/toast.ts';
import { $draft, changeDraft } from './composer.store.ts';
import type { ToolDialogProps } from './ComposerTools.island.tsx';
import './composer-dialogs.css';
import './FeelingDialog.css';

interface Choice {
  parent: FeelingParent;
  child: FeelingChild;
  phrase: string;
}

const all: Choice[] = feelings.flatMap((parent) =>
  parent.children.map((child) => ({
    parent,
    child,
    phrase: feelingPhrase({ parenttitle: parent.title, childtitle: child.title }),
  })),
);

/** Up, Down, Home and End walk through the list, from the search field on. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-choice]')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const isTyping = stops[at] instanceof HTMLInputElement;
  const next = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    ...(isTyping ? {} : { Home: 1, End: stops.length - 1 }),
  }[event.key];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  stops[next]?.focus();
}

/** All feelings and activities: by kind, or by searching through all of them. */
export function FeelingDialog({ memberId, onClose }: ToolDialogProps) {
  const { feeling } = useStore($draft);
  const [query, setQuery] = useState('');
  const [parent, setParent] = useState<FeelingParent>();
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const words = query.trim().toLowerCase();
  const found = words
    ? all.filter(
        ({ phrase, parent: { title } }) =>
          phrase.includes(words) || phrase.toLowerCase().includes(words) || title.includes(words),
      )
    : null;
  const shown = found ?? (parent ? all.filter((choice) => choice.parent === parent) : null);

  // After the dialog has opened and put the focus on its first button.
  useLayoutEffect(() => field.current!.focus(), []);
  const count = found?.length;
  useEffect(() => {
    if (count !== undefined) announce(count ? `${count} found` : 'No results!');
  }, [count]);
  useEffect(() => {
    if (parent) list.current?.querySelector('button')?.focus();
  }, [parent]);

  const choose = ({ parent: { id: parentId }, child: { id, emoji }, phrase }: Choice) => {
    changeDraft(memberId, { feeling: { parent: parentId, child: id, phrase, emoji } });
    onClose();
  };
  const footer = feeling ? (
    <Button
      onClick={() => {
        changeDraft(memberId, { feeling: null });
        onClose();
      }}
    >
      Remove {feeling.phrase}
    </Button>
  ) : undefined;

  return (
    <Dialog title="Feelings / Activities" open onClose={onClose} footer={footer}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys bubble */}
      <div className="feeling-picker" onKeyDown={walk}>
        <label className="composer-search">
          <Icon of={Search} />
          <span className="sr-only">Search feelings and activities</span>
          <input
            type="search"
            ref={field}
            placeholder="Search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </label>
        {parent && !found && (
          <div className="feeling-head">
            <IconButton
              label="All kinds"
              icon={<Icon of={ArrowLeft} />}
              onClick={() => setParent(undefined)}
            />
            <h3>{parent.tagline}</h3>
          </div>
        )}
        {shown ? (
          <ul
            ref={list}
            className="feeling-list"
            aria-label={parent && !found ? parent.tagline : 'Found'}
          >
            {shown.map((choice) => {
              const { child, phrase } = choice;
              return (
                <li key={child.id}>
                  <button
                    type="button"
                    data-choice
                    className="feeling-choice"
                    aria-pressed={feeling?.child === child.id}
                    onClick={() => choose(choice)}
                  >
                    <span className="feeling-emoji" aria-hidden="true">
                      {child.emoji}
                    </span>
                    {found ? phrase : child.title}
                  </button>
                </li>
              );
            })}
          </ul>
        ) : (
          <ul className="feeling-list" aria-label="Kinds">
            {feelings.map((kind) => (
              <li key={kind.id}>
                <button
                  type="button"
                  data-choice
                  className="feeling-choice"
                  onClick={() => setParent(kind)}
                >
                  <span className="feeling-emoji" aria-hidden="true">
                    {kind.emoji}
                  </span>
                  {toVerb(kind.title) || kind.title}
                  <Icon of={ChevronRight} />
                </button>
              </li>
            ))}
          </ul>
        )}
        {found?.length === 0 && <p className="composer-none">No results!</p>}
      </div>
    </Dialog>
  );
}
