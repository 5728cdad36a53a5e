import { useState, type ChangeEvent } from 'react';
import { albumTextLength, albumTitleLength } from '#domains/albums/albums.rules.ts';
import type { PhotoTile } from '#domains/albums/PhotoTiles.tsx';
import { altLength } from '#domains/media/media.rules.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { useStoredState } from '#ui/use-stored-state.ts';
import './album-dialogs.css';

export interface PhotoWords {
  title: string;
  caption: string;
  alt: string;
}

export interface PhotoDialogProps {
  photo: PhotoTile;
  /** Returns whether it succeeded. */
  onSave: (words: PhotoWords) => Promise<boolean>;
  onClose: () => void;
}

/** Caption and alt text of one photo. */
export function PhotoDialog({ photo, onSave, onClose }: PhotoDialogProps) {
  const { id, picture, title, caption } = photo;
  const [words, write, forget] = useStoredState<PhotoWords>(`photo ${id}`, {
    title,
    caption,
    alt: picture.alt,
  });
  const [isBusy, setBusy] = useState(false);
  const typed =
    (field: keyof PhotoWords) => (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      write({ ...words, [field]: event.target.value });
  const save = async () => {
    setBusy(true);
    if (await onSave(words)) forget();
    else setBusy(false);
  };
  const footer = (
    <Button variant="primary" busy={isBusy} onClick={() => void save()}>
      Save
    </Button>
  );
  return (
    <Dialog title="Edit photo" open onClose={onClose} footer={footer}>
      <div className="album-form">
        <img
          className="photo-edited"
          src={`/media/${id}/${picture.widths.toSorted((a, b) => a - b)[0] ?? 'original'}.webp`}
          alt=""
          width={picture.width}
          height={picture.height}
        />
        <Field
          label="Title"
          name="photo-title"
          value={words.title}
          maxLength={albumTitleLength}
          dir="auto"
          autoComplete="off"
          onChange={typed('title')}
        />
        <Field
          multiline
          label="Caption"
          name="photo-caption"
          value={words.caption}
          used={[...words.caption].length}
          maxLength={albumTextLength}
          dir="auto"
          onChange={typed('caption')}
        />
        <Field
          label="Describe it for people who cannot see it"
          name="photo-alt"
          value={words.alt}
          maxLength={altLength}
          placeholder="What is in the photo?"
          dir="auto"
          autoComplete="off"
          onChange={typed('alt')}
        />
      </div>
    </Dialog>
  );
}
