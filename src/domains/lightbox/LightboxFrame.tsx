import { ChevronLeft, ChevronRight, MessageCircle, X } from 'lucide';
import type { ReactNode, Ref } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { onPlainPress } from '#ui/plain-press.ts';
import { Stage } from '#ui/Stage.tsx';
import './lightbox.css';

export interface LightboxFrameProps {
  /** Position of the shown item, from 1. */
  position: number;
  total: number;
  /** Announced to screen readers when another item is shown. */
  title: string;
  /** A blurred picture behind the stage. */
  glow?: string | undefined;
  previousHref?: string | undefined;
  nextHref?: string | undefined;
  closeHref: string;
  slides: ReactNode;
  /** Zoom buttons, if script runs. */
  tools?: ReactNode;
  panel: ReactNode;
  /** With these handlers the links do not load a page. */
  onStep?: (by: -1 | 1) => void;
  onClose?: () => void;
  stage?: Ref<HTMLDivElement>;
  track?: Ref<HTMLDivElement>;
}

/**
 * The lightbox layout: the stage with one picture or video, and beside it (on phones below) the
 * panel.
 */
export function LightboxFrame(props: LightboxFrameProps) {
  const {
    position,
    total,
    title,
    glow,
    previousHref,
    nextHref,
    closeHref,
    slides,
    tools,
    panel,
    onStep,
    onClose,
    stage,
    track,
  } = props;
  return (
    <div className="viewer">
      <Stage className="viewer-stage" glow={glow} ref={stage}>
        <div className="viewer-bar">
          <p className="viewer-count" aria-live="polite">
            <span className="sr-only">{title}</span>
            <span aria-hidden="true">
              {position} / {total}
            </span>
          </p>
          {tools}
          <a
            className="icon-button viewer-about-link"
            href="#viewer-about"
            aria-label="About and comments"
            onClick={onPlainPress(
              onClose && (() => document.getElementById('viewer-about')?.scrollIntoView()),
            )}
          >
            <Icon of={MessageCircle} />
          </a>
          <a
            className="icon-button"
            href={closeHref}
            aria-label="Close"
            data-tip="Close"
            data-no-prerender
            onClick={onPlainPress(onClose)}
          >
            <Icon of={X} />
          </a>
        </div>
        <div className="viewer-track" ref={track}>
          {slides}
        </div>
        {previousHref && (
          <a
            className="icon-button viewer-arrow viewer-previous"
            href={previousHref}
            rel="prev"
            aria-label="Previous"
            onClick={onPlainPress(onStep && (() => onStep(-1)))}
          >
            <Icon of={ChevronLeft} />
          </a>
        )}
        {nextHref && (
          <a
            className="icon-button viewer-arrow viewer-next"
            href={nextHref}
            rel="next"
            aria-label="Next"
            onClick={onPlainPress(onStep && (() => onStep(1)))}
          >
            <Icon of={ChevronRight} />
          </a>
        )}
      </Stage>
      <aside id="viewer-about" className="viewer-panel" aria-label="About and comments">
        {panel}
      </aside>
    </div>
  );
}
