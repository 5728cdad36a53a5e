import { Link2, X } from 'lucide-react';
import { IconButton } from '#ui/IconButton.tsx';

export interface LinkCardProps {
  uri: string;
  onRemove?: () => void;
}

const siteOf = (uri: string): string => new URL(uri).hostname.replace(/^www\./, '');

/** The link as its post will show it; until or unless its page can be read, by its address. */
export function LinkCard({ uri, onRemove }: LinkCardProps) {
  return (
    <div className="draft-link">
      <span className="draft-link-mark">
        <Link2 aria-hidden="true" />
      </span>
      <span className="draft-link-text">
        <span className="draft-link-site">{siteOf(uri)}</span>
        <span className="draft-link-title">{uri}</span>
      </span>
      {onRemove && <IconButton label="Remove the link" icon={<X aria-hidden="true" />} onClick={onRemove} />}
    </div>
  );
}
