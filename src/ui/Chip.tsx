import { X } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import './Chip.css';

export interface ChipProps {
  icon?: ReactNode;
  children: ReactNode;
  /** Called on a click, to return to the picker it was chosen in. */
  onPress?: () => void;
  onRemove: () => void;
  /** 'Remove Bo Reed'. */
  removeLabel: string;
}

/** A chosen item that can be removed. */
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
