import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { expect } from 'vitest';
import { findChromium, findHeadlessShell } from '../../scripts/launch/chromium.ts';

/** By the path of their program: they outlive the file that launched them. */
const { launched } = ((
  globalThis as { __vitest_browsers__?: { launched: Map<string, Browser> } }
).__vitest_browsers__ ??= { launched: new Map() });

/**
 * The worker's browser, launched for its first file; close it in afterAll, which closes the windows
 * of this file.
 * @param isWhole with what the shell without a window leaves out, such as notifications of the
 * system
 */
export async function launchBrowser({ isWhole = false } = {}): Promise<Browser> {
  const executablePath = (isWhole ? undefined : findHeadlessShell()) ?? findChromium();
  if (!executablePath) throw new Error('No Chromium is installed: npm test installs one.');
  let browser = launched.get(executablePath);
  if (!browser?.isConnected())
    launched.set(executablePath, (browser = await launch(executablePath)));
  return lend(browser);
}

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
    // Its sandbox refuses to work for root. Whatever would call home is off.
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-default-apps',
      '--disable-domain-reliability',
      '--disable-client-side-phishing-detection',
      '--no-first-run',
      '--no-default-browser-check',
      '--metrics-recording-only',
      '--no-pings',
      // Neither does a process draw on a graphics card that is not there, nor does one prepare the
      // browser's own menus.
      '--disable-gpu',
      '--disable-features=OptimizationHints,MediaRouter,Translate,PreloadTopChromeWebUI',
      '--disable-dev-shm-usage',
    ],
  });
}

const screens = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

export interface ContextOptions {
  origin: string;
  screen?: keyof typeof screens;
  colorScheme?: 'light' | 'dark';
  /** False: as somebody who has switched scripts off. */
  javaScript?: boolean;
  /** Where the device is: 'Pacific/Auckland'. */
  timeZone?: string;
  /** With the service worker, whose requests Playwright's routes do not see. */
  hasWorker?: boolean;
}

export interface Visit {
  context: BrowserContext;
  page: Page;
  /**
   * What the browser complained about: errors of scripts, refused or failed loads, breaches of the
   * content security policy.
   */
  problems: string[];
}

/** A private window with one page, and a record of everything that went wrong in it. */
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
  const problems: string[] = [];
  context.on('page', (page) => watch(page, problems));
  const page = await context.newPage();
  return { context, page, problems };
}

/**
 * The browser's own word that it left out the fade from one screen to the next, as it does where
 * the machine has no time for it.
 */
const leftOutFade = /^Transition was aborted because of invalid state\./;

function watch(page: Page, problems: string[]): void {
  page.on('pageerror', ({ message }) => {
    if (!leftOutFade.test(message)) problems.push(`error: ${message}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`);
  });
}

export function expectNoProblems({ problems }: Visit): void {
  expect(problems, 'what the browser complained about').toEqual([]);
}
