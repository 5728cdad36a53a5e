import { expect, test } from 'vitest';
import { NewAlbum } from '#domains/albums/NewAlbum.island.tsx';
import { commands, fixture, mount, page, waitForToast } from '../support/islands/island.tsx';

test('a damaged picture among the photos of a new album is named, and the form stays', async () => {
  const ada = await commands.newMember('Ada', 'Quill');
  await commands.signIn(ada);
  mount(<NewAlbum owner={{ type: 'member', id: ada.id }} imageMegabytes={15} />);
  await page.getByRole('button', { name: 'New album' }).click();
  await page.getByLabelText('Title').fill('Holiday');
  const files = [await fixture('square.jpg'), await fixture('truncated.jpg')];
  await page.css('input[type=file]').upload(files);
  await page.getByRole('button', { name: /truncated\.jpg/ }).waitFor();
  await page.getByRole('button', { name: 'Create album' }).click();
  await waitForToast('truncated.jpg: This picture cannot be read. It may be damaged.');
  await expect.element(page.getByLabelText('Title')).toHaveValue('Holiday');
  await expect.element(page.getByRole('button', { name: /square\.jpg/ })).toBeVisible();
});
