import { Image as ImageIcon } from 'lucide';
import { useState } from 'react';
import type { MessageModel } from '#domains/messages/messages.model.ts';
import type { DraftPhoto } from '#lib/draft-photos.ts';
import { counted } from '#lib/text.ts';
import { Icon } from '#ui/Icon.tsx';
import { MediaGrid } from '#ui/MediaGrid.tsx';
import './MessagePhotos.css';

/** Maximum width in pixels. */
const width = 320;

/** Photos of a message. Without script a photo opens as a file, with script in the viewer. */
export function MessagePhotos({ photos }: Pick<MessageModel, 'photos'>) {
  return (
    <div className="message-photos">
      <MediaGrid
        pictures={photos}
        hrefOf={({ id }) => `/media/${id}/original.webp`}
        width={width}
      />
    </div>
  );
}

/** Photos from a stranger are collapsed and load only when opened, also without script. */
export function CoveredPhotos({ photos }: Pick<MessageModel, 'photos'>) {
  return (
    <details className="message-covered">
      <summary>
        <Icon of={ImageIcon} /> {counted(photos.length, 'photo')}{' '}
        <span className="message-uncover">Show</span> <span className="message-cover">Hide</span>
      </summary>
      <MessagePhotos photos={photos} />
    </details>
  );
}

/** Index of the photo that the link opens; undefined for other targets. */
export function pressedPhoto(
  target: EventTarget,
  photos: MessageModel['photos'],
): number | undefined {
  const link = (target as Element).closest<HTMLAnchorElement>('.message-photos a');
  const index = link ? photos.findIndex(({ id }) => link.pathname.startsWith(`/media/${id}/`)) : -1;
  return index < 0 ? undefined : index;
}

interface SendingPhotosProps {
  photos: DraftPhoto[];
  previews: Record<string, string | undefined>;
}

/** Photos of a pending message, from this device. */
export function SendingPhotos({ photos, previews }: SendingPhotosProps) {
  return (
    <div className="message-photos">
      <div className={`media-grid media-grid-${Math.min(photos.length, 5)}`}>
        {photos.slice(0, 5).map(({ id, alt }, index) => (
          <span key={id} className="media-box">
            <LocalPhoto src={previews[id]} alt={alt || `Photo ${index + 1} of ${photos.length}`} />
            {index === 4 && photos.length > 5 && (
              <span className="media-rest">+{photos.length - 5}</span>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

/**
 * Falls back to an icon for formats that the browser cannot show (HEIC, for example) and the server
 * can.
 */
function LocalPhoto({ src, alt }: { src: string | undefined; alt: string }) {
  const [broken, setBroken] = useState<string>();
  if (src && src !== broken) return <img src={src} alt={alt} onError={() => setBroken(src)} />;
  return (
    <span className="message-photo-unseen" role="img" aria-label={alt}>
      <Icon of={ImageIcon} />
    </span>
  );
}
