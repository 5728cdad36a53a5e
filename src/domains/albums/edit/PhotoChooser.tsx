import { X } from 'lucide';
import { useEffect, useState } from 'react';
import { maxPhotosAtOnce } from '#domains/albums/albums.rules.ts';
import { isImage } from '#domains/media/media.rules.ts';
import { FileDrop } from '#ui/FileDrop.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import './album-dialogs.css';

export interface PhotoChooserProps {
  files: File[];
  onChange: (files: File[]) => void;
  imageMegabytes: number;
  /** Error about the selection as a whole. */
  error?: string | null;
}

/** The reason why a file is refused, or null. */
function fileProblem(file: File, imageMegabytes: number): string | null {
  if (!isImage(file)) return `${file.name} is not a photo.`;
  return file.size > imageMegabytes * 1_000_000
    ? `${file.name} is larger than ${imageMegabytes} MB.`
    : null;
}

/** Photos to upload: chosen, dragged or pasted, and removed again. */
export function PhotoChooser({ files, onChange, imageMegabytes, error }: PhotoChooserProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const add = (more: File[]) => {
    const problems = more.flatMap((file) => fileProblem(file, imageMegabytes) ?? []);
    const all = [...files, ...more.filter((file) => !fileProblem(file, imageMegabytes))];
    if (all.length > maxPhotosAtOnce)
      problems.push(`You can add up to ${maxPhotosAtOnce} photos at once.`);
    setProblem(problems[0] ?? null);
    onChange(all.slice(0, maxPhotosAtOnce));
  };
  return (
    <div>
      <FileDrop
        label={files.length ? 'Add more photos' : 'Choose photos'}
        hint={`Or drag or paste them here: up to ${maxPhotosAtOnce} at once, ${imageMegabytes} MB each.`}
        error={problem ?? error ?? null}
        accept="image/*,.heic,.heif"
        multiple
        isSmall={files.length > 0}
        onFiles={add}
      />
      {files.length > 0 && (
        <ul className="chosen-photos" aria-label="Chosen photos">
          {files.map((file, index) => (
            <li key={`${file.name} ${file.size} ${file.lastModified} ${index}`}>
              <Thumb file={file} />
              <IconButton
                label={`Remove ${file.name}`}
                icon={<Icon of={X} />}
                onClick={() => onChange(files.filter((_, other) => other !== index))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shows the name of a file that the browser cannot draw (HEIC, for instance). */
function Thumb({ file }: { file: File }) {
  const [address, setAddress] = useState('');
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (isBroken) return <span className="chosen-name">{file.name}</span>;
  return address ? <img src={address} alt={file.name} onError={() => setBroken(true)} /> : null;
}
