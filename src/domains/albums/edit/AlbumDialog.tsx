import { useState, type ChangeEvent } from 'react';
import { albumFields } from '#domains/albums/albums.fields.ts';
import { titleProblem } from '#domains/albums/albums.rules.ts';
import { audienceLabels } from '#domains/policy/audience.rules.ts';
import type { DetailRow } from '#lib/field-list.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { useStoredState } from '#ui/use-stored-state.ts';
import { PhotoChooser } from './PhotoChooser.tsx';
import './album-dialogs.css';

export type AlbumWords = DetailRow<typeof albumFields>;

export interface AlbumDialogProps {
  /** Storage name of the draft. */
  name: string;
  title: string;
  saveLabel: string;
  start: AlbumWords;
  /** An automatic album: its title is fixed. */
  hasFixedTitle?: boolean;
  /** False in a container, which decides who sees it. */
  hasAudience?: boolean;
  /** Shows the photo chooser. */
  imageMegabytes?: number;
  /** Returns whether it succeeded. */
  onSave: (
    words: AlbumWords,
    files: File[],
    onProgress: (percent: number) => void,
  ) => Promise<boolean>;
  onClose: () => void;
}

/** Title, description and audience of an album, and the first photos of a new one. */
export function AlbumDialog({
  name,
  title,
  saveLabel,
  start,
  hasFixedTitle,
  hasAudience = true,
  imageMegabytes,
  onSave,
  onClose,
}: AlbumDialogProps) {
  const [words, write, forget] = useStoredState<AlbumWords>(name, start);
  const [files, setFiles] = useState<File[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const change = (changed: Partial<AlbumWords>) => {
    setProblem(null);
    write({ ...words, ...changed });
  };
  const typed =
    (field: 'title' | 'description') =>
    (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [field]: event.target.value });
  const save = async () => {
    const wrong = titleProblem(words.title);
    if (wrong) {
      setProblem(wrong);
      document.getElementById('field-album-title')?.focus();
      return;
    }
    setPercent(0);
    if (await onSave(words, files, setPercent)) forget();
    else setPercent(null);
  };
  const isBusy = percent !== null;
  const footer = (
    <Button variant="primary" busy={isBusy} onClick={() => void save()}>
      {saveLabel}
    </Button>
  );
  return (
    <Dialog title={title} open onClose={onClose} footer={footer}>
      <div className="album-form">
        {!hasFixedTitle && (
          <Field
            id="field-album-title"
            label={albumFields.title.label}
            name="album-title"
            value={words.title}
            error={problem}
            maxLength={albumFields.title.max}
            dir="auto"
            autoComplete="off"
            required
            onChange={typed('title')}
          />
        )}
        <Field
          multiline
          label={albumFields.description.label}
          name="album-description"
          value={words.description}
          used={[...words.description].length}
          maxLength={albumFields.description.max}
          dir="auto"
          onChange={typed('description')}
        />
        {hasAudience && (
          <>
            <div className="album-choices">
              <Select
                label={albumFields.audience.label}
                name="album-audience"
                options={audienceLabels}
                value={words.audience}
                onChange={(event) =>
                  change({ audience: event.target.value as AlbumWords['audience'] })
                }
              />
              <Select
                label={albumFields.commentAudience.label}
                name="album-comments"
                options={audienceLabels}
                value={words.commentAudience}
                onChange={(event) =>
                  change({ commentAudience: event.target.value as AlbumWords['audience'] })
                }
              />
            </div>
            <label className="album-listed">
              <input
                type="checkbox"
                checked={words.isListed}
                onChange={(event) => change({ isListed: event.target.checked })}
              />
              {albumFields.isListed.label}
            </label>
          </>
        )}
        {imageMegabytes !== undefined && (
          <PhotoChooser files={files} onChange={setFiles} imageMegabytes={imageMegabytes} />
        )}
        {isBusy && files.length > 0 && (
          <progress
            className="album-progress"
            max={100}
            value={percent}
            aria-label="Uploading photos"
          />
        )}
      </div>
    </Dialog>
  );
}
