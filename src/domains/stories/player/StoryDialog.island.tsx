import { storyAt } from '#domains/stories/story-path.rules.ts';
import { toWire } from '#lib/dates.ts';
import { readIslandData } from '#lib/island-data.ts';
import { createRoutedDialog } from '#ui/RoutedDialog.tsx';
import { StoryPlayer } from './StoryPlayer.island.tsx';
import { clockFrom } from './use-end.ts';

/** Rendered into every member's page by the frame. */
interface ReaderSeed {
  id: number;
  timeZone: string;
  /** Server time when the page was rendered. */
  now: string;
}

/** Opens the player as a dialog, at the address of the link. */
export const openStory = createRoutedDialog({
  name: 'story',
  label: 'Stories',
  match: storyAt,
  draw(storyId, onClose) {
    const { id: memberId, timeZone, now } = readIslandData<ReaderSeed>({ id: 'reader' });
    // The server's clock, because stories end by it and the device's may be hours off.
    return (
      <StoryPlayer
        storyId={storyId}
        memberId={memberId}
        timeZone={timeZone}
        now={toWire(new Date(clockFrom(now, 0)()))}
        onClose={onClose}
      />
    );
  },
});
