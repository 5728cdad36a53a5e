import type { ReactNode } from 'react';
import './EmptyState.css';

/** Nothing here yet: a drawing or icon, one sentence, one action. */
export function EmptyState({
  icon,
  children,
  action,
}: {
  icon?: ReactNode;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty-state">
      {icon && (
        <div className="empty-state-icon" aria-hidden="true">
          {icon}
        </div>
      )}
      <p>{children}</p>
      {action}
    </div>
  );
}
