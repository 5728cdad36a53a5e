import { PhotoThumb } from '#domains/posts/composer/PhotoThumb.tsx';
import type { DraftPhoto } from '#lib/draft-photos.ts';
import { RemoveFromPicture } from '#ui/RemoveFromPicture.tsx';
import '#ui/picture-marks.css';
import './PhotoStrip.css';

export interface PhotoStripProps {
  photos: DraftPhoto[];
  previews: Record<string, string | undefined>;
  /** Opens the dialog to describe and reorder the photos. */
  onOpen: () => void;
  onRemove: (id: string) => void;
}

/** Thumbnails of the photos attached to the draft. */
export function PhotoStrip({ photos, previews, onOpen, onRemove }: PhotoStripProps) {
  return (
    <ul className="photo-strip" aria-label="Photos of this message">
      {photos.map(({ id, name, alt }, index) => (
        <li key={id} className="photo-strip-one">
          <button
            type="button"
            className="photo-strip-open"
            onClick={onOpen}
            aria-label={`Photo ${index + 1} of ${photos.length}${alt ? `, ${alt}` : ''}: describe or move`}
            data-tip="Describe or move"
          >
            <PhotoThumb src={previews[id]} name={name} />
            {alt && (
              <span className="picture-mark picture-mark-words" aria-hidden="true">
                ALT
              </span>
            )}
          </button>
          <RemoveFromPicture label={`Remove photo ${index + 1}`} onRemove={() => onRemove(id)} />
        </li>
      ))}
    </ul>
  );
}
