import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Page } from 'playwright';
import { firstTryFolder } from '../../scripts/launch/flaky-tests.ts';
import { root } from '../../scripts/launch/root.ts';

export interface FailedTry {
  /** Path of the test file. */
  file: string;
  /** Names of its groups and its own. */
  test: string;
  error: string;
  /** Open windows. */
  pages?: Page[];
  /** Other files by name, e.g. documents. */
  texts?: Record<string, string>;
}

/** Keeps what there was to see when a test failed for the first time. */
export async function keepFirstTry({ file, test, error, pages = [], texts = {} }: FailedTry) {
  const folder = firstTryFolder(relative(root, file), test);
  mkdirSync(folder, { recursive: true });
  const keep = (name: string, text: string) => writeFileSync(join(folder, name), text);
  keep('error.txt', error);
  for (const [name, text] of Object.entries(texts)) keep(name, text);
  await Promise.all(pages.map((page, at) => keepPage(page, `window-${at + 1}`, folder)));
}

/** Picture, HTML of all frames, console and latest requests of a window. */
async function keepPage(page: Page, name: string, folder: string): Promise<void> {
  const keep = (ending: string, text: string) =>
    writeFileSync(join(folder, `${name}${ending}`), text);
  const messages = await page.consoleMessages();
  const errors = await page.pageErrors();
  const requests = await page.requests();
  keep(
    '.txt',
    [
      page.url(),
      ...messages.map((message) => `${message.type()}: ${message.text()}`),
      ...errors.map((error) => `error: ${error.message}`),
      ...requests.map((request) => `${request.method()} ${request.url()}`),
    ].join('\n'),
  );
  for (const [at, frame] of page.frames().entries())
    keep(at ? `-frame-${at}.html` : '.html', await frame.content());
  await page.screenshot({ path: join(folder, `${name}.png`), timeout: 10_000 });
}
