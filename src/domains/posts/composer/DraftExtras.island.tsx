import { useStore } from '@nanostores/react';
import { useLazyWhen } from '#ui/use-lazy.ts';
import { $draft } from './composer.store.ts';
import { emptyDraft, isBegun, linkOf } from './draft.rules.ts';
import type { DraftPartsProps } from './DraftParts.island.tsx';

/** The parts of a draft besides the text. Loaded when there are some: most posts are text only. */
export function DraftExtras(props: Omit<DraftPartsProps, 'draft'>) {
  const draft = useStore($draft, { ssr: () => emptyDraft });
  const isThere = isBegun({ ...draft, body: '' }) || linkOf(draft) !== '';
  const Parts = useLazyWhen(isThere, () =>
    import('./DraftParts.island.tsx').then((part) => part.DraftParts),
  );
  return isThere && Parts ? <Parts {...props} draft={draft} /> : null;
}
