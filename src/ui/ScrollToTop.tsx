import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import './ScrollToTop.css';

const far = 200;

/** Appears after scrolling more than 200 pixels. */
export function ScrollToTop() {
  const [isFar, setFar] = useState(false);

  useEffect(() => {
    const look = () => setFar(window.scrollY > far);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);

  const climb = () => {
    // Past hundreds of posts nobody wants to fly.
    const isNear = window.scrollY < 4 * window.innerHeight && document.documentElement.dataset.motion !== 'reduce' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: isNear ? 'smooth' : 'instant' });
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  };

  if (!isFar) return null;
  return <IconButton label="Back to top" icon={<ArrowUp aria-hidden="true" />} className="scroll-to-top" onClick={climb} />;
}
