import { classes } from './classes.ts';
import './Skeleton.css';

/** A placeholder, only if the content is truly unknown. The label is for screen readers. */
export function Skeleton({
  kind = 'line',
  count = 1,
  label = 'Loading...',
}: {
  kind?: 'line' | 'row' | 'post';
  count?: number;
  label?: string;
}) {
  return (
    <div className="skeleton" role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className={classes(
            'skeleton-item',
            `skeleton-${kind}`,
            kind === 'post' && 'card card-edge',
          )}
          aria-hidden="true"
        >
          {kind !== 'line' && <span className="skeleton-round" />}
          <span className="skeleton-bar" />
          {kind !== 'line' && <span className="skeleton-bar skeleton-short" />}
          {kind === 'post' && <span className="skeleton-block" />}
        </div>
      ))}
    </div>
  );
}
