import { X } from 'lucide';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Stage } from '#ui/Stage.tsx';
import './LightboxProblem.css';

export interface LightboxProblemProps {
  status: 'loading' | 'ready' | 'failed' | 'missing';
  preview: { src: string; alt: string } | undefined;
  onClose: () => void;
  onRetry: () => void;
}

/** The stage while loading, after an error, or if there is nothing to show. */
export function LightboxProblem({ status, preview, onClose, onRetry }: LightboxProblemProps) {
  return (
    <div className="viewer viewer-empty">
      <Stage className="viewer-stage">
        <div className="viewer-bar">
          <IconButton label="Close" icon={<Icon of={X} />} onClick={onClose} />
        </div>
        {status === 'loading' ? (
          <>
            {preview && <img className="viewer-preview" src={preview.src} alt={preview.alt} />}
            <p className="viewer-loading" role="status">
              Loading...
            </p>
          </>
        ) : (
          <div className="viewer-message">
            {status === 'missing' ? (
              <p role="alert">This is no longer available.</p>
            ) : (
              <ErrorState onRetry={onRetry}>This could not be loaded.</ErrorState>
            )}
          </div>
        )}
      </Stage>
    </div>
  );
}
