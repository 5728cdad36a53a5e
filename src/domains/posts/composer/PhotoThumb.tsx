import { Image as ImageIcon } from 'lucide';
import { useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import './PhotoThumb.css';

/**
 * A chosen photo in its box. A file that this browser cannot draw, such as HEIC, is shown by its
 * name; the server can read it all the same.
 */
export function PhotoThumb({
  src,
  name,
  alt = '',
}: {
  src: string | undefined;
  name: string;
  alt?: string;
}) {
  const [broken, setBroken] = useState<string>();
  if (src && broken !== src)
    return <img className="draft-seen" src={src} alt={alt} onError={() => setBroken(src)} />;
  return (
    <span className="draft-unseen">
      <Icon of={ImageIcon} />
      <span>{name}</span>
    </span>
  );
}
