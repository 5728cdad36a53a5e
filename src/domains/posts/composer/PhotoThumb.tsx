import { ImageIcon } from 'lucide-react';
import { useState } from 'react';
import './PhotoThumb.css';

/** A chosen photo in its box. What this browser cannot draw (HEIC, say) is shown by its name; the server can read it all the same. */
export function PhotoThumb({ src, name, alt = '' }: { src: string | undefined; name: string; alt?: string }) {
  const [broken, setBroken] = useState<string>();
  if (src && broken !== src) return <img className="draft-seen" src={src} alt={alt} onError={() => setBroken(src)} />;
  return (
    <span className="draft-unseen">
      <ImageIcon aria-hidden="true" />
      <span>{name}</span>
    </span>
  );
}
