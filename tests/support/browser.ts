import {
  chromium,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Page,
} from 'playwright';
import { expect } from 'vitest';
import { findChromium, findHeadlessShell } from '../../scripts/launch/chromium.ts';
import { chromiumArgs } from './chromium-args.ts';

/** By program path; browsers outlive the file that launched them. */
const { launched } = ((
  globalThis as { __vitest_browsers__?: { launched: Map<string, Browser> } }
).__vitest_browsers__ ??= { launched: new Map() });

/**
 * The worker's browser, launched for its first file; close it in afterAll, which closes this file's
 * windows.
 * @param isWhole the full browser instead of the headless shell, e.g. for system notifications
 */
export async function launchBrowser({ isWhole = false } = {}): Promise<Browser> {
  const executablePath = (isWhole ? undefined : findHeadlessShell()) ?? findChromium();
  if (!executablePath) throw new Error('No Chromium is installed: npm test installs one.');
  let browser = launched.get(executablePath);
  if (!browser?.isConnected())
    launched.set(executablePath, (browser = await launch(executablePath)));
  return lend(browser);
}

/** All windows of this file. */
export const openPages = (): Page[] =>
  [...launched.values()].flatMap((browser) =>
    browser.contexts().flatMap((context: BrowserContext) => context.pages()),
  );

function lend(browser: Browser): Browser {
  const earlier = new Set(browser.contexts());
  const close = async () => {
    const own = browser.contexts().filter((context) => !earlier.has(context));
    await Promise.all(own.map((context) => context.close()));
  };
  return new Proxy(browser, {
    get(target, key) {
      if (key === 'close') return close;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: chromiumArgs,
  });
}

export const screens = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
};

export interface ContextOptions {
  origin: string;
  screen?: keyof typeof screens;
  colorScheme?: 'light' | 'dark';
  /** False disables scripts. */
  javaScript?: boolean;
  /** Time zone of the device: 'Pacific/Auckland'. */
  timeZone?: string;
  /** With the service worker, whose requests bypass Playwright's routes. */
  hasWorker?: boolean;
}

export interface Visit {
  context: BrowserContext;
  page: Page;
  /**
   * Errors reported by the browser: script errors, failed loads, violations of the content security
   * policy.
   */
  problems: string[];
}

/** Opens a private window with one page and records all problems in it. */
export async function openWindow(
  browser: Browser,
  {
    origin,
    screen = 'desktop',
    colorScheme = 'light',
    javaScript = true,
    timeZone = 'UTC',
    hasWorker = false,
  }: ContextOptions,
): Promise<Visit> {
  const isPhone = screen === 'phone';
  const context = await browser.newContext({
    baseURL: origin,
    viewport: screens[screen],
    deviceScaleFactor: isPhone ? 2 : 1,
    isMobile: isPhone,
    hasTouch: isPhone,
    colorScheme,
    javaScriptEnabled: javaScript,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: timeZone,
    serviceWorkers: hasWorker ? 'allow' : 'block',
  });
  // Ends before the test does, so that a failure names what it waited for.
  context.setDefaultTimeout(100_000);
  const problems: string[] = [];
  context.on('page', (page) => watch(page, problems));
  const page = await context.newPage();
  return { context, page, problems };
}

const devtoolsOf = new WeakMap<Page, CDPSession>();

/**
 * Makes a desktop's window a phone's or a desktop's again, without reloading the page: size, touch
 * and theme are changed as Playwright sets them for a new window.
 */
export async function showAs(
  page: Page,
  screen: keyof typeof screens,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const isPhone = screen === 'phone';
  const devtools = devtoolsOf.get(page) ?? (await page.context().newCDPSession(page));
  // Closed, it would forget its settings.
  devtoolsOf.set(page, devtools);
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    ...screens[screen],
    deviceScaleFactor: isPhone ? 2 : 1,
    mobile: isPhone,
  });
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone });
  await page.emulateMedia({ colorScheme });
  // With the viewport of a phone a page may zoom out to fit what is too wide.
  await page.waitForFunction(
    ([width, isCoarse]) =>
      document.documentElement.clientWidth <= width &&
      matchMedia('(pointer: coarse)').matches === isCoarse,
    [screens[screen].width, isPhone] as const,
  );
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/**
 * The browser's message that it skipped the transition between screens, as it does on a busy
 * machine.
 */
const leftOutFade = /^Transition was aborted because of invalid state\./;

function watch(page: Page, problems: string[]): void {
  page.on('pageerror', ({ message }) => {
    if (!leftOutFade.test(message)) problems.push(`error: ${message}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error')
      problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`);
  });
}

export function expectNoProblems({ problems }: Visit): void {
  // In the message, because the printed difference of a list abbreviates long texts.
  expect(problems, `the browser complained:\n${problems.join('\n')}`).toEqual([]);
}

/**
 * Waits until the pictures near the view are loaded. Before something with a picture is deleted:
 * one still on its way is not found any more, and the browser complains.
 */
export async function waitForPictures({ page }: Pick<Visit, 'page'>): Promise<void> {
  await page.waitForFunction(() => {
    // Browsers load pictures marked lazy some way ahead, however high the window is.
    const isNear = (image: HTMLImageElement) =>
      image.loading !== 'lazy' ||
      (image.checkVisibility() && image.getBoundingClientRect().top < innerHeight + 2500);
    return [...document.images].every((image) => image.complete || !isNear(image));
  });
}
