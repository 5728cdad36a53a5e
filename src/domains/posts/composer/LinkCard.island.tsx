import { Link2, X } from 'lucide';
import { useEffect, useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import type { LinkPreview } from './link-preview.model.ts';
import { findLinkPreview } from './link-preview.store.ts';

export interface LinkCardProps {
  uri: string;
  onRemove?: () => void;
}

/** While an address is being typed, nothing is asked. */
const pause = 600;
const siteOf = (uri: string): string => new URL(uri).hostname.replace(/^www\./, '');

/** The link as its post will show it; until or unless its page can be read, by its address. */
export function LinkCard({ uri, onRemove }: LinkCardProps) {
  const [found, setFound] = useState<{ uri: string; preview: LinkPreview | null }>();

  useEffect(() => {
    let isCancelled = false;
    const timer = setTimeout(async () => {
      const preview = await findLinkPreview(uri);
      if (!isCancelled) setFound({ uri, preview });
    }, pause);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [uri]);

  const preview = found?.uri === uri ? found.preview : null;
  return (
    <div className="draft-link" aria-busy={found?.uri !== uri}>
      <span className="draft-link-mark">
        {preview?.thumb ? <img src={preview.thumb} alt="" /> : <Icon of={Link2} />}
      </span>
      <span className="draft-link-text" dir="auto">
        <span className="draft-link-site">{preview?.site || siteOf(uri)}</span>
        <span className="draft-link-title">{preview?.title || uri}</span>
        {preview?.description && <span className="draft-link-about">{preview.description}</span>}
      </span>
      {onRemove && <IconButton label="Remove the link" icon={<Icon of={X} />} onClick={onRemove} />}
    </div>
  );
}
