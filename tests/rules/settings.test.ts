import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { envSchema } from '#server/env.ts';

const names = Object.keys(envSchema.shape).filter((name) => name !== 'NODE_ENV').sort();

test('.env.example lists every setting and no other', () => {
  const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1]).sort();
  expect(listed).toEqual(names);
});

test("the README's table lists every setting and no other", () => {
  const section = readFileSync('README.md', 'utf8').split('## Settings')[1]!.split('\n## ')[0]!;
  const listed = [...section.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map((match) => match[1]).sort();
  expect(listed).toEqual(names);
});
