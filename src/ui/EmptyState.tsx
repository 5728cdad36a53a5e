import type { ReactNode } from 'react';
import './EmptyState.css';

export interface EmptyStateProps {
  icon?: ReactNode;
  children: ReactNode;
  /** A second, quieter sentence. */
  hint?: string | undefined;
  action?: ReactNode;
}

/** Nothing here yet: a drawing or icon, one sentence, one action. */
export function EmptyState({ icon, children, hint, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {icon && (
        <div className="empty-state-icon" aria-hidden="true">
          {icon}
        </div>
      )}
      <p>{children}</p>
      {hint && (
        <p className="empty-state-hint" dir="auto">
          {hint}
        </p>
      )}
      {action}
    </div>
  );
}
