import { beforeAll, expect, test } from 'vitest';
import { act, writePost } from '../support/act.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, openWindow } from '../support/browser.ts';
import { memberOf } from '../support/member.ts';
import { ada, browser, openAs, server } from '../support/stage.ts';

// Screens as they are when they are opened, on both sizes and in both themes.

let post: number;

beforeAll(async () => {
  const bo = await memberOf(server, 'Maximiliane-Theodora', 'Hohenberger-Zwickau');
  post = await writePost(server, bo, `A long one ${'with words '.repeat(60)}`);
  await act(server, ada, '/advancedactivity/comment', { action_id: post, body: 'A comment' });
});

const sizes = ['phone', 'desktop'] as const;
const look = { inBothThemes: true, beyond: 'best-practice' } as const;

test.each(sizes)('home and its menu are accessible on a %s (axe)', async (screen) => {
  const visit = await openAs(ada, '/home', { screen });
  const { page } = visit;
  await page.getByRole('button', { name: 'Comment', exact: true }).first().click();
  await page.getByLabel('Write a comment').first().waitFor();
  await expectAccessible(page, 'home', look);
  await page.getByRole('button', { name: 'Settings' }).click();
  await expectAccessible(page, 'home with its menu', look);
  expectNoProblems(visit);
  await visit.context.close();
});

test.each(sizes)('a post is accessible on a %s (axe)', async (screen) => {
  const visit = await openAs(ada, `/posts/${post}`, { screen });
  await visit.page.getByLabel('Write a comment').first().waitFor();
  await expectAccessible(visit.page, 'a post', look);
  expectNoProblems(visit);
  await visit.context.close();
});

const forVisitors = [
  '/',
  '/nowhere',
  '/login',
  '/login?changed',
  '/signup',
  '/signup/verify?email=ada@hearth.example&sent',
  '/forgot-password',
  '/forgot-password?sent',
  '/reset-password/abc/12',
];

test.each(sizes)('the screens of visitors are accessible on a %s (axe)', async (screen) => {
  const { page, context } = await openWindow(browser, { origin: server.origin, screen });
  for (const path of forVisitors) {
    await page.goto(path);
    await expectAccessible(page, path, { inBothThemes: true, beyond: 'everything' });
  }
  await context.close();
});

test('visitors open no stream', async () => {
  const { page, context } = await openWindow(browser, { origin: server.origin });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ['/', '/login', `/posts/${post}`])
    await page.goto(path, { waitUntil: 'networkidle' });
  expect(asked).toContain('/');
  expect(asked).not.toContain('/live');
  await context.close();
});
