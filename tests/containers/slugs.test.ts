import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { kindRoutes } from '#app/build/kind-routes.ts';
import { proposeSlug, slugProblem, slugSkeleton } from '#domains/containers/slugs.rules.ts';

describe('a name in an address', () => {
  test.each(['bakers', 'old-town_bakers', 'b4k', '2nd-street'])('may be %s', (slug) => {
    expect(slugProblem(slug)).toBeNull();
  });
  test.each([
    'ab',
    'a'.repeat(65),
    'Bakers',
    '-bakers',
    'bakers-',
    'ba--kers',
    'bäckerei',
    'раура',
    '12345',
    'a b',
    '../etc',
    'admin',
    'adm1n',
    'cre-ate',
  ])('may not be %s', (slug) => {
    expect(slugProblem(slug)).toEqual(expect.any(String));
  });
});

test.each([
  ['rnodel', 'model'],
  ['vvest', 'west'],
  ['g00d', 'good'],
  ['paypal', 'paypa1'],
  ['old-town', 'old_town'],
])('%s looks like %s', (one, other) => {
  expect(slugSkeleton(one)).toBe(slugSkeleton(other));
});

/** First parts of the addresses that the files of a folder answer. */
const routesIn = (folder: string): string[] =>
  readdirSync(new URL(`../../src/pages/${folder}`, import.meta.url))
    .map((name) => name.split('.')[0]!)
    .concat(
      kindRoutes.flatMap(({ pattern }) => {
        const [, area = '', part = ''] = pattern.split('/');
        if (!folder) return [area];
        return area === folder ? [part] : [];
      }),
    )
    .filter((name) => /^[a-z][\w-]+$/.test(name));

test.each(['', 'pages', 'groups'])('no name is an address of the site: below /%s', (folder) => {
  const routes = routesIn(folder);
  expect(routes.length).toBeGreaterThan(0);
  expect(routes.filter((route) => slugProblem(route) === null)).toEqual([]);
});

test('a title proposes a name', () => {
  expect(proposeSlug(' Café & Bäckerei: Straße 7! ')).toMatch(/^cafe-backerei-stra(ss|ß|s)e-7$/);
  expect(proposeSlug('日本')).toBe('');
  expect(proposeSlug('x'.repeat(200))).toHaveLength(64);
  // Cut at a hyphen it would be refused.
  expect(proposeSlug('Friends of the mill', 8)).toBe('friends');
});
