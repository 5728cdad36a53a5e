import { X } from 'lucide';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import './ViewerProblem.css';

export interface ViewerProblemProps {
  status: 'loading' | 'ready' | 'failed' | 'gone';
  preview: { src: string; alt: string } | undefined;
  onClose: () => void;
  onRetry: () => void;
}

/** The stage before there is anything to show, or when there is nothing. */
export function ViewerProblem({ status, preview, onClose, onRetry }: ViewerProblemProps) {
  return (
    <div className="viewer viewer-empty">
      <div className="stage viewer-stage">
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
            {status === 'gone' ? (
              <p role="alert">This is not available any more.</p>
            ) : (
              <ErrorState onRetry={onRetry}>This could not be loaded.</ErrorState>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
