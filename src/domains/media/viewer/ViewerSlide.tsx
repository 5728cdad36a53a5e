import { videoStatus, waitingText } from '#domains/media/videos/video.rules.ts';
import { itemTitle } from './viewer.rules.ts';
import type { ViewerItem } from './viewer.schema.ts';
import './ViewerSlide.css';

/** Also of what is no item of a viewer, such as the photo of a message. */
type Shown = Pick<ViewerItem, 'viewer_type' | 'picture' | 'title' | 'owner_title' | 'position' | 'status' | 'video_url' | 'image_main'>;

export interface ViewerSlideProps {
  item: Shown;
  total: number;
  /** Where it stands: the shown one, or the one before or after it, which waits beside the stage and is loaded already. */
  at: -1 | 0 | 1;
  /** Looked at closely: the largest stored picture is wanted. */
  isClose?: boolean;
}

const sizes = '(width < 900px) 100vw, calc(100vw - 400px)';

/** One picture or video, as large as the stage allows. */
export function ViewerSlide({ item, total, at, isClose }: ViewerSlideProps) {
  const { viewer_type: type, picture } = item;
  const isShown = at === 0;
  return (
    <div className="viewer-slide" data-at={at} aria-hidden={!isShown} inert={!isShown}>
      {type === 'album_photo' ? (
        picture && <Photo picture={picture} alt={picture.alt || itemTitle(item, total)} isShown={isShown} isClose={isClose} />
      ) : item.status !== undefined && item.status !== videoStatus.ready ? (
        <p className="viewer-waiting">{waitingText(item.status)}</p>
      ) : isShown ? (
        <video
          className="viewer-video"
          src={item.video_url}
          poster={item.image_main?.src}
          width={picture?.width}
          height={picture?.height}
          controls
          playsInline
          preload="metadata"
          aria-label={itemTitle(item, total)}
        />
      ) : (
        item.image_main && <img className="viewer-video" src={item.image_main.src} alt="" />
      )}
    </div>
  );
}

interface PhotoProps {
  picture: NonNullable<ViewerItem['picture']>;
  alt: string;
  isShown: boolean;
  isClose: boolean | undefined;
}

function Photo({ picture, alt, isShown, isClose }: PhotoProps) {
  const { id, width, height, widths, placeholder } = picture;
  const address = (size: number | 'original', type: string) => `/media/${id}/${size}.${type}`;
  const sources = (type: string) => widths.map((size) => `${address(size, type)} ${size}w`).join(', ');
  const wanted = isClose ? `${Math.max(...widths)}px` : sizes;
  return (
    <div className="viewer-zoom">
      {placeholder && <img className="viewer-blur" src={placeholder} alt="" aria-hidden="true" width={width} height={height} />}
      <picture>
        {widths.length > 0 && <source type="image/avif" srcSet={sources('avif')} sizes={wanted} />}
        {widths.length > 0 && <source type="image/webp" srcSet={sources('webp')} sizes={wanted} />}
        <img
          className="viewer-photo"
          src={address(widths.at(-1) ?? 'original', 'webp')}
          width={width}
          height={height}
          alt={alt}
          decoding={isShown ? 'sync' : 'async'}
          {...(isShown ? { fetchPriority: 'high' as const } : {})}
        />
      </picture>
    </div>
  );
}
