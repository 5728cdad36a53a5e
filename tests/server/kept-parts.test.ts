import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createElement, useId } from 'react';
import { expect, test } from 'vitest';
import { drawKept, drawPlain, keptParts } from '#app/kept-parts.ts';
import { islandData } from '#lib/island-data.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Badge } from '#ui/Badge.tsx';

/** A component that counts how often it is drawn, under the name of a kept part. */
function counted() {
  let draws = 0;
  const draw = () => `draw ${(draws += 1)}`;
  const part = () => null;
  return (properties: Record<string, unknown>, name = 'Badge') =>
    drawKept(name, part, properties, 'r0', draw);
}

test('a part is drawn once for the same properties, and apart for others', () => {
  const draw = counted();
  expect(draw({ count: 1, of: 'new' })).toBe('draw 1');
  expect(draw({ count: 1, of: 'new' })).toBe('draw 1');
  expect(draw({ count: 2, of: 'new' })).toBe('draw 2');
  expect(draw({ count: 1, of: 'new', member: { id: 1 } })).toBe('draw 3');
  expect(draw({ count: 1, of: 'new', member: { id: 2 } })).toBe('draw 4');
  expect(counted()({ count: 1, of: 'new' })).toBe('draw 1');
});

test('properties that JSON does not show wholly are never taken for the same', () => {
  const draw = counted();
  const hidden = [
    { first: islandData('first', [1]) },
    { onClick: () => {} },
    { icon: createElement('i') },
    { at: new Date(0) },
    { ids: new Set([1]) },
    { [Symbol('one')]: 1 },
  ];
  for (const properties of hidden) expect(draw(properties)).not.toBe(draw(properties));
});

test('other components are drawn each time', () => {
  const draw = counted();
  expect(draw({}, 'Feed')).not.toBe(draw({}, 'Feed'));
});

test('a part that makes ids is drawn each time, with its own', () => {
  const Field = () => createElement('i', { id: useId() });
  const draw = (prefix: string) => drawPlain('Badge', Field, {}, {}, () => prefix);
  expect(draw('r1')).toContain('r1');
  expect(draw('r2')).toContain('r2');
});

test('parts with slots, content or a life in the browser are left to Astro', () => {
  const take = () => 'r0';
  expect(drawPlain('Badge', Badge, { count: 3 }, {}, take)).toContain('>3<');
  expect(drawPlain('Badge', Badge, { count: 3 }, { default: () => '' }, take)).toBeUndefined();
  expect(drawPlain('Badge', Badge, { count: 3, 'client:idle': true }, {}, take)).toBeUndefined();
  expect(drawPlain('Badge', Badge, { count: 3, children: 'x' }, {}, take)).toBeUndefined();
  expect(drawPlain('Tag', 'div', {}, {}, take)).toBeUndefined();
});

test('a picture is not asked for a second time at the beginning', () => {
  const properties = { name: 'Ada Quill', src: '/media/public/a.webp', eager: true };
  const html = drawPlain('Avatar', Avatar, properties, {}, () => 'r0');
  expect(html).toContain('<img');
  expect(html).not.toContain('<link');
});

/** The files of a component and of all that it draws. */
function filesOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, imported] of readFileSync(path, 'utf8').matchAll(
    /^import (?!type )[^;]*? from '([^']+\.tsx)';/gm,
  ))
    filesOf(
      imported!.startsWith('#') ? `src/${imported!.slice(1)}` : join(dirname(path), imported!),
      found,
    );
  return found;
}

test('parts that are kept read neither time nor data of one request, nor does what they draw', () => {
  const paths = globSync('src/**/*.tsx');
  for (const name of keptParts) {
    const declared = new RegExp(`^export (?:function|const) ${name}\\b`, 'm');
    const own = paths.filter((path) => declared.test(readFileSync(path, 'utf8')));
    expect(own.length, name).toBeGreaterThan(0);
    for (const path of own.flatMap((one) => [...filesOf(one)])) {
      const source = readFileSync(path, 'utf8');
      expect(source, `${name}: ${path}`).not.toMatch(
        /new Date\(|Date\.now|useToday|databaseNow|IslandData|Math\.random|useContext/,
      );
      expect(source.match(/useStore\([^)]*\)/g) ?? [], `${name}: ${path}`).toEqual(
        source.match(/useStore\([^)]*ssr: 'initial'[^)]*\)/g) ?? [],
      );
    }
  }
});
