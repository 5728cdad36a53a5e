import { useStore } from '@nanostores/react';
import { CalendarClock, Pencil, UserRound } from 'lucide';
import { dateLabel } from '#lib/dates.ts';
import { Chip } from '#ui/Chip.tsx';
import { Icon } from '#ui/Icon.tsx';
import { RemoveFromPicture } from '#ui/RemoveFromPicture.tsx';
import { $isPosting, $previews, changeDraft } from './composer.store.ts';
import type { ToolName } from './ComposerTools.island.tsx';
import { linkOf, type Draft } from './draft.rules.ts';
import { removePhotos, removeVideo } from './files.store.ts';
import { LinkCard } from './LinkCard.island.tsx';
import { PhotoThumb } from './PhotoThumb.tsx';
import '#ui/picture-marks.css';
import './draft-parts.css';

export interface DraftPartsProps {
  memberId: number;
  timeZone: string;
  draft: Draft;
  onOpen: (tool: ToolName) => void;
}

/** Feeling, friends, time, link and files of the draft, each to be changed or taken away. */
export function DraftParts({ memberId, timeZone, draft, onOpen }: DraftPartsProps) {
  const { tags, feeling, publishAt, photos, video, link } = draft;
  // Also the one that is only in the text: it will be attached.
  const shownLink = linkOf(draft);
  const previews = useStore($previews);
  const isPosting = useStore($isPosting);
  const change = (changes: Partial<Draft>) => changeDraft(memberId, changes);
  const hasChips = feeling !== null || tags.length > 0 || publishAt !== '';
  return (
    // While it is being posted nothing of it changes.
    <div className="draft-parts" inert={isPosting}>
      {hasChips && (
        <div className="draft-chips">
          {feeling && (
            <Chip
              icon={<span aria-hidden="true">{feeling.emoji}</span>}
              onPress={() => onOpen('feeling')}
              onRemove={() => change({ feeling: null })}
              removeLabel={`Remove ${feeling.phrase}`}
            >
              {feeling.phrase}
            </Chip>
          )}
          {tags.map(({ id, label }) => (
            <Chip
              key={id}
              icon={<Icon of={UserRound} />}
              onPress={() => onOpen('tags')}
              onRemove={() => change({ tags: tags.filter((tag) => tag.id !== id) })}
              removeLabel={`Remove ${label}`}
            >
              {label}
            </Chip>
          ))}
          {publishAt && (
            <Chip
              icon={<Icon of={CalendarClock} />}
              onPress={() => onOpen('schedule')}
              onRemove={() => change({ publishAt: '' })}
              removeLabel="Post now instead"
            >
              {dateLabel(new Date(publishAt), new Date(), timeZone)}
            </Chip>
          )}
        </div>
      )}
      {tags.length > 0 && draft.privacy === 'onlyme' && (
        <p className="draft-note">
          Only you can see this post, so your friends will not be tagged.
        </p>
      )}
      {photos.length > 0 && (
        <ul className="draft-photos" aria-label="Photos of the post">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <button
                type="button"
                className="draft-photo"
                onClick={() => onOpen('photos')}
                aria-label={`Photo ${index + 1} of ${photos.length}: ${photo.alt || 'describe it'}`}
              >
                <PhotoThumb src={previews[photo.id]} name={photo.name} />
              </button>
              <RemoveFromPicture
                label={`Remove ${photo.name}`}
                onRemove={() => removePhotos(memberId, [photo.id])}
              />
              {!photo.alt && <Icon of={Pencil} className="picture-mark" />}
            </li>
          ))}
        </ul>
      )}
      {video && (
        <div className="draft-video">
          {/* The start of it as its poster frame: a video's first picture is often black. */}
          {previews[video.id] && (
            <video
              src={`${previews[video.id]}#t=0.1`}
              controls
              muted
              playsInline
              preload="metadata"
              aria-label={video.name}
            />
          )}
          <RemoveFromPicture
            label={`Remove ${video.name}`}
            onRemove={() => removeVideo(memberId)}
          />
        </div>
      )}
      {shownLink && (
        <LinkCard
          uri={shownLink}
          // One of the text stays there as text.
          onRemove={() => change(link ? { link: '' } : { dismissed: shownLink })}
        />
      )}
    </div>
  );
}
