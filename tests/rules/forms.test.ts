import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Forms in served screens are checked by tests/server/every-form.api.test.ts. Those that scripts
// render later, above all in dialogs, are only covered here.

const forms = globSync('src/**/*.{astro,tsx}').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/<form\b[^>]*/g)].map(([tag]) => ({ file, tag })),
);

const isSearch = (tag: string): boolean => /\brole="search"/.test(tag);

test('no form except a search puts typed text into a URL', () => {
  expect(forms.length).toBeGreaterThan(0);
  const others = forms.filter(
    ({ tag }) => !/\bmethod="(?:post|dialog)"/.test(tag) && !isSearch(tag),
  );
  expect(others).toEqual([]);
});

test('a search form has only the search field', () => {
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
  expect(fields.length).toBeGreaterThan(0);
  expect(fields.filter((form) => form.fields.length > 0)).toEqual([]);
});
