import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useLazy } from '#ui/use-lazy.ts';
import { $draft } from './composer.store.ts';
import { emptyDraft, isBegun, linkOf } from './draft.rules.ts';
import type { DraftPartsProps } from './DraftParts.island.tsx';

/**
 * What the draft carries besides its text. Most posts are text only, so it is fetched when there is
 * something to show.
 */
export function DraftExtras(props: Omit<DraftPartsProps, 'draft'>) {
  const draft = useStore($draft, { ssr: () => emptyDraft });
  const isThere = isBegun({ ...draft, body: '' }) || linkOf(draft) !== '';
  const [Parts, need] = useLazy(() =>
    import('./DraftParts.island.tsx').then((part) => part.DraftParts),
  );
  useEffect(() => {
    if (isThere) void need();
  }, [isThere]);
  return isThere && Parts ? <Parts {...props} draft={draft} /> : null;
}
