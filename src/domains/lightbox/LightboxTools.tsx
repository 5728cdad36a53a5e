import { Maximize, ZoomIn, ZoomOut } from 'lucide';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';

export interface LightboxToolsProps {
  isZoomed: boolean;
  isClosest: boolean;
  onZoom: (way: 'in' | 'out' | 'reset') => void;
}

export function LightboxTools({ isZoomed, isClosest, onZoom }: LightboxToolsProps) {
  return (
    <div className="viewer-tools" role="group" aria-label="Zoom">
      <IconButton
        label="Zoom in"
        icon={<Icon of={ZoomIn} />}
        disabled={isClosest}
        onClick={() => onZoom('in')}
      />
      <IconButton
        label="Zoom out"
        icon={<Icon of={ZoomOut} />}
        disabled={!isZoomed}
        onClick={() => onZoom('out')}
      />
      <IconButton
        label="Reset zoom"
        icon={<Icon of={Maximize} />}
        disabled={!isZoomed}
        onClick={() => onZoom('reset')}
      />
    </div>
  );
}
