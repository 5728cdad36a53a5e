import type { ReactNode } from 'react';
import { Picture, type StoredPicture } from '#ui/Picture.tsx';
import '#ui/tiles.css';
import './PhotoTiles.css';

export interface PhotoTile {
  id: number;
  /** Lightbox path within the album. */
  href: string;
  picture: StoredPicture;
  title: string;
  caption: string;
  /** From 1, in the whole album. */
  nth: number;
  /** The viewer may edit and delete it. */
  isChangeable?: boolean;
}

export interface PhotoTilesProps {
  tiles: PhotoTile[];
  total: number;
  /** Small ones beside or below the content, which are loaded when they come into sight. */
  isAside?: boolean;
  /** The owner's actions on a photo. */
  menuOf?: (tile: PhotoTile) => ReactNode;
}

/** Label of the link to a photo. */
const nameOf = ({ picture, title, caption, nth }: PhotoTile, total: number): string =>
  picture.alt || title || caption.slice(0, 120) || `Photo ${nth} of ${total}`;

/** The photos of an album as squares that open the lightbox. */
export const PhotoTiles = ({ tiles, total, isAside = false, menuOf }: PhotoTilesProps) => (
  <ul className="tiles photo-tiles" aria-label="Photos">
    {tiles.map((tile, index) => (
      <li key={tile.id}>
        <a className="tile-picture" href={tile.href}>
          <Picture
            picture={tile.picture}
            alt={nameOf(tile, total)}
            sizes={isAside ? '100px' : '(width < 680px) 33vw, 210px'}
            eager={!isAside && index < 6}
          />
          {!isAside && (tile.title || tile.caption) && (
            <span className="photo-words" dir="auto" aria-hidden="true">
              {tile.title || tile.caption}
            </span>
          )}
        </a>
        {menuOf?.(tile)}
      </li>
    ))}
  </ul>
);
