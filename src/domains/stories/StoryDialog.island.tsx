import { toWire } from '#lib/dates.ts';
import { fromSeed } from '#lib/seed.ts';
import { addressedDialog } from '#ui/AddressedDialog.tsx';
import { storyAt } from './story-place.rules.ts';
import { StoryPlayer } from './StoryPlayer.island.tsx';

/** Written into every member's page by the frame. */
interface Reader {
  id: number;
  timeZone: string;
}

/** Opens the player over the screen, at the address that the link names. */
export const openStory = addressedDialog({
  name: 'story',
  label: 'Stories',
  placeAt: storyAt,
  draw(storyId, onClose) {
    const { id: memberId, timeZone } = fromSeed<Reader>({ id: 'reader' });
    return <StoryPlayer storyId={storyId} memberId={memberId} timeZone={timeZone} now={toWire(new Date())} onClose={onClose} />;
  },
});
