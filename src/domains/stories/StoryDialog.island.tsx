import { toWire } from '#lib/dates.ts';
import { fromSeed } from '#lib/seed.ts';
import { addressedDialog } from '#ui/AddressedDialog.tsx';
import { storyAt } from './story-place.rules.ts';
import { StoryPlayer } from './StoryPlayer.island.tsx';
import { clockFrom } from './use-end.ts';

/** Written into every member's page by the frame. */
interface Reader {
  id: number;
  timeZone: string;
  /** What time it was when the page was made. */
  now: string;
}

/** Opens the player over the screen, at the address that the link names. */
export const openStory = addressedDialog({
  name: 'story',
  label: 'Stories',
  placeAt: storyAt,
  draw(storyId, onClose) {
    const { id: memberId, timeZone, now } = fromSeed<Reader>({ id: 'reader' });
    // Not the device's clock, which may be hours off: a story ends by the server's.
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
