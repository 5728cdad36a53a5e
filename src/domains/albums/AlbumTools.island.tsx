import { ImagePlus, Pencil, Trash2 } from 'lucide';
import { memo, useEffect, useState } from 'react';
import type { AlbumWords } from '#domains/albums/edit/AlbumDialog.tsx';
import { Button } from '#ui/Button.tsx';
import { showFlashToast } from '#ui/flash-toast.ts';
import { Icon } from '#ui/Icon.tsx';
import { useConfirmDialog, useLazy } from '#ui/use-lazy.ts';
import { addPhotos, deleteAlbum, editAlbum } from './albums.store.ts';
import './album-tools.css';

export interface AlbumToolsProps {
  id: number;
  /** The list that it is in. */
  albumsPath: string;
  /** A member chooses who sees it; in a container the container does. */
  hasAudience?: boolean;
  words: AlbumWords;
  /** An automatic album: photos cannot be added by hand. */
  isAutomatic: boolean;
  mayDelete: boolean;
  imageMegabytes: number;
}

/** The owner's actions on a whole album. */
export const AlbumTools = memo(function AlbumTools({
  id,
  albumsPath,
  hasAudience = true,
  words,
  isAutomatic,
  mayDelete,
  imageMegabytes,
}: AlbumToolsProps) {
  const [open, setOpen] = useState<'add' | 'edit' | 'delete'>();
  const [isBusy, setBusy] = useState(false);
  const [key, setKey] = useState('');
  const [AddPhotosDialog, needAddPhotos] = useLazy(() =>
    import('#domains/albums/edit/AddPhotosDialog.tsx').then((part) => part.AddPhotosDialog),
  );
  const [AlbumDialog, needAlbum] = useLazy(() =>
    import('#domains/albums/edit/AlbumDialog.tsx').then((part) => part.AlbumDialog),
  );
  const [ConfirmDialog, needConfirm] = useConfirmDialog();
  useEffect(showFlashToast, []);
  const show = (which: 'add' | 'edit' | 'delete', need: () => Promise<boolean>) => async () => {
    setKey(crypto.randomUUID());
    if (await need()) setOpen(which);
  };
  const close = () => setOpen(undefined);
  return (
    <div className="album-actions">
      {!isAutomatic && (
        <Button
          variant="primary"
          icon={<Icon of={ImagePlus} />}
          onClick={() => void show('add', needAddPhotos)()}
        >
          Add photos
        </Button>
      )}
      <Button icon={<Icon of={Pencil} />} onClick={() => void show('edit', needAlbum)()}>
        Edit album
      </Button>
      {mayDelete && (
        <Button
          variant="quiet"
          icon={<Icon of={Trash2} />}
          onClick={() => void show('delete', needConfirm)()}
        >
          Delete album
        </Button>
      )}
      {AddPhotosDialog && open === 'add' && (
        <AddPhotosDialog
          imageMegabytes={imageMegabytes}
          onSave={async (files, onProgress) => {
            const isDone = await addPhotos(id, files, { key, onProgress });
            if (!isDone) setKey(crypto.randomUUID());
            return isDone;
          }}
          onClose={close}
        />
      )}
      {AlbumDialog && open === 'edit' && (
        <AlbumDialog
          name={`album ${id}`}
          title="Edit album"
          saveLabel="Save"
          start={words}
          hasFixedTitle={isAutomatic}
          hasAudience={hasAudience}
          onSave={(changed) => editAlbum(id, changed)}
          onClose={close}
        />
      )}
      {ConfirmDialog && (
        <ConfirmDialog
          open={open === 'delete'}
          title="Delete this album?"
          text="This also deletes its photos, with their comments and reactions."
          confirmLabel="Delete album"
          isDanger
          busy={isBusy}
          onConfirm={() => {
            setBusy(true);
            void deleteAlbum(albumsPath, id).then((isDone) => setBusy(isDone));
          }}
          onCancel={close}
        />
      )}
    </div>
  );
});
