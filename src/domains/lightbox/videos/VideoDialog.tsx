import { useState, type ChangeEvent } from 'react';
import { videoFields } from '#domains/media/videos/video.fields.ts';
import type { VideoWords } from '#domains/media/videos/video.rules.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { useStoredState } from '#ui/use-stored-state.ts';

export interface VideoDialogProps extends VideoWords {
  id: number;
  /** Returns whether it succeeded. */
  onSave: (words: Partial<VideoWords>) => Promise<boolean>;
  onClose: () => void;
}

/** Title and description of an own video. */
export function VideoDialog({ id, title, description, onSave, onClose }: VideoDialogProps) {
  const [words, write, forget] = useStoredState<VideoWords>(`video ${id}`, { title, description });
  const [isBusy, setBusy] = useState(false);
  const typed =
    (field: keyof VideoWords) => (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      write({ ...words, [field]: event.target.value });
  const save = async () => {
    setBusy(true);
    // A video without its own text shows that of its post, which must not be saved as its own.
    const isDone = await onSave({
      ...(words.title === title ? {} : { title: words.title }),
      ...(words.description === description ? {} : { description: words.description }),
    });
    setBusy(false);
    if (!isDone) return;
    forget();
    onClose();
  };
  const footer = (
    <Button variant="primary" busy={isBusy} onClick={() => void save()}>
      Save
    </Button>
  );
  return (
    <Dialog title="Edit video" open onClose={onClose} footer={footer}>
      <Field
        label={videoFields.title.label}
        name="video-title"
        value={words.title}
        maxLength={videoFields.title.max}
        dir="auto"
        autoComplete="off"
        onChange={typed('title')}
      />
      <Field
        multiline
        label={videoFields.description.label}
        name="video-description"
        value={words.description}
        used={[...words.description].length}
        maxLength={videoFields.description.max}
        dir="auto"
        onChange={typed('description')}
      />
    </Dialog>
  );
}
