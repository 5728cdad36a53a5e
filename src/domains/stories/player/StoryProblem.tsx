import { X } from 'lucide';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Stage } from '#ui/Stage.tsx';

export interface StoryProblemProps {
  status: 'loading' | 'ready' | 'failed' | 'ended';
  onClose: () => void;
  onRetry: () => void;
  /** Goes to the next person with stories. */
  onNext?: () => void;
}

/** Loading, error and ended states of the player. */
export function StoryProblem({ status, onClose, onRetry, onNext }: StoryProblemProps) {
  return (
    <Stage className="story-player">
      <div className="story-card story-card-empty">
        <div className="story-bar">
          <IconButton label="Close" icon={<Icon of={X} />} onClick={onClose} />
        </div>
        <div className="story-waiting">
          {status === 'failed' && (
            <ErrorState onRetry={onRetry}>This could not be loaded.</ErrorState>
          )}
          {status === 'ended' && (
            <div role="alert">
              <p>This story has ended.</p>
              {onNext && <Button onClick={onNext}>Next story</Button>}
            </div>
          )}
          {status !== 'failed' && status !== 'ended' && <p role="status">Loading...</p>}
        </div>
      </div>
    </Stage>
  );
}
