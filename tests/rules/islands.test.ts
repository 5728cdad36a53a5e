import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** The components that pages wake up, and the files they come from. */
function islands(): { name: string; file: string }[] {
  return globSync('src/**/*.astro').flatMap((page) => {
    const text = readFileSync(page, 'utf8');
    const names = new Set(
      [...text.matchAll(/<([A-Z]\w*)\s(?:[^<>]|=>|\{[^{}]*\})*?client:/g)].map(
        (match) => match[1]!,
      ),
    );
    return [...names].map((name) => {
      const from = new RegExp(`import [^;]*\\b${name}\\b[^;]* from '([^']+)'`).exec(text)![1]!;
      return {
        name,
        file: from.startsWith('#') ? join('src', from.slice(1)) : join(dirname(page), from),
      };
    });
  });
}

test('every island is a memo: Astro renders a plain function twice to find out whether it is a component', () => {
  const all = islands();
  expect(all.length).toBeGreaterThan(0);
  const plain = all.filter(
    ({ name, file }) =>
      !new RegExp(`export (?:const ${name} = |default )memo\\(`).test(readFileSync(file, 'utf8')),
  );
  expect(plain).toEqual([]);
});
