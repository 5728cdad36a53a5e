import { Globe, Images, Lock, Users } from 'lucide';
import { audienceLabels } from '#domains/policy/audience.rules.ts';
import { counted } from '#lib/text.ts';
import { Icon } from '#ui/Icon.tsx';
import { Picture, type StoredPicture } from '#ui/Picture.tsx';
import '#ui/tiles.css';
import './albums.css';

export interface AlbumCard {
  id: number;
  href: string;
  title: string;
  photoCount: number;
  /** `container`: a page, group or event decides it. */
  audience: keyof typeof audienceLabels | 'container';
  cover: StoredPicture | null;
}

const icons = { everyone: Globe, friends: Users, onlyme: Lock };

/** The audience as an icon with a label. */
export function AlbumPrivacy({ audience }: { audience: AlbumCard['audience'] }) {
  if (audience === 'container') return null;
  return (
    <span className="album-privacy" title={audienceLabels[audience]}>
      <Icon of={icons[audience]} />
      <span className="sr-only">{audienceLabels[audience]}</span>
    </span>
  );
}

/** Albums by their cover photos. */
export const AlbumGrid = ({ albums }: { albums: AlbumCard[] }) => (
  <ul className="tiles album-tiles" aria-label="Albums">
    {albums.map((album, index) => (
      <li key={album.id}>
        <a className="tile" href={album.href}>
          <span className="tile-picture">
            {album.cover ? (
              <Picture
                picture={album.cover}
                alt=""
                sizes="(width < 560px) 50vw, 220px"
                eager={index < 2}
              />
            ) : (
              <Icon of={Images} />
            )}
          </span>
          <span className="tile-name" dir="auto">
            {album.title}
          </span>
          <span className="tile-note">
            <AlbumPrivacy audience={album.audience} />
            {counted(album.photoCount, 'photo')}
          </span>
        </a>
      </li>
    ))}
  </ul>
);
