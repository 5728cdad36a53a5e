import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { kindRoutes } from '#app/build/kind-routes.ts';
import { readPageAccess } from '#app/build/page-access.ts';
import { eachContainer } from '#lib/container-types.ts';
import { loginPath } from '#lib/login-path.ts';
import { markupFaults } from '../support/markup-faults.ts';
import { checkByHtmlValidate, checkByNu, hasJava, type HtmlFault } from '../support/nu-checker.ts';
import { listScreens, otherViewers, type Screen } from '../support/screens.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Every served screen, each in a file. */
interface Served extends Screen {
  html: string;
  file: string;
  answered: number;
}

let server: TestServer;
let served: Served[];
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-html-'));
  server = await startServer({ FFMPEG_PATH: 'off' });
  const screens = (await listScreens(server)).filter(
    ({ viewer }) => !otherViewers.some((other) => other === viewer),
  );
  served = [];
  // One after another: all at once would be answered 503.
  for (const screen of screens) {
    const headers = { cookie: screen.cookie };
    const answer = await fetch(`${server.origin}${screen.path}`, { headers, redirect: 'manual' });
    const number = String(served.length).padStart(3, '0');
    const file = join(folder, `${number}-${screen.viewer}${screen.path.replace(/\W+/g, '-')}.html`);
    const html = await answer.text();
    writeFileSync(file, html);
    served.push({ ...screen, html, file, answered: answer.status });
  }
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const screensOfKinds = kindRoutes
  .filter(({ file }) => file.endsWith('.astro'))
  .map(({ pattern }) => pattern);

/** Screens that only redirect, or render a page for members. */
const redirects = new RegExp(
  [
    '^admin/index$',
    '^(albums|comments)/\\[id\\](/index)?$',
    '^invite/dismiss-banner$',
    '/dismiss-steps$',
    '^profile/\\[id\\]/index$',
    '^pages/page/\\[id\\]/dashboard/index$',
    '^for-members/',
  ].join('|'),
);

test('each screen answers, and each file of src/pages is covered', () => {
  const unexpected = served.filter(({ answered, status }) => answered !== status);
  expect(unexpected.map(({ viewer, path, answered }) => `${viewer} ${path}: ${answered}`)).toEqual(
    [],
  );
  const pages = globSync('**/*.astro', { cwd: 'src/pages' })
    .map((file) => file.replace(/\.astro$/, ''))
    .concat(screensOfKinds.map((pattern) => pattern.slice(1)));
  const paths = served.map(({ path }) => new URL(path, server.origin).pathname);
  const isListed = (page: string) => {
    const route = `/${page.replace(/(^|\/)index$/, '')}`.replace(/(?<=.)\/$/, '');
    const pattern = route.replace(/\/\[\.\.\.\w+\]/g, '(/.+)?').replace(/\[\w+\]/g, '[^/]+');
    return paths.some((path) => new RegExp(`^${pattern}$`).test(path));
  };
  expect(
    pages.filter((page) => !redirects.test(page) && !isListed(page)),
    'add an address of each to listScreens in tests/support/screens.ts',
  ).toEqual([]);
});

test('without an account public pages answer, and others redirect to the log-in', async () => {
  const { publicPages } = readPageAccess('src/pages');
  const patterns = globSync('**/*.astro', { cwd: 'src/pages', exclude: ['for-members/**'] })
    .map((file) => `/${file.replace(/(^|\/)index\.astro$|\.astro$/, '')}`)
    .concat(screensOfKinds)
    // The more specific route answers, as in Astro.
    .sort((a, b) => a.split('[').length - b.split('[').length);
  const patternOf = (path: string) =>
    patterns.find((pattern) =>
      new RegExp(
        `^${pattern.replace(/\/\[\.\.\.\w+\]/g, '(/.+)?').replace(/\[\w+\]/g, '[^/]+')}$`,
      ).test(path),
    );
  const wrong: string[] = [];
  for (const path of new Set(served.map((screen) => screen.path))) {
    const answer = await fetch(`${server.origin}${path}`, { redirect: 'manual' });
    await answer.arrayBuffer();
    const { pathname } = new URL(path, server.origin);
    const isLedAway = (answer.headers.get('location') ?? '').startsWith(loginPath(path));
    if (isLedAway === publicPages.includes(patternOf(pathname)!)) wrong.push(path);
  }
  expect(wrong).toEqual([]);
  expect(served.length).toBeGreaterThan(0);
});

test('screens of containers lead visitors to the log-in without public reading', async () => {
  const closed = await startServer({ DATABASE_URL: server.databaseUrl, PUBLIC_READING: 'off' });
  onTestFinished(() => closed.stop());
  const areas = Object.values(eachContainer('mediaFolder'));
  const paths = served
    .filter(({ viewer, status }) => viewer === 'visitor' && status === 200)
    .map(({ path }) => path)
    .filter((path) => areas.some((area) => path.startsWith(`/${area}`)));
  const byToken = (path: string) => path.startsWith('/events/by-mail/');
  expect(paths.length).toBeGreaterThan(30);
  const wrong: string[] = [];
  for (const path of paths) {
    const { headers } = await fetch(`${closed.origin}${path}`, { redirect: 'manual' });
    const isLedAway = headers.get('location')?.startsWith(loginPath(path)) ?? false;
    if (isLedAway === byToken(path)) wrong.push(path);
  }
  expect(wrong).toEqual([]);
});

/** Messages of the checkers that contradict the standard. */
const allowed = [
  // React closes void elements.
  /^Trailing slash on void elements/,
  // Newer than the checker.
  /^Attribute “closedby” not allowed on element “dialog”/,
  // Each dialog may have one.
  /^A document must not include more than one “autofocus” attribute/,
];

const report = (faults: HtmlFault[]) =>
  faults
    .filter(({ text }) => !allowed.some((pattern) => pattern.test(text)))
    .map(
      ({ file, line, text, extract }) =>
        `${basename(file)}:${line} ${text} ${extract.slice(0, 200)}`,
    );

test('an HTML checker finds nothing on any screen', async () => {
  const check = (await hasJava()) ? checkByNu : checkByHtmlValidate;
  expect(report(await check(served.map(({ file }) => file)))).toEqual([]);
});

test('accessible names contain the visible label, landmarks are unique, table headers have a scope', () => {
  const faults = served.flatMap(({ viewer, path, html }) =>
    markupFaults(html).map((fault) => `${viewer} ${path}: ${fault}`),
  );
  expect(faults).toEqual([]);
});
