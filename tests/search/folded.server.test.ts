import { expect, test } from 'vitest';
import { folded } from '#lib/folded.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

const table: [string, string][] = [
  ['Bjørn', 'bjorn'],
  ['ŁÓDŹ', 'lodz'],
  ['Đặng', 'dang'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Ærø', 'aero'],
  ['œuvre', 'oeuvre'],
  ['Þór', 'thor'],
  ['Guðrún', 'gudrun'],
  ['Ħal Għaxaq', 'hal ghaxaq'],
  ['İstanbul', 'istanbul'],
  ['ılık', 'ilik'],
  ['Ŧ', 't'],
  ['Ŋ', 'n'],
  ['Ƶ', 'z'],
  ['Ɨ', 'i'],
  ['Ƀ', 'b'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['Ὀδυσσεύς', 'οδυσσευσ'],
  ['Zoë Étoile', 'zoe etoile'],
  ['ﬁn', 'fin'],
  ['Ａｄａ', 'ada'],
  ['Plain ASCII', 'plain ascii'],
  ['', ''],
  ['李明', '李明'],
  ['Ёлка', 'елка'],
];

const inDatabase = async (texts: string[]): Promise<string[]> => {
  const rows = await db.execute<{ text: string }>(
    sql`
      select folded(input) as text
      from unnest(${sql.param(texts)}::text[]) with ordinality t (input, ordinality)
      order by ordinality`,
  );
  return rows.map(({ text }) => text);
};

test('search folds alike in the browser and in the database', async () => {
  const texts = table.map(([text]) => text);
  const expected = table.map(([, plain]) => plain);
  expect(texts.map(folded)).toEqual(expected);
  expect(await inDatabase(texts)).toEqual(expected);
});

test('so does every letter of the Latin, Greek and Cyrillic alphabets', async () => {
  const ranges = [
    [0x21, 0x24f],
    [0x370, 0x3ff],
    [0x400, 0x482],
    [0x48a, 0x52f],
    [0x1e00, 0x1fff],
  ] as const;
  const letters = ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    )
    .filter((letter) => /\p{L}/u.test(letter));
  const found = await inDatabase(letters.map((letter) => `a${letter}b`));
  expect(letters.filter((letter, index) => found[index] !== folded(`a${letter}b`))).toEqual([]);
});
