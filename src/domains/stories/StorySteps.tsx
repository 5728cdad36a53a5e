import { ChevronLeft, ChevronRight } from 'lucide';
import { Icon } from '#ui/Icon.tsx';
import './StorySteps.css';

/** The ways on and back for whoever has a mouse; the story itself is the button that steps on. */
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
