import { X } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import './Chip.css';

export interface ChipProps {
  icon?: ReactNode;
  children: ReactNode;
  /** Pressing it leads back to where it was chosen. */
  onPress?: () => void;
  onRemove: () => void;
  /** 'Remove Bo Reed'. */
  removeLabel: string;
}

/** Something that was chosen, and can be taken away again. */
export function Chip({ icon, children, onPress, onRemove, removeLabel }: ChipProps) {
  const text = (
    <>
      {icon}
      <span className="chip-text" dir="auto">
        {children}
      </span>
    </>
  );
  return (
    <span className="chip">
      {onPress ? (
        <button type="button" className="chip-press" onClick={onPress}>
          {text}
        </button>
      ) : (
        <span className="chip-press">{text}</span>
      )}
      <button type="button" className="chip-remove" aria-label={removeLabel} onClick={onRemove}>
        <Icon of={X} />
      </button>
    </span>
  );
}
