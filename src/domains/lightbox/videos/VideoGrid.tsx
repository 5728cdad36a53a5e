import { Film, Play } from 'lucide';
import type { ReactNode } from 'react';
import type { VideoModel } from '#domains/lightbox/lightbox.model.ts';
import { videoStatus } from '#domains/media/videos/video.rules.ts';
import { fullDate, parseWire, timestampLabel } from '#lib/dates.ts';
import { counted, shorten } from '#lib/text.ts';
import { Icon } from '#ui/Icon.tsx';
import { Picture } from '#ui/Picture.tsx';
import '#ui/tiles.css';
import './VideoGrid.css';

export interface VideoGridProps {
  videos: Array<VideoModel & { href: string }>;
  /** Wire time to count days from. */
  now: string;
  /** The reader's time zone, if known. */
  timeZone?: string | undefined;
  /** The owner's menu of a video. */
  menuOf?: (video: VideoModel) => ReactNode;
}

/** `3:07`, or `1:02:09`. */
export function lengthText(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

export const nameOfVideo = ({ title, description }: VideoModel): string =>
  title || shorten(description.replace(/\s+/g, ' ').trim(), 80, 75) || 'Video';

/** Poster tiles with titles; each opens the lightbox. */
export const VideoGrid = ({ videos, now, timeZone, menuOf }: VideoGridProps) => (
  <ul className="tiles video-tiles" aria-label="Videos">
    {videos.map((video, index) => {
      const createdAt = parseWire(video.createdAt)!;
      return (
        <li key={video.href} className="card card-flush">
          <a className="tile" href={video.href}>
            <span className="tile-picture">
              {video.picture ? (
                <Picture
                  picture={video.picture}
                  alt=""
                  sizes="(width < 560px) 100vw, 320px"
                  eager={index < 2}
                />
              ) : (
                <Icon of={Film} />
              )}
              <span className="video-play" aria-hidden="true">
                <Icon of={Play} />
              </span>
              {video.status === videoStatus.ready ? (
                video.seconds > 0 && (
                  <span className="video-length">{lengthText(video.seconds)}</span>
                )
              ) : (
                <span className="video-length">
                  {video.status === videoStatus.failed ? 'Cannot be played' : 'Being prepared'}
                </span>
              )}
            </span>
            <span className="tile-name" dir="auto">
              {nameOfVideo(video)}
            </span>
            <span className="tile-note">
              <time
                dateTime={createdAt.toISOString()}
                title={fullDate(createdAt, timeZone ?? 'UTC')}
              >
                {timestampLabel(createdAt, parseWire(now)!, timeZone)}
              </time>
              {video.viewCount > 0 && <span>{counted(video.viewCount, 'view')}</span>}
            </span>
          </a>
          {menuOf?.(video)}
        </li>
      );
    })}
  </ul>
);
