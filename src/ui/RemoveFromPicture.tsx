import { X } from 'lucide';
import { Icon } from './Icon.tsx';
import './picture-button.css';

/**
 * Takes away the picture on which it lies: put it beside it, into a box that is `position:
 * relative`.
 */
export const RemoveFromPicture = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <button
    type="button"
    className="picture-button"
    aria-label={label}
    data-tip={label}
    onClick={onRemove}
  >
    <Icon of={X} />
  </button>
);
