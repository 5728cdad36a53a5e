import { FolderPlus } from 'lucide';
import { memo, useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { showFlashToast } from '#ui/flash-toast.ts';
import { Icon } from '#ui/Icon.tsx';
import { useLazy } from '#ui/use-lazy.ts';
import { createAlbum, type AlbumOwner } from './albums.store.ts';
import './album-tools.css';

const start = {
  title: '',
  description: '',
  audience: 'everyone',
  commentAudience: 'everyone',
  isListed: true,
} as const;

/** Creates an album, with photos or empty. */
export const NewAlbum = memo(function NewAlbum({
  owner,
  imageMegabytes,
}: {
  owner: AlbumOwner;
  imageMegabytes: number;
}) {
  const [isOpen, setOpen] = useState(false);
  const [key, setKey] = useState('');
  const [AlbumDialog, needAlbumDialog] = useLazy(() =>
    import('#domains/albums/edit/AlbumDialog.tsx').then((part) => part.AlbumDialog),
  );
  useEffect(showFlashToast, []);
  const open = async () => {
    setKey(crypto.randomUUID());
    setOpen(await needAlbumDialog());
  };
  return (
    <>
      <Button icon={<Icon of={FolderPlus} />} onClick={() => void open()}>
        New album
      </Button>
      {AlbumDialog && isOpen && (
        <AlbumDialog
          name="new-album"
          title="New album"
          saveLabel="Create album"
          start={start}
          imageMegabytes={imageMegabytes}
          hasAudience={owner.type === 'member'}
          onSave={async (words, files, onProgress) => {
            const isDone = await createAlbum(owner, words, files, { key, onProgress });
            // A changed form after a failure is a new request.
            if (!isDone) setKey(crypto.randomUUID());
            return isDone;
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
});
