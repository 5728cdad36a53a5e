import { classes } from './classes.ts';
import './MediaGrid.css';

export interface GridPicture {
  id: number;
  width: number;
  height: number;
  widths: number[];
  placeholder: string;
  alt: string;
}

export interface MediaGridProps {
  pictures: GridPicture[];
  hrefOf: (picture: GridPicture) => string;
  /** Above the fold: the first picture is fetched at once, before everything else. */
  isFirst?: boolean;
}

const shown = 5;
const address = (picture: GridPicture, width: number | 'original', type: string) => `/media/${picture.id}/${width}.${type}`;
const sources = (picture: GridPicture, type: string) => picture.widths.map((width) => `${address(picture, width, type)} ${width}w`).join(', ');

/** How wide the box at `index` of `count` is drawn, in a card that fills a phone and has 640 pixels elsewhere. */
function sizesOf(index: number, count: number): string {
  const perRow = count === 1 || (count === 3 && index === 0) ? 1 : count === 5 && index > 1 ? 3 : 2;
  return `(width < 680px) ${Math.ceil(100 / perRow)}vw, ${Math.ceil(640 / perRow)}px`;
}

/** One picture in its own shape; several as a grid of boxes, the fifth counting the rest. */
export function MediaGrid({ pictures, hrefOf, isFirst }: MediaGridProps) {
  const count = Math.min(pictures.length, shown);
  const rest = pictures.length - shown;
  return (
    <div className={classes('media-grid', `media-grid-${count}`)}>
      {pictures.slice(0, shown).map((picture, index) => {
        const eager = isFirst && index === 0;
        const fallback = picture.widths.at(-1);
        const sizes = sizesOf(index, count);
        return (
          <a key={picture.id} href={hrefOf(picture)} className="media-box">
            {/* Blurred, from the page itself, until the picture has come. An <img>, because the security policy allows no style attributes. */}
            {picture.placeholder && <img className="media-blur" src={picture.placeholder} alt="" aria-hidden="true" width={16} height={16} />}
            <picture>
              {picture.widths.length > 0 && <source type="image/avif" srcSet={sources(picture, 'avif')} sizes={sizes} />}
              {picture.widths.length > 0 && <source type="image/webp" srcSet={sources(picture, 'webp')} sizes={sizes} />}
              <img
                src={address(picture, fallback ?? 'original', 'webp')}
                width={picture.width}
                height={picture.height}
                // The link needs a name, also where nobody has described the picture.
                alt={picture.alt || (pictures.length > 1 ? `Photo ${index + 1} of ${pictures.length}` : 'Photo')}
                loading={eager ? 'eager' : 'lazy'}
                {...(eager ? { fetchPriority: 'high' as const } : {})}
                decoding="async"
              />
            </picture>
            {index === shown - 1 && rest > 0 && (
              <span className="media-rest">
                <span aria-hidden="true">+{rest}</span>
                <span className="sr-only">, and {rest} more</span>
              </span>
            )}
          </a>
        );
      })}
    </div>
  );
}
