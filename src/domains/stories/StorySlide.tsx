import { useEffect, useRef, type RefObject } from 'react';
import { waitingText } from '#domains/media/videos/video.rules.ts';
import { Picture } from '#ui/Picture.tsx';
import { isImageCode } from './stories.rules.ts';
import type { StoryItem } from './stories.schema.ts';
import { altOf } from './story-alt.ts';
import './StorySlide.css';

export interface StorySlideProps {
  item: StoryItem;
  video: RefObject<HTMLVideoElement | null>;
  isMuted: boolean;
  /** The photo is there, or will not come. */
  onLoad: () => void;
  onEnd: () => void;
  /** The browser cannot play it. */
  onBroken: () => void;
}

const sizes = '(width >= 700px) 460px, 100vw';

/** What is shown: the photo, or the video with its still behind it. */
export function StorySlide({ item, video, isMuted, onLoad, onEnd, onBroken }: StorySlideProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const image = box.current?.querySelector<HTMLImageElement>('picture img');
    // Drawn by the server, it may be there before anybody listens.
    if (!image || image.complete) return onLoad();
    const stop = new AbortController();
    for (const event of ['load', 'error']) image.addEventListener(event, onLoad, { signal: stop.signal });
    return () => stop.abort();
  }, []);
  if (item.status !== 1) return <p className="story-waiting">{waitingText(item.status)}</p>;
  return (
    <div className="story-media" ref={box}>
      {item.picture && <Picture picture={item.picture} alt={isImageCode(item.code) ? altOf(item) : ''} sizes={sizes} eager />}
      {!isImageCode(item.code) && (
        <video ref={video} className="story-video" src={item.videoUrl} muted={isMuted} playsInline preload="auto" aria-label={altOf(item)} onEnded={onEnd} onError={onBroken} />
      )}
    </div>
  );
}

/** The next one, fetched while this one is shown and drawn nowhere. */
export function NextSlide({ item }: { item: StoryItem }) {
  return (
    <div className="story-coming" aria-hidden="true">
      {item.picture && <Picture picture={item.picture} alt="" sizes={sizes} eager />}
      {item.videoUrl && <video src={item.videoUrl} muted playsInline preload="auto" tabIndex={-1} />}
    </div>
  );
}
