import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { aptInstall, canInstall } from './apt.ts';
import { runNode } from './child.ts';
import { CliError, log } from './cli-error.ts';

/** Finds a working Chromium: CHROMIUM_PATH, the system's or Playwright's. */
export function findChromium(): string | undefined {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (!canRun(configured)) throw new CliError(`CHROMIUM_PATH: ${configured} does not run.`);
    return configured;
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const inPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const elsewhere = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ];
  return [...inPath, ...elsewhere, chromium.executablePath()].find(
    (program) => existsSync(program) && canRun(program),
  );
}

/**
 * Finds Chromium's headless shell, without window code: it needs about two thirds of the time for
 * the same pages.
 */
export function findHeadlessShell(): string | undefined {
  if (process.env.CHROMIUM_PATH) return undefined;
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'chromium-headless-shell'))
    .find((program) => existsSync(program) && canRun(program));
}

/** Finds or installs Chromium: Playwright's build, otherwise Debian's package. */
export async function ensureChromium(signal: AbortSignal): Promise<string> {
  const found = findChromium();
  if (found) return found;
  log('no Chromium found: installing the one of Playwright');
  const { code } = await runNode('node_modules/playwright/cli.js', ['install', 'chromium'], {
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '20000' },
    stdio: ['ignore', 'ignore', 'ignore'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(300_000)]),
  });
  const own = code === 0 ? findChromium() : undefined;
  if (own) return own;
  signal.throwIfAborted();
  if (canInstall()) {
    log("Playwright's build cannot be had or does not run here");
    await aptInstall(['chromium', 'fonts-liberation', 'fonts-noto-color-emoji'], signal);
    const packaged = findChromium();
    if (packaged) return packaged;
  }
  throw new CliError(
    'The browser tests need Chromium. Install it (for example: sudo apt-get install chromium), or set CHROMIUM_PATH.',
  );
}

function canRun(program: string): boolean {
  return spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0;
}
