import type { Page } from 'playwright';
import { postCard } from './stage.ts';

/** Opens the '...' menu of a post and chooses an entry. */
export async function choose(page: Page, id: number, entry: string): Promise<void> {
  await postCard(page, id).getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('button', { name: entry }).click();
}
