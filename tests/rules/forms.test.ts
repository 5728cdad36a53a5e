import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// The forms of all screens are read as served (tests/server/every-form.api.test.ts). Those that scripts draw later, in dialogs
// above all, are seen here alone.

const forms = globSync('src/**/*.{astro,tsx}').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/<form\b[^>]*/g)].map(([tag]) => ({ file, tag })),
);

const isSearch = (tag: string): boolean => /\brole="search"/.test(tag);

test('no form puts what is typed into an address, unless it is a search', () => {
  expect(forms.length).toBeGreaterThan(40);
  const others = forms.filter(
    ({ tag }) => !/\bmethod="(?:post|dialog)"/.test(tag) && !isSearch(tag),
  );
  expect(others).toEqual([]);
});

test('a search has no field but the one for what is searched', () => {
  const fields = globSync('src/**/*.astro').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<form\b[^>]*role="search"[\s\S]*?<\/form>/g)].map(
      ([form]) => ({
        file,
        fields: [...form.matchAll(/<(?:input|textarea|Field)\b[^>]*/g)].filter(
          ([tag]) => !/type="(?:hidden|search)"/.test(tag),
        ),
      }),
    ),
  );
  expect(fields.length).toBeGreaterThan(3);
  expect(fields.filter((form) => form.fields.length > 0)).toEqual([]);
});
