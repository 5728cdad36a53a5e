import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession } from 'playwright';
import {
  openWindow,
  screens,
  showAs,
  waitForPictures,
  type Visit,
} from '../../tests/support/browser.ts';
import { screenFaults } from '../../tests/support/screen-faults.ts';
import type { Screen } from '../../tests/support/screens.ts';
import { toCookies, waitForHydration } from '../../tests/support/signed-in.ts';
import { root } from '../launch/root.ts';

export const folder = join(root, 'test-results', 'pictures');

/** In an order in which each differs from the one before by size or theme. */
export const looks = [
  ['desktop', 'light'],
  ['desktop', 'dark'],
  ['phone', 'dark'],
  ['phone', 'light'],
] as const;

export interface TakenScreen extends Screen {
  /** File names in the order of `looks`. */
  files: string[];
  faults: string[];
}

interface Options {
  browser: Browser;
  origin: string;
  screens: Screen[];
  signal: AbortSignal;
}

/** In pixels: of long lists the beginning is enough. */
const maxHeight = 2_600;

/** Opens each screen once, in one window more than there are processors: each waits sometimes. */
export async function takePictures(options: Options): Promise<TakenScreen[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const waiting = options.screens.map((screen, index) => ({ ...screen, index }));
  const taken: TakenScreen[] = [];
  const work = async () => {
    const visit = await openWindow(options.browser, { origin: options.origin });
    const devtools = await visit.context.newCDPSession(visit.page);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      options.signal.throwIfAborted();
      taken[next.index] = await takeScreen(visit, devtools, options.origin, next).catch(
        ({ message }: Error) => ({ ...next, files: [], faults: [message.split('\n')[0]!] }),
      );
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
  return taken;
}

/** Makes the window as high as the page: bars that stick to its edges stay at the edges. */
async function stretch(devtools: CDPSession, size: keyof typeof screens): Promise<void> {
  const { cssContentSize } = await devtools.send('Page.getLayoutMetrics');
  const { width, height } = screens[size];
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    width,
    height: Math.min(Math.max(height, Math.ceil(cssContentSize.height)), maxHeight),
    deviceScaleFactor: 1,
    mobile: size === 'phone',
  });
}

async function takeScreen(
  visit: Visit,
  devtools: CDPSession,
  origin: string,
  { index, ...screen }: Screen & { index: number },
): Promise<TakenScreen> {
  const { context, page, problems } = visit;
  const { path, viewer, cookie, status } = screen;
  // Late answers to the screen before would set its member's cookies again, or clear the new ones.
  await page.goto('about:blank');
  await context.clearCookies();
  await context.addCookies(toCookies(cookie, origin));
  await showAs(page, ...looks[0]);
  const answer = await page.goto(path);
  const faults = new Set<string>();
  if (answer?.status() !== status) faults.add(`answered ${answer?.status()}`);
  const { pathname } = new URL(page.url());
  if (pathname === '/login' && !path.startsWith(pathname)) faults.add('led to the log-in');
  await waitForHydration(visit);
  const files = [];
  for (const [size, theme] of looks) {
    await showAs(page, size, theme);
    await waitForPictures(visit);
    const name = [
      String(index).padStart(3, '0'),
      viewer,
      path.replaceAll(/\W+/g, '-'),
      size,
      theme,
    ];
    const file = `${name.join('-').replaceAll(/-+/g, '-')}.png`;
    await stretch(devtools, size);
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
    });
    writeFileSync(join(folder, file), data, 'base64');
    files.push(file);
    // The same in both themes.
    if (theme === 'light')
      for (const fault of await screenFaults(page)) faults.add(`${size}: ${fault}`);
  }
  // The screen's own status is no problem of it.
  for (const problem of problems.splice(0))
    if (status === 200 || !problem.endsWith(`(${page.url()})`)) faults.add(problem);
  return { ...screen, files, faults: [...faults] };
}
