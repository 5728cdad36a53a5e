import { useState } from 'react';
import { sendReport } from '#domains/moderation/reports.store.ts';
import type { StoryModel } from '#domains/stories/stories.model.ts';
import { removeStory } from '#domains/stories/stories.store.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useLazyWhen } from '#ui/use-lazy.ts';

export type OpenDialog = 'delete' | 'report' | 'viewers' | null;

export interface StoryDialogsProps {
  open: OpenDialog;
  item: StoryModel;
  memberId: number;
  onClose: () => void;
  onDeleted: () => void;
}

/** Dialogs of a story; rarely needed ones load on first use. */
export function StoryDialogs({ open, item, memberId, onClose, onDeleted }: StoryDialogsProps) {
  const [isBusy, setBusy] = useState(false);
  const ReportDialog = useLazyWhen(
    open === 'report',
    () => import('#domains/moderation/ReportDialog.tsx').then((part) => part.ReportDialog),
    onClose,
  );
  const ViewersDialog = useLazyWhen(
    open === 'viewers',
    () => import('./StoryViewersDialog.island.tsx').then((part) => part.StoryViewersDialog),
    onClose,
  );

  const remove = async () => {
    setBusy(true);
    const isDeleted = await removeStory(memberId, item.id);
    setBusy(false);
    if (isDeleted) onDeleted();
    else onClose();
  };
  return (
    <>
      {open === 'delete' && (
        <ConfirmDialog
          open
          title="Delete story"
          text="Nobody will see it any more. This cannot be undone."
          confirmLabel="Delete story"
          isDanger
          busy={isBusy}
          onConfirm={() => void remove()}
          onCancel={onClose}
        />
      )}
      {open === 'report' && ReportDialog && (
        <ReportDialog
          type="story"
          id={item.id}
          title="Report story"
          open
          onSend={(words) => sendReport({ type: 'story', id: item.id }, words)}
          onClose={onClose}
        />
      )}
      {open === 'viewers' && ViewersDialog && <ViewersDialog storyId={item.id} onClose={onClose} />}
    </>
  );
}
