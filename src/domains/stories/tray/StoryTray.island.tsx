import { useStore } from '@nanostores/react';
import { ChevronLeft, ChevronRight, Plus } from 'lucide';
import { memo, useEffect, useEffectEvent, useState } from 'react';
import { clockFrom } from '#domains/stories/player/use-end.ts';
import type { StoryGroupModel, TrayPage } from '#domains/stories/stories.model.ts';
import { $groupChanges, $groups, withChange } from '#domains/stories/stories.store.ts';
import { replayChanges } from '#lib/bfcache-changes.ts';
import { parseWire } from '#lib/dates.ts';
import type { IslandData } from '#lib/island-data.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { useDropTarget } from '#ui/transferred-files.ts';
import { useLazy } from '#ui/use-lazy.ts';
import { StoryTile } from './StoryTile.tsx';
import { nextEnd } from './tray.rules.ts';
import { useGroups } from './use-groups.ts';
import { useTray } from './use-tray.ts';
import './story-tray.css';

export interface StoryTrayProps {
  first: IslandData<TrayPage>;
  member: { id: number; displayname: string; avatar: string | null };
  /** Server time of the response. */
  now: string;
}

/** Number of tiles visible at once. */
const visibleTiles = 8;

/** Milliseconds from the response until the first story ends. */
function timeToFirstEnd(groups: StoryGroupModel[], now: string): number | undefined {
  const end = nextEnd(groups);
  return end && Math.max(0, end - parseWire(now)!.getTime());
}

/** The story tray: the own tile first, then a ring for each member with stories. */
export const StoryTray = memo(function StoryTray({ first, member, now }: StoryTrayProps) {
  // Counts from page load, including the time before hydration.
  const [clock] = useState(() => clockFrom(now, 0));
  const { groups, loadMore } = useGroups(first, member.id, clock);
  const changes = useStore($groupChanges, { ssr: 'initial' });
  const { row, hasBefore, hasAfter, scrollPage, onKeyDown } = useTray(
    groups.length >= visibleTiles,
    () => void loadMore(),
  );
  const [files, setFiles] = useState<File[]>();
  const [NewStory, need] = useLazy(() =>
    import('#domains/stories/compose/NewStoryDialog.island.tsx').then(
      (part) => part.NewStoryDialog,
    ),
  );
  const shown = groups
    .map((group) => withChange(group, changes[group.owner.id]))
    .filter(({ total }) => total > 0);

  useEffect(replayChanges, []);
  const publish = useEffectEvent(() => $groups.set(shown));
  useEffect(() => publish(), [groups, changes]);

  const open = async (chosen: File[] = []) => {
    if (await need()) setFiles(chosen);
  };
  const { isTarget, handlers } = useDropTarget((dropped) => void open(dropped));
  return (
    <section
      className={classes('story-tray card card-edge', isTarget && 'story-tray-target')}
      aria-label="Stories"
      data-left={timeToFirstEnd(groups, now)}
      {...handlers}
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
          <li key={group.owner.id}>
            <StoryTile
              group={group}
              isOwn={group.owner.id === member.id}
              isEager={index < visibleTiles}
            />
          </li>
        ))}
        {shown.length === 0 && (
          <li className="story-hint">Share a photo or video with your friends for 24 hours.</li>
        )}
      </ul>
      {hasBefore && (
        <button
          type="button"
          className="story-turn story-turn-back"
          aria-label="Earlier in the row"
          onClick={() => scrollPage(-1)}
        >
          <Icon of={ChevronLeft} />
        </button>
      )}
      {hasAfter && (
        <button
          type="button"
          className="story-turn story-turn-on"
          aria-label="Further in the row"
          onClick={() => scrollPage(1)}
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
