import { EmbedLink } from '#domains/media/videos/EmbedLink.tsx';
import { findEmbed, playingAddress } from '#domains/media/videos/embeds.ts';
import { videoStatus, waitingText } from '#domains/media/videos/video.rules.ts';
import { onPlainPress } from '#ui/plain-press.ts';
import type { LightboxItemModel } from './lightbox.model.ts';
import { itemTitle } from './lightbox.rules.ts';
import './LightboxSlide.css';

/**
 * The fields that a slide needs; also given for media outside a lightbox set, such as the photo of
 * a message.
 */
type Shown = Pick<
  LightboxItemModel,
  'kind' | 'picture' | 'title' | 'position' | 'status' | 'videoUrl' | 'image'
> & { owner: { name: string } };

export interface LightboxSlideProps {
  item: Shown;
  total: number;
  /**
   * Position relative to the shown item; the one before and the one after are preloaded beside the
   * stage.
   */
  at: -1 | 0 | 1;
  /** Zoomed in: loads the largest stored picture. */
  isClose?: boolean;
  /** For a video: URL that plays it without script. */
  playHref?: string;
  /** Position in seconds from which it plays, if it was pressed to play. */
  playFrom?: number | undefined;
  onPlay?: () => void;
}

const sizes = '(width < 900px) 100vw, calc(100vw - 400px)';

/** One picture or video, as large as the stage allows. */
export function LightboxSlide({ item, total, at, isClose, ...play }: LightboxSlideProps) {
  const { kind, picture } = item;
  const isShown = at === 0;
  return (
    <div className="viewer-slide" data-at={at} aria-hidden={!isShown} inert={!isShown}>
      {kind === 'photo' && picture && (
        <Photo
          picture={picture}
          alt={picture.alt || itemTitle(item, total)}
          isShown={isShown}
          isClose={isClose}
        />
      )}
      {kind === 'embed' && <Embed item={item} total={total} isShown={isShown} {...play} />}
      {kind === 'video' && <Video item={item} total={total} isShown={isShown} {...play} />}
    </div>
  );
}

type PlayProps = Pick<LightboxSlideProps, 'item' | 'total' | 'playHref' | 'playFrom' | 'onPlay'> & {
  isShown: boolean;
};

/** An uploaded video. Only the shown one has a player. */
function Video({ item, total, isShown, playFrom }: PlayProps) {
  const { picture, status, image: still } = item;
  if (status !== undefined && status !== videoStatus.ready) {
    return <p className="viewer-waiting">{waitingText(status)}</p>;
  }
  if (!isShown) return still && <img className="viewer-video" src={still.src} alt="" />;
  return (
    <video
      ref={(video) => {
        if (video && playFrom && video.currentTime === 0) video.currentTime = playFrom;
      }}
      className="viewer-video"
      src={item.videoUrl}
      poster={still?.src}
      width={picture?.width}
      height={picture?.height}
      controls
      playsInline
      autoPlay={playFrom !== undefined}
      preload="metadata"
      aria-label={itemTitle(item, total)}
    />
  );
}

/** A video of another site: our poster, and after a press the provider's player. */
function Embed({ item, total, isShown, playHref, playFrom, onPlay }: PlayProps) {
  const { videoUrl: address = '', title, image: still } = item;
  const embed = findEmbed(address);
  if (embed && isShown && playFrom !== undefined) {
    return (
      <iframe
        className="viewer-embed"
        src={playingAddress(embed)}
        title={itemTitle(item, total)}
        allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  return (
    <div className="viewer-embed">
      <EmbedLink
        address={address}
        title={title}
        poster={still}
        href={playHref ?? address}
        onClick={onPlainPress(isShown ? onPlay : undefined)}
        eager
      />
    </div>
  );
}

interface PhotoProps {
  picture: NonNullable<LightboxItemModel['picture']>;
  alt: string;
  isShown: boolean;
  isClose: boolean | undefined;
}

function Photo({ picture, alt, isShown, isClose }: PhotoProps) {
  const { id, width, height, widths, placeholder } = picture;
  const address = (size: number | 'original', type: string) => `/media/${id}/${size}.${type}`;
  const sources = (type: string) =>
    widths.map((size) => `${address(size, type)} ${size}w`).join(', ');
  const wanted = isClose ? `${Math.max(...widths)}px` : sizes;
  return (
    <div className="viewer-zoom">
      {placeholder && (
        <img
          className="viewer-blur"
          src={placeholder}
          alt=""
          aria-hidden="true"
          width={width}
          height={height}
        />
      )}
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
