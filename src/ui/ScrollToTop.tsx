import { ArrowUp } from 'lucide';
import { useEffect, useState } from 'react';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import './ScrollToTop.css';

/** Appears after scrolling more than 200 pixels. */
export function ScrollToTop() {
  const [isFar, setFar] = useState(false);

  // Reading the scroll position on each scroll event would force layout twice a frame; observe an
  // element over the first pixels instead.
  useEffect(() => {
    const mark = document.createElement('div');
    mark.className = 'scroll-to-top-mark';
    document.body.append(mark);
    const watch = new IntersectionObserver((entries) => setFar(!entries.at(-1)!.isIntersecting));
    watch.observe(mark);
    return () => {
      watch.disconnect();
      mark.remove();
    };
  }, []);

  const scrollUp = () => {
    // No animation over hundreds of posts.
    const isSmooth =
      window.scrollY < 4 * window.innerHeight &&
      document.documentElement.dataset.motion !== 'reduce' &&
      !matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: isSmooth ? 'smooth' : 'instant' });
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  };

  if (!isFar) return null;
  return (
    <IconButton
      label="Back to top"
      icon={<Icon of={ArrowUp} />}
      className="scroll-to-top"
      onClick={scrollUp}
    />
  );
}
