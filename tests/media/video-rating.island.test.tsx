import { beforeAll, expect, test } from 'vitest';
import { VideoRating } from '#domains/lightbox/videos/VideoRating.island.tsx';
import { commands, mount, page } from '../support/islands/island.tsx';

const rated = { rating: 4.5, count: 2, own: 3, isOwn: false };

beforeAll(async () => {
  const ada = await commands.newMember('Ada', 'Quill');
  await commands.signIn(ada);
});

test('shows the average and the own rating, which a refusal restores', async () => {
  // No video has this id, so the server refuses.
  mount(<VideoRating id={999_999_999} {...rated} />);
  await page.getByText('4.5 of 5 · 2 ratings').waitFor();
  const own = page.getByLabel('Your rating');
  await own.selectOption('5 stars');
  const sent = async () => (await commands.sentCalls()).map(({ path, body }) => `${path} ${body}`);
  await expect.poll(sent).toEqual([expect.stringContaining('/advancedvideo/rate/999999999')]);
  await expect.poll(() => own.inputValue()).toBe('3');
  await page.getByText('4.5 of 5 · 2 ratings').waitFor();
});

test('offers no rating of an own video', async () => {
  mount(<VideoRating id={1} {...rated} count={0} isOwn />);
  await page.getByText('No ratings yet').waitFor();
  expect(await page.getByLabel('Your rating').count()).toBe(0);
});
