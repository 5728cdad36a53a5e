import { ChevronLeft, ChevronRight, X } from 'lucide';
import { useRef, useState } from 'react';
import { LightboxSlide } from '#domains/lightbox/LightboxSlide.tsx';
import { LightboxTools } from '#domains/lightbox/LightboxTools.tsx';
import { useZoom, zoomKeys } from '#domains/lightbox/zoom/use-zoom.ts';
import type { MessageModel } from '#domains/messages/messages.model.ts';
import { FullscreenDialog } from '#ui/FullscreenDialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Stage } from '#ui/Stage.tsx';
import { useStageKeys } from '#ui/use-stage.ts';
import '#domains/lightbox/lightbox.css';
import './PhotoViewer.css';

/** A photo of the conversation with its sender's name. */
export type ThreadPhoto = MessageModel['photos'][number] & { from: string };

interface Props {
  photos: ThreadPhoto[];
  /** Index of the photo to open. */
  start: number;
  onClose: () => void;
}

const neighbours = [-1, 0, 1] as const;

/** Full-screen viewer for the photos of a conversation. */
export function PhotoViewer({ photos, start, onClose }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(start);
  const last = photos.length - 1;
  const step = (by: -1 | 1) => setIndex((now) => Math.max(0, Math.min(last, now + by)));
  const picture = photos[index]!;
  const { id, from } = picture;
  const zoom = useZoom(
    { stage, track },
    id,
    picture,
    { isFirst: index === 0, isLast: index === last },
    (swipe) => {
      if (swipe === 'close') onClose();
      else if (swipe !== 'about') step(swipe === 'next' ? 1 : -1);
    },
  );

  useStageKeys(() => ({
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    ...zoomKeys(zoom),
  }));

  return (
    <FullscreenDialog className="photo-viewer" label="Photos of the conversation" onClose={onClose}>
      <Stage className="viewer-stage photo-viewer-stage" glow={picture.placeholder} ref={stage}>
        <div className="viewer-bar">
          <p className="viewer-count" aria-live="polite">
            <span className="sr-only">{`Photo ${index + 1} of ${photos.length} by ${from}`}</span>
            {last > 0 && (
              <span aria-hidden="true">
                {index + 1} / {photos.length}
              </span>
            )}
          </p>
          <LightboxTools {...zoom} onZoom={zoom.zoom} />
          <IconButton label="Close" icon={<Icon of={X} />} onClick={onClose} />
        </div>
        <div className="viewer-track" ref={track}>
          {neighbours.map((at) => {
            const one = photos[index + at];
            const item = one && {
              kind: 'photo' as const,
              picture: one,
              title: '',
              owner: { name: one.from },
              position: index + at + 1,
            };
            return (
              item && (
                <LightboxSlide
                  key={one.id}
                  item={item}
                  total={photos.length}
                  at={at}
                  isClose={at === 0 && zoom.isZoomed}
                />
              )
            );
          })}
        </div>
        {index > 0 && (
          <IconButton
            label="Previous"
            className="viewer-arrow viewer-previous"
            icon={<Icon of={ChevronLeft} />}
            onClick={() => step(-1)}
          />
        )}
        {index < last && (
          <IconButton
            label="Next"
            className="viewer-arrow viewer-next"
            icon={<Icon of={ChevronRight} />}
            onClick={() => step(1)}
          />
        )}
      </Stage>
    </FullscreenDialog>
  );
}
