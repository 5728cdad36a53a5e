import { classes } from './classes.ts';
import { Picture, type StoredPicture } from './Picture.tsx';
import './MediaGrid.css';

export interface MediaGridProps {
  pictures: StoredPicture[];
  hrefOf: (picture: StoredPicture) => string;
  /** Maximum width in pixels; 640, the width of a card, by default. */
  width?: number;
  /** Above the fold: the first picture loads eagerly with high priority. */
  isFirst?: boolean;
}

const shown = 5;
function boxesPerRow(index: number, count: number): number {
  if (count === 1 || (count === 3 && index === 0)) return 1;
  return count === 5 && index > 1 ? 3 : 2;
}

/**
 * The `sizes` of the box at `index` of `count`, in a card that fills a phone and has 640 pixels
 * elsewhere; or in a fixed `width`.
 */
function getSizes(index: number, count: number, width: number | undefined): string {
  const perRow = boxesPerRow(index, count);
  if (width) return `${Math.ceil(width / perRow)}px`;
  return `(width < 680px) ${Math.ceil(100 / perRow)}vw, ${Math.ceil(640 / perRow)}px`;
}

/**
 * One picture in its own aspect ratio; several as a grid, the fifth box showing the count of the
 * rest.
 */
export function MediaGrid({ pictures, hrefOf, width, isFirst }: MediaGridProps) {
  const count = Math.min(pictures.length, shown);
  const rest = pictures.length - shown;
  return (
    <div className={classes('media-grid', `media-grid-${count}`)}>
      {pictures.slice(0, shown).map((picture, index) => {
        return (
          <a key={picture.id} href={hrefOf(picture)} className="media-box">
            {/* The link needs a name even if the picture has no description. */}
            <Picture
              picture={picture}
              alt={
                picture.alt ||
                (pictures.length > 1 ? `Photo ${index + 1} of ${pictures.length}` : 'Photo')
              }
              sizes={getSizes(index, count, width)}
              eager={isFirst && index === 0}
            />
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
