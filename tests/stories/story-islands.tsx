import { browseStories } from '#domains/stories/stories.calls.ts';
import { toTrayPage } from '#domains/stories/stories.model.ts';
import { $groupChanges } from '#domains/stories/stories.store.ts';
import { StoryTray } from '#domains/stories/tray/StoryTray.island.tsx';
import { startMediaLinks } from '#layouts/media-links.ts';
import { toWire } from '#lib/dates.ts';
import { commands, memberProps, mount, page, type ApiMember } from '../support/islands/island.tsx';

let hasMediaLinks = false;

/** Signs this member in and mounts their tray, whose links open the player as on every screen. */
export async function mountTray(member: ApiMember): Promise<void> {
  await commands.signIn(member);
  const now = toWire(new Date());
  document.querySelector('#reader')?.remove();
  const reader = Object.assign(document.createElement('script'), {
    id: 'reader',
    type: 'application/json',
    textContent: JSON.stringify({ id: member.id, timeZone: 'UTC', now }),
  });
  document.body.append(reader);
  if (!hasMediaLinks) startMediaLinks();
  hasMediaLinks = true;
  const data = toTrayPage(await browseStories({}));
  $groupChanges.set({});
  // As tall as a screen with a feed, which the wheel could scroll.
  mount(
    <div style={{ minHeight: '200vh' }}>
      <StoryTray first={{ id: 'stories', data }} member={memberProps(member)} now={now} />
    </div>,
  );
}

export const strip = page.getByRole('region', { name: 'Stories' });
export const storyOf = (name: string) =>
  strip.getByRole('link', { name: new RegExp(`^Story of ${name}\\b`) });
export const player = page.getByRole('dialog', { name: 'Stories' });
export const announcement = () => player.css('[aria-live=polite]').first().textContent();
/** Progress of the shown story, from 0 to 1. */
export const done = () =>
  player
    .css('.story-segment:not([data-is])')
    .evaluate((bar) => Number(getComputedStyle(bar).getPropertyValue('--done')));
