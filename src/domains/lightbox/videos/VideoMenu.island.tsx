import { Ellipsis, Pencil, Trash2 } from 'lucide';
import { useState } from 'react';
import type { VideoWords } from '#domains/media/videos/video.rules.ts';
import { Icon } from '#ui/Icon.tsx';
import { Menu } from '#ui/Menu.tsx';
import { useConfirmDialog, useLazy } from '#ui/use-lazy.ts';
import { deleteVideo, editVideo } from './videos.store.ts';

export interface VideoMenuProps extends VideoWords {
  id: number;
  /** Makes ids unique: the lightbox may cover the list, which has a menu for the same video. */
  area: 'viewer' | 'list';
  canEdit: boolean;
  canDelete: boolean;
  /** Names the video among others. */
  label: string;
  /** The screen to show after it is deleted. */
  pathAfterwards: string;
  onEdited: (words: Partial<VideoWords>) => void;
}

/** Changes of an uploaded video, by its owner and the staff of the container. */
export function VideoMenu({
  id,
  area,
  title,
  description,
  canEdit,
  canDelete,
  label,
  pathAfterwards,
  onEdited,
}: VideoMenuProps) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const [isBusy, setBusy] = useState(false);
  const [VideoDialog, needVideoDialog] = useLazy(() =>
    import('./VideoDialog.tsx').then((part) => part.VideoDialog),
  );
  const [ConfirmDialog, needConfirmDialog] = useConfirmDialog();
  const close = () => setOpen(undefined);
  const save = async (words: Partial<VideoWords>) => {
    const isDone = await editVideo(id, words);
    if (isDone) onEdited(words);
    return isDone;
  };
  const remove = async () => {
    setBusy(true);
    // Stays busy after success: another screen is loading.
    if (!(await deleteVideo(id, pathAfterwards))) setBusy(false);
  };
  const choices = [
    {
      isAllowed: canEdit,
      label: 'Edit video',
      icon: <Icon of={Pencil} />,
      onSelect: async () => (await needVideoDialog()) && setOpen('edit'),
    },
    {
      isAllowed: canDelete,
      label: 'Delete video',
      icon: <Icon of={Trash2} />,
      isDanger: true,
      onSelect: async () => (await needConfirmDialog()) && setOpen('delete'),
    },
  ];
  return (
    <>
      <Menu
        id={`video-menu-${area}-${id}`}
        label={label}
        icon={<Icon of={Ellipsis} />}
        isLazy
        screen={`/videos/${id}/options`}
        entries={choices.flatMap(({ isAllowed, ...choice }) => (isAllowed ? choice : []))}
      />
      {VideoDialog && open === 'edit' && (
        <VideoDialog
          id={id}
          title={title}
          description={description}
          onSave={save}
          onClose={close}
        />
      )}
      {ConfirmDialog && (
        <ConfirmDialog
          open={open === 'delete'}
          title="Delete this video?"
          text="This deletes it for everyone, with its comments and reactions. The text of its post stays."
          confirmLabel="Delete video"
          isDanger
          busy={isBusy}
          onConfirm={() => void remove()}
          onCancel={close}
        />
      )}
    </>
  );
}
