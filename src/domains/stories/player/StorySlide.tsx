import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { waitingText } from '#domains/media/videos/video.rules.ts';
import type { StoryModel } from '#domains/stories/stories.model.ts';
import { storyAlt } from '#domains/stories/stories.rules.ts';
import { Picture } from '#ui/Picture.tsx';
import './StorySlide.css';

export interface StorySlideProps {
  item: StoryModel;
  video: RefObject<HTMLVideoElement | null>;
  isMuted: boolean;
  /** The photo has loaded, or there is none. */
  onLoad: () => void;
  onEnd: () => void;
  /** The photo cannot be loaded or the video cannot be played. */
  onBroken: () => void;
  isBroken: boolean;
}

const sizes = '(width >= 700px) 460px, 100vw';

/** The photo, or the video over its poster. */
export function StorySlide({
  item,
  video,
  isMuted,
  onLoad,
  onEnd,
  onBroken,
  isBroken,
}: StorySlideProps) {
  const box = useRef<HTMLDivElement>(null);
  const onReady = useEffectEvent(() => onLoad());
  // The poster of a video may be missing.
  const onError = useEffectEvent(() => (item.isPhoto ? onBroken : onLoad)());
  useEffect(() => {
    const image = box.current?.querySelector<HTMLImageElement>('picture img');
    // A server-rendered image may have loaded before the listeners are attached.
    if (!image) return onReady();
    if (image.complete) return image.naturalWidth ? onReady() : onError();
    const stop = new AbortController();
    image.addEventListener('load', onReady, { signal: stop.signal });
    image.addEventListener('error', onError, { signal: stop.signal });
    return () => stop.abort();
  }, []);
  if (item.status !== 1) return <p className="story-waiting">{waitingText(item.status)}</p>;
  if (isBroken)
    return (
      <p className="story-waiting">
        {item.isPhoto ? 'This photo could not be loaded.' : 'This video could not be played.'}
      </p>
    );
  return (
    <div className="story-media" ref={box}>
      {item.picture && (
        <Picture
          picture={item.picture}
          alt={item.isPhoto ? storyAlt(item) : ''}
          sizes={sizes}
          eager
        />
      )}
      {!item.isPhoto && (
        <video
          ref={video}
          className="story-video"
          src={item.videoUrl}
          muted={isMuted}
          playsInline
          preload="auto"
          aria-label={storyAlt(item)}
          onEnded={onEnd}
          onError={onBroken}
        />
      )}
    </div>
  );
}

/** Preloads the next story without showing it. */
export function NextSlide({ item }: { item: StoryModel }) {
  return (
    <div className="story-coming" aria-hidden="true">
      {item.picture && <Picture picture={item.picture} alt="" sizes={sizes} eager />}
      {item.videoUrl && (
        <video src={item.videoUrl} muted playsInline preload="auto" tabIndex={-1} />
      )}
    </div>
  );
}
