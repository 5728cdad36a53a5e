import { ChevronLeft, ChevronRight, MessageCircle, X } from 'lucide';
import type { ReactNode, Ref } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { onPlainPress } from '#ui/plain-press.ts';
import '#ui/fullscreen-dialog.css';
import './viewer.css';

export interface ViewerFrameProps {
  /** Of the shown item, from 1. */
  position: number;
  total: number;
  /** What screen readers hear when another one is shown. */
  title: string;
  /** A blurred picture that lights the stage. */
  glow?: string | undefined;
  previousHref?: string | undefined;
  nextHref?: string | undefined;
  closeHref: string;
  slides: ReactNode;
  /** Zoom, where script runs. */
  tools?: ReactNode;
  panel: ReactNode;
  /** The links do without a new page where these are given. */
  onStep?: (by: -1 | 1) => void;
  onClose?: () => void;
  stage?: Ref<HTMLDivElement>;
  track?: Ref<HTMLDivElement>;
}

/**
 * The whole screen: the stage with one picture or video, and beside it (on phones below) what is
 * known of it.
 */
export function ViewerFrame(props: ViewerFrameProps) {
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
      <div className="stage viewer-stage" ref={stage}>
        {glow && <img className="stage-glow" src={glow} alt="" aria-hidden="true" />}
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
      </div>
      <aside id="viewer-about" className="viewer-panel" aria-label="About and comments">
        {panel}
      </aside>
    </div>
  );
}
