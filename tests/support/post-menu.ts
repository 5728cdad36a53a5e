import type { Page } from 'playwright';
import { postCard } from './stage.ts';

/** Opens the '...' of a post and takes an entry of it. */
export async function choose(page: Page, id: number, entry: string): Promise<void> {
  await postCard(page, id).getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('button', { name: entry }).click();
}
