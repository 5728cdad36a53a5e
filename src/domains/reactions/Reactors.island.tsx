import { useState } from 'react';
import { useLazy } from '#ui/use-lazy.ts';
import type { Reactions } from './reactions.rules.ts';
import { ReactionSummary } from './ReactionSummary.tsx';
import type { ReactorList } from './reactors.rules.ts';

export interface ReactorsProps extends Pick<Reactions, 'counts'> {
  /** How the owner of the subject lists who reacted. */
  list: ReactorList;
}

/** How many reacted; pressed, who they are. The dialog is fetched with the first press. */
export function Reactors({ counts, list }: ReactorsProps) {
  const [open, Dialog] = useReactors(list);
  return (
    <>
      <ReactionSummary counts={counts} onOpen={open} />
      {Dialog}
    </>
  );
}

/** For what has a button of its own. */
export function useReactors(list: ReactorList) {
  const [ReactorsDialog, needDialog] = useLazy(() =>
    import('./ReactorsDialog.island.tsx').then((part) => part.ReactorsDialog),
  );
  const [isOpen, setOpen] = useState(false);
  const open = async () => {
    if (await needDialog()) setOpen(true);
  };
  const dialog = ReactorsDialog && (
    <ReactorsDialog open={isOpen} list={list} onClose={() => setOpen(false)} />
  );
  return [() => void open(), dialog] as const;
}
