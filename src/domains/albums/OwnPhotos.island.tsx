import { Ellipsis, ImageUp, Pencil, Trash2, UserRound } from 'lucide';
import { memo, useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { Menu } from '#ui/Menu.tsx';
import { useConfirmDialog, useLazy } from '#ui/use-lazy.ts';
import { chooseCover, deletePhoto, editPhoto } from './albums.store.ts';
import { PhotoTiles, type PhotoTile } from './PhotoTiles.tsx';
import './album-tools.css';

export interface OwnPhotosProps {
  albumId: number;
  tiles: PhotoTile[];
  total: number;
  /** Sets the profile photo; passed in, because media may not import profiles. Absent in a container. */
  onMakeProfilePhoto?: (photoId: number) => Promise<unknown>;
}

/** The photos of an own album with their actions. */
export const OwnPhotos = memo(function OwnPhotos({
  albumId,
  tiles,
  total,
  onMakeProfilePhoto,
}: OwnPhotosProps) {
  const [open, setOpen] = useState<{ which: 'edit' | 'delete'; photo: PhotoTile }>();
  const [isBusy, setBusy] = useState(false);
  const [PhotoDialog, needPhoto] = useLazy(() =>
    import('#domains/albums/edit/PhotoDialog.tsx').then((part) => part.PhotoDialog),
  );
  const [ConfirmDialog, needConfirm] = useConfirmDialog();
  const show = (which: 'edit' | 'delete', photo: PhotoTile) => async () => {
    if (await (which === 'edit' ? needPhoto() : needConfirm())) setOpen({ which, photo });
  };
  const close = () => setOpen(undefined);
  const menuOf = (photo: PhotoTile) => (
    <Menu
      id={`photo-menu-${photo.id}`}
      label={`More about photo ${photo.nth}`}
      icon={<Icon of={Ellipsis} />}
      isLazy
      entries={[
        ...(photo.isChangeable
          ? [
              {
                label: 'Edit photo',
                icon: <Icon of={Pencil} />,
                onSelect: () => void show('edit', photo)(),
              },
            ]
          : []),
        {
          label: 'Make album cover',
          icon: <Icon of={ImageUp} />,
          onSelect: () => void chooseCover(albumId, photo.id),
        },
        ...(onMakeProfilePhoto
          ? [
              {
                label: 'Make profile photo',
                icon: <Icon of={UserRound} />,
                onSelect: () => void onMakeProfilePhoto(photo.id),
              },
            ]
          : []),
        ...(photo.isChangeable
          ? [
              {
                label: 'Delete photo',
                icon: <Icon of={Trash2} />,
                isDanger: true,
                onSelect: () => void show('delete', photo)(),
              },
            ]
          : []),
      ]}
    />
  );
  return (
    <>
      <PhotoTiles tiles={tiles} total={total} menuOf={menuOf} />
      {PhotoDialog && open?.which === 'edit' && (
        <PhotoDialog
          key={open.photo.id}
          photo={open.photo}
          onSave={(words) => editPhoto(open.photo.id, words)}
          onClose={close}
        />
      )}
      {ConfirmDialog && (
        <ConfirmDialog
          open={open?.which === 'delete'}
          title="Delete this photo?"
          text="This deletes it for everyone, with its comments and reactions."
          confirmLabel="Delete photo"
          isDanger
          busy={isBusy}
          onConfirm={() => {
            setBusy(true);
            void deletePhoto(open!.photo.id, albumId).then((isDone) => setBusy(isDone));
          }}
          onCancel={close}
        />
      )}
    </>
  );
});
