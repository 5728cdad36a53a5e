import { ChevronLeft, ChevronRight } from 'lucide';
import { Icon } from '#ui/Icon.tsx';
import './StorySteps.css';

/** Arrows for mouse users; for others the story itself is the next button. */
export const StorySteps = ({ onStep }: { onStep: (by: 1 | -1) => void }) => (
  <>
    <button
      type="button"
      className="icon-button story-step story-step-back"
      aria-label="Previous story"
      onClick={() => onStep(-1)}
    >
      <Icon of={ChevronLeft} />
    </button>
    <button
      type="button"
      className="icon-button story-step story-step-on"
      aria-hidden="true"
      tabIndex={-1}
      onClick={() => onStep(1)}
    >
      <Icon of={ChevronRight} />
    </button>
  </>
);
