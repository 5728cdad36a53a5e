import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { IconButton } from '#ui/IconButton.tsx';

export interface ViewerToolsProps {
  isZoomed: boolean;
  isClosest: boolean;
  onZoom: (way: 'in' | 'out' | 'reset') => void;
}

export function ViewerTools({ isZoomed, isClosest, onZoom }: ViewerToolsProps) {
  return (
    <div className="viewer-tools" role="group" aria-label="Zoom">
      <IconButton label="Zoom in" icon={<ZoomIn aria-hidden="true" />} disabled={isClosest} onClick={() => onZoom('in')} />
      <IconButton label="Zoom out" icon={<ZoomOut aria-hidden="true" />} disabled={!isZoomed} onClick={() => onZoom('out')} />
      <IconButton label="Reset zoom" icon={<Maximize aria-hidden="true" />} disabled={!isZoomed} onClick={() => onZoom('reset')} />
    </div>
  );
}
