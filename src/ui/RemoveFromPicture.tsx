import { X } from 'lucide';
import { Icon } from './Icon.tsx';
import './picture-button.css';

/**
 * Removes the picture that it overlays: place it beside the picture, in a box with `position:
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
