import { ArrowUp } from 'lucide';
import { useEffect, useEffectEvent } from 'react';
import { counted } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';

const max = 99;

export interface NewPostsPillProps {
  count: number;
  onShow: () => void;
  /** Reads it out. */
  announce: (text: string) => void;
}

/** Others have posted meanwhile. It moves nothing: the posts come when asked for. */
export function NewPostsPill({ count, onShow, announce }: NewPostsPillProps) {
  const text = count > max ? `${max}+ new posts` : counted(count, 'new post');
  const isThere = count > 0;
  const speak = useEffectEvent(() => announce(text));
  useEffect(() => {
    // Once, not with each further post.
    if (isThere) speak();
  }, [isThere]);
  if (!isThere) return null;
  return (
    <div className="new-posts">
      <Button variant="primary" icon={<Icon of={ArrowUp} />} onClick={onShow}>
        {text}
      </Button>
    </div>
  );
}
