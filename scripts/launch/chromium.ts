import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { run, runNode } from './child.ts';
import { Problem, say } from './problem.ts';

/** A Chromium that runs here: CHROMIUM_PATH, the system's, or Playwright's own. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!works(named)) throw new Problem(`CHROMIUM_PATH: ${named} does not run.`);
    return named;
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
    (program) => existsSync(program) && works(program),
  );
}

/**
 * Chromium without all that belongs to windows, where it is installed: it needs some two thirds of
 * the time for the same pages.
 */
export function findHeadlessShell(): string | undefined {
  if (process.env.CHROMIUM_PATH) return undefined;
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'chromium-headless-shell'))
    .find((program) => existsSync(program) && works(program));
}

/** Found, else installed: Playwright's own build, else Debian's package. */
export async function ensureChromium(signal: AbortSignal): Promise<string> {
  const found = findChromium();
  if (found) return found;
  say('no Chromium found: installing the one of Playwright');
  const { code } = await runNode('node_modules/playwright/cli.js', ['install', 'chromium'], {
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '20000' },
    stdio: ['ignore', 'ignore', 'ignore'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(300_000)]),
  });
  const own = code === 0 ? findChromium() : undefined;
  if (own) return own;
  signal.throwIfAborted();
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say(
      "Playwright's build cannot be had or does not run here: installing Debian's package chromium",
    );
    await aptInstall(['chromium', 'fonts-liberation', 'fonts-noto-color-emoji'], signal);
    const packaged = findChromium();
    if (packaged) return packaged;
  }
  throw new Problem(
    'The browser tests need Chromium. Install it (for example: sudo apt-get install chromium), or set CHROMIUM_PATH.',
  );
}

export async function aptInstall(packages: string[], signal: AbortSignal): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quietly = {
    env,
    signal,
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
  };
  await run('apt-get', ['update', '-qq'], quietly);
  const { code } = await run(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    quietly,
  );
  return code === 0;
}

function works(program: string): boolean {
  return spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0;
}
