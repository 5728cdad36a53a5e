import { Info } from 'lucide';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import './MediaConflict.css';

/** Why this cannot be added now, and the way out. */
export function MediaConflict({
  text,
  label,
  onRemove,
}: {
  text: string;
  label: string;
  onRemove: () => void;
}) {
  return (
    <div className="composer-conflict" role="note">
      <Icon of={Info} />
      <p>{text}</p>
      <Button onClick={onRemove}>{label}</Button>
    </div>
  );
}
