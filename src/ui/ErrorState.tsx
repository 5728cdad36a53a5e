import { CloudAlert, RotateCw } from 'lucide';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import './EmptyState.css';

/** An error message and a way to retry: a button with script, otherwise a link to the same page. */
export function ErrorState({
  children,
  onRetry,
  retryHref,
  busy,
}: {
  children: ReactNode;
  onRetry?: () => void;
  retryHref?: string;
  busy?: boolean;
}) {
  const icon = <Icon of={RotateCw} />;
  return (
    <div className="empty-state error-state" role="alert">
      <div className="empty-state-icon" aria-hidden="true">
        <Icon of={CloudAlert} />
      </div>
      <p>{children}</p>
      {onRetry ? (
        <Button icon={icon} busy={busy} onClick={onRetry}>
          Try again
        </Button>
      ) : (
        retryHref && (
          <Button icon={icon} href={retryHref}>
            Try again
          </Button>
        )
      )}
    </div>
  );
}
