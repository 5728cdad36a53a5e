import { useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { HiddenPost, type HiddenPostProps } from './HiddenPost.island.tsx';

/** On the post's own page, where the card is static: replaces it with the notice. */
export function HiddenPostPage(props: HiddenPostProps) {
  const card = document.querySelector<HTMLElement>(`[data-post="${props.postId}"]`);
  useLayoutEffect(() => {
    if (!card) return;
    card.hidden = true;
    return () => {
      card.hidden = false;
    };
  }, [card]);
  return card?.parentElement ? createPortal(<HiddenPost {...props} />, card.parentElement) : null;
}
