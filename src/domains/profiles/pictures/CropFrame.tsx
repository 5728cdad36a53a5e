import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { classes } from '#ui/classes.ts';
import { getVisiblePart, maxZoom, moved, type Crop, type Size } from './crop.rules.ts';

interface CropFrameProps {
  src: string;
  picture: Size;
  frame: number;
  isRound: boolean;
  crop: Crop;
  onChange: (crop: Crop) => void;
}

const percent = (fraction: number) => `${fraction * 100}%`;
const steps: Record<string, { x?: number; y?: number }> = {
  ArrowLeft: { x: -0.03 },
  ArrowRight: { x: 0.03 },
  ArrowUp: { y: -0.03 },
  ArrowDown: { y: 0.03 },
};

/** The picture behind a frame: dragged, moved with the arrow keys, and zoomed. */
export function CropFrame({ src, picture, frame, isRound, crop, onChange }: CropFrameProps) {
  const held = useRef<{ x: number; y: number } | null>(null);
  const part = getVisiblePart(crop, picture, frame);
  const change = (by: { x?: number; y?: number; zoom?: number }) =>
    onChange(moved(crop, by, picture, frame));

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!held.current) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    change({
      x: (event.clientX - held.current.x) / width,
      y: (event.clientY - held.current.y) / height,
    });
    held.current = { x: event.clientX, y: event.clientY };
  };
  const walk = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (!by) return;
    event.preventDefault();
    change(by);
  };
  return (
    <>
      <div
        className={classes('crop-frame', isRound && 'crop-round')}
        style={{ aspectRatio: frame }}
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved by arrow keys
        tabIndex={0}
        aria-label="Part that is shown: drag the photo, or move it with the arrow keys"
        onKeyDown={walk}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => (held.current = null)}
        onPointerCancel={() => (held.current = null)}
      >
        <img
          src={src}
          alt=""
          draggable={false}
          style={{
            width: percent(1 / part.width),
            height: percent(1 / part.height),
            left: percent(-part.left / part.width),
            top: percent(-part.top / part.height),
          }}
        />
      </div>
      <label className="crop-zoom">
        <span>Zoom</span>
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.01}
          value={crop.zoom}
          onChange={(event) => change({ zoom: event.target.valueAsNumber })}
        />
      </label>
    </>
  );
}
