import { useState } from 'react';
import { useLazy } from '#ui/use-lazy.ts';
import type { Reactions } from './reactions.rules.ts';
import { ReactionSummary } from './ReactionSummary.tsx';
import type { ReactorList } from './reactors.model.ts';

export interface ReactorsProps extends Pick<Reactions, 'counts'> {
  /** Lists the reactors of the subject. */
  list: ReactorList;
}

/** Number of reactors; a press opens the list. The dialog is loaded on the first press. */
export function Reactors({ counts, list }: ReactorsProps) {
  const [open, Dialog] = useReactors(list);
  return (
    <>
      <ReactionSummary counts={counts} onOpen={open} />
      {Dialog}
    </>
  );
}

/** For subjects with a button of their own. */
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
