import { expect, test } from 'vitest';
import { headlineText } from '#domains/activities/headline.rules.ts';
import { actorsText } from '#domains/notifications/notifications.rules.ts';
import { isolate, nameList, nameParts } from '#lib/names.ts';

const apart = (name: string) => `\u2068${name}\u2069`;

test.each(['שרה', 'محمد علي', 'ސާރާ', 'ܣܪܐ', 'Sara שרה', '\u{10d00}', '\u{1e900}'])(
  '%s is set apart in plain text',
  (name) => {
    expect(isolate(name)).toBe(apart(name));
  },
);

test.each(['Ada Quill', 'Bjørn', 'Мария', '山田', '🦉', ''])('%s is left unchanged', (name) =>
  expect(isolate(name)).toBe(name),
);

test('a list of names', () => {
  expect(nameList([])).toBe('');
  expect(nameList(['Bo'])).toBe('Bo');
  expect(nameList(['Bo', 'Cy'])).toBe('Bo and Cy');
  expect(nameList(['Bo', 'Cy', 'Di'])).toBe('Bo, Cy and Di');
  expect(nameList(['Bo'], 1)).toBe('Bo and 1 other');
  expect(nameList(['Bo', 'Cy'], 1_201)).toBe('Bo, Cy and 1,201 others');
  expect(nameParts(['Bo'], 2)).toEqual([
    { text: 'Bo', isName: true },
    { text: ' and ', isName: false },
    { text: '2 others', isName: false },
  ]);
});

test('names are isolated, the words between them are not', () => {
  expect(nameList(['שרה', 'Bo', 'محمد'], 3)).toBe(
    `${apart('שרה')}, Bo, ${apart('محمد')} and 3 others`,
  );
  expect(actorsText(['שרה', 'משה'], 2)).toBe(`${apart('שרה')} and ${apart('משה')}`);
  expect(actorsText(['שרה', 'משה'], 3)).toBe(`${apart('שרה')} and 2 others`);
  expect(
    headlineText('שרה', {
      text: 'is now friends with',
      item: { type: 'member', id: 1, label: 'משה' },
    }),
  ).toBe(`${apart('שרה')} is now friends with ${apart('משה')}`);
});
