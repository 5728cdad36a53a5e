import type { ReactNode, Ref } from 'react';
import './fullscreen-dialog.css';

interface StageProps {
  className: string;
  /** A small picture whose blurred copy lights the surroundings. */
  glow?: string | undefined;
  ref?: Ref<HTMLDivElement> | undefined;
  children: ReactNode;
}

/** The dark background of a picture, a video or a story, on a page or in a FullscreenDialog. */
export const Stage = ({ className, glow, ref, children }: StageProps) => (
  <div className={`stage ${className}`} ref={ref}>
    {glow && <img className="stage-glow" src={glow} alt="" aria-hidden="true" />}
    {children}
  </div>
);
