import { useStore } from '@nanostores/react';
import { ChevronLeft, ChevronRight, Plus } from 'lucide';
import { memo, useEffect, useState } from 'react';
import { replayChanges } from '#lib/bfcache-changes.ts';
import { parseWire } from '#lib/dates.ts';
import type { Seed } from '#lib/seed.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { filesIn, hasFiles } from '#ui/transferred-files.ts';
import { useLazy } from '#ui/use-lazy.ts';
import type { StoryGroup, StoryGroups } from './stories.schema.ts';
import { $groupChanges, $groups, asChanged } from './stories.store.ts';
import { StoryTile } from './StoryTile.tsx';
import { nextEnd } from './tray.rules.ts';
import { clockFrom } from './use-end.ts';
import { useGroups } from './use-groups.ts';
import { useStrip } from './use-tray.ts';
import './story-strip.css';

export interface StoryStripProps {
  first: Seed<StoryGroups>;
  member: { id: number; displayname: string; avatar: string | null };
  /** When it was served. */
  now: string;
}

/** How many tiles are in sight at once. */
const inSight = 8;

/** How long after being served the first of them ends, in milliseconds. */
function leftAt(groups: StoryGroup[], now: string): number | undefined {
  const end = nextEnd(groups);
  return end && Math.max(0, end - parseWire(now)!.getTime());
}

/** Who has stories: the own tile first, then a ring for each member. */
export const StoryStrip = memo(function StoryStrip({ first, member, now }: StoryStripProps) {
  // The page counts from its own beginning, also while the strip slept.
  const [clock] = useState(() => clockFrom(now, 0));
  const { groups, more } = useGroups(first, member.id, clock);
  const changes = useStore($groupChanges, { ssr: 'initial' });
  const { row, hasBefore, hasAfter, turn, onKeyDown } = useStrip(
    groups.length >= inSight,
    () => void more(),
  );
  const [files, setFiles] = useState<File[]>();
  const [NewStory, need] = useLazy(() =>
    import('./NewStoryDialog.island.tsx').then((part) => part.NewStoryDialog),
  );
  const [isTarget, setTarget] = useState(false);
  const shown = groups
    .map((group) => asChanged(group, changes[group.owner_id]))
    .filter(({ total_stories }) => total_stories > 0);

  useEffect(replayChanges, []);
  useEffect(() => $groups.set(shown), [groups, changes]);

  const open = async (chosen: File[] = []) => {
    if (await need()) setFiles(chosen);
  };
  return (
    <section
      className={classes('story-strip card card-edge', isTarget && 'story-strip-target')}
      aria-label="Stories"
      data-left={leftAt(groups, now)}
      onDragOver={(event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        setTarget(false);
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        void open(filesIn(event.dataTransfer));
      }}
    >
      <ul className="story-row" ref={row} onKeyDown={onKeyDown}>
        <li>
          <button type="button" className="story-tile story-add" onClick={() => void open()}>
            <span className="story-add-face">
              <Avatar name={member.displayname} src={member.avatar} size={56} eager />
              <Icon of={Plus} />
            </span>
            <span className="story-name">Add story</span>
          </button>
        </li>
        {shown.map((group, index) => (
          <li key={group.owner_id}>
            <StoryTile
              group={group}
              isOwn={group.owner_id === member.id}
              isEager={index < inSight}
            />
          </li>
        ))}
        {shown.length === 0 && (
          <li className="story-hint">
            Share a photo or a video that your friends see for 24 hours.
          </li>
        )}
      </ul>
      {hasBefore && (
        <button
          type="button"
          className="story-turn story-turn-back"
          aria-label="Earlier in the row"
          onClick={() => turn(-1)}
        >
          <Icon of={ChevronLeft} />
        </button>
      )}
      {hasAfter && (
        <button
          type="button"
          className="story-turn story-turn-on"
          aria-label="Further in the row"
          onClick={() => turn(1)}
        >
          <Icon of={ChevronRight} />
        </button>
      )}
      {files && NewStory && (
        <NewStory memberId={member.id} start={files} onClose={() => setFiles(undefined)} />
      )}
    </section>
  );
});
