export interface StoredPicture {
  id: number;
  width: number;
  height: number;
  /** Widths of the variants beside the original, in AVIF and WebP. */
  widths: number[];
  /** A tiny blurred preview as a data URL. */
  placeholder: string;
  alt: string;
}

export interface PictureProps {
  picture: StoredPicture;
  alt: string;
  /** As for `<img sizes>`. */
  sizes: string;
  /** Above the fold: loaded eagerly with high priority. */
  eager?: boolean;
}

const address = (picture: StoredPicture, width: number | 'original', type: string) =>
  `/media/${picture.id}/${width}.${type}`;
const sources = (picture: StoredPicture, type: string) =>
  picture.widths.map((width) => `${address(picture, width, type)} ${width}w`).join(', ');

/** A stored picture in a fitting size, over its blurred preview until it has loaded. */
export function Picture({ picture, alt, sizes, eager = false }: PictureProps) {
  return (
    <>
      {/* Inline in the page. An <img>, because the CSP allows no style attributes. */}
      {picture.placeholder && (
        <img
          className="media-blur"
          src={picture.placeholder}
          alt=""
          aria-hidden="true"
          width={16}
          height={16}
        />
      )}
      <picture>
        {picture.widths.length > 0 && (
          <source type="image/avif" srcSet={sources(picture, 'avif')} sizes={sizes} />
        )}
        {picture.widths.length > 0 && (
          <source type="image/webp" srcSet={sources(picture, 'webp')} sizes={sizes} />
        )}
        <img
          src={address(picture, picture.widths.at(-1) ?? 'original', 'webp')}
          width={picture.width}
          height={picture.height}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          {...(eager ? { fetchPriority: 'high' as const } : {})}
          decoding="async"
        />
      </picture>
    </>
  );
}
