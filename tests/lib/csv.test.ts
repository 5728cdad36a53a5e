import { expect, test } from 'vitest';
import { toCsv } from '#lib/csv.ts';

const cellOf = (text: string) => toCsv([[text]]).slice(2, -3);

test.each(['=1+1', '+1', '-1', '@x', '\t=1', ';=1+1', 'Bo;=1+1', 'Bo;"=1+1', 'Bo\t-1', 'Bo\n@x'])(
  'a spreadsheet runs nothing of %j, however it parts cells',
  (text) => {
    for (const part of cellOf(text).split(/[;\t\r\n]/))
      expect(part.replace(/^[\s"]+/, '')).not.toMatch(/^[=+\-@]/);
  },
);

test.each(['Bo', 'Jean-Luc', 'a; b', '1+1=2', 'O’Neil "Bo"'])('%j stays as it is', (text) => {
  expect(cellOf(text).replaceAll('""', '"')).toBe(text);
});

test('numbers are no formulas', () => {
  expect(toCsv([[-1]])).toBe('\ufeff"-1"\r\n');
});
