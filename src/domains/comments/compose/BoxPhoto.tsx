import { Image as ImageIcon, X } from 'lucide';
import { useState } from 'react';
import { altLength } from '#domains/media/media.rules.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';

export interface BoxPhotoProps {
  name: string;
  address: string;
  alt: string;
  onDescribe: (alt: string) => void;
  onRemove: () => void;
}

/** The photo attached to the draft. */
export function BoxPhoto({ name, address, alt, onDescribe, onRemove }: BoxPhotoProps) {
  const [broken, setBroken] = useState<string>();
  return (
    <div className="box-photo">
      {broken === address ? (
        // The browser may be unable to draw a format (HEIC, for instance) that the server can read.
        <span className="box-photo-unseen" title={name}>
          <Icon of={ImageIcon} />
        </span>
      ) : (
        <img src={address} alt="" onError={() => setBroken(address)} />
      )}
      <input
        type="text"
        value={alt}
        maxLength={altLength}
        dir="auto"
        placeholder="What is in the photo?"
        aria-label="Describe your photo for people who cannot see it"
        onChange={(event) => onDescribe(event.target.value)}
      />
      <IconButton
        label="Remove photo"
        icon={<Icon of={X} />}
        className="comment-tool"
        onClick={onRemove}
      />
    </div>
  );
}
