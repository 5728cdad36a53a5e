import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { altLength } from '#domains/media/media.rules.ts';
import type { DraftPhoto } from '#lib/draft-photos.ts';
import { classes } from '#ui/classes.ts';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { PhotoThumb } from './PhotoThumb.tsx';
import './PhotoRows.css';

export interface PhotoRowsProps {
  photos: DraftPhoto[];
  previews: Record<string, string | undefined>;
  onDescribe: (id: string, alt: string) => void;
  onMove: (id: string, by: number) => void;
  onRemove: (id: string) => void;
}

/**
 * The photos in the order in which they will be shown. Buttons move them for every hand; a mouse
 * may drag them as well.
 */
export function PhotoRows({ photos, previews, onDescribe, onMove, onRemove }: PhotoRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string>();
  const focus = useRef<string>(undefined);

  // A moved row is taken out of the page and put in again, and the focus would be lost with it.
  useEffect(() => {
    if (focus.current) list.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = undefined;
  });

  const move = (id: string, by: number) => {
    const index = photos.findIndex((photo) => photo.id === id) + by;
    const isAtEnd = by < 0 ? index === 0 : index === photos.length - 1;
    focus.current = `[data-photo="${id}"] [data-move="${isAtEnd ? -by : by}"]`;
    onMove(id, by);
  };

  return (
    <ol className="photo-rows" ref={list} aria-label="Photos in their order">
      {photos.map(({ id, name, alt }, index) => (
        <li
          key={id}
          data-photo={id}
          className={classes('photo-row', dragged === id && 'photo-row-dragged')}
          onDragOver={(event) => {
            if (dragged === undefined) return;
            event.preventDefault();
            const from = photos.findIndex((photo) => photo.id === dragged);
            if (from !== index) onMove(dragged, index - from);
          }}
        >
          <span
            className="photo-grip"
            title="Drag to reorder"
            aria-hidden="true"
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', name);
              setDragged(id);
            }}
            onDragEnd={() => setDragged(undefined)}
          >
            <Icon of={GripVertical} />
          </span>
          <span className="photo-box">
            <PhotoThumb src={previews[id]} name={name} />
          </span>
          <Field
            label={`Describe photo ${index + 1} for people who cannot see it`}
            hideLabel
            name={`alt-${id}`}
            placeholder="What is in the photo?"
            value={alt}
            maxLength={altLength}
            dir="auto"
            onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
              onDescribe(id, event.target.value)
            }
          />
          <span className="photo-actions">
            <IconButton
              data-move={-1}
              label={`Move photo ${index + 1} earlier`}
              icon={<Icon of={ArrowUp} />}
              disabled={index === 0}
              onClick={() => move(id, -1)}
            />
            <IconButton
              data-move={1}
              label={`Move photo ${index + 1} later`}
              icon={<Icon of={ArrowDown} />}
              disabled={index === photos.length - 1}
              onClick={() => move(id, 1)}
            />
            <IconButton
              label={`Remove photo ${index + 1}`}
              icon={<Icon of={Trash2} />}
              onClick={() => onRemove(id)}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}
