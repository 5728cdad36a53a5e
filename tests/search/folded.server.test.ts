import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { collectWords } from '#domains/search/vocabulary.server.ts';
import { folded } from '#lib/folded.ts';
import { db } from '#server/db.ts';
import { addMember, addPost } from '../support/people.ts';

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
      select folded(said) as text
      from unnest(${sql.param(texts)}::text[]) with ordinality t (said, place)
      order by place`,
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

test('what was folded before the letters were known is folded anew', async () => {
  const migration = readdirSync('src/server/migrations').find((file) =>
    file.endsWith('_fold_letters.sql'),
  )!;
  const [, ...refold] = readFileSync(`src/server/migrations/${migration}`, 'utf8').split(
    '--> statement-breakpoint',
  );
  const bo = await addMember({ name: 'Bjørn' });
  const post = await addPost(bo, { body: 'Smørrebrød' });
  await collectWords();
  const state = async () =>
    (
      await db.execute<Record<string, unknown>>(sql`
        select (select name_words from members where id = ${bo.id}) as name,
          (select words::text from post_words where post_id = ${post}) as words,
          (select array_agg(word order by word) from known_words where word like 'sm%') as known`)
    )[0];
  const now = { name: ' bjorn', words: "'smorrebrod':1", known: ['smorrebrod'] };
  expect(await state()).toEqual(now);
  // As it stood before: a function that knew nothing of ø.
  const definition = (
    await db.execute<{ text: string }>(sql`select pg_get_functiondef('folded'::regproc) as text`)
  )[0]!.text;
  await db.execute(
    sql`
      create
        or replace function folded(
          said text
        ) returns text language sql immutable parallel safe return lower(said)`,
  );
  await db.execute(sql`update members set displayname = displayname where id = ${bo.id}`);
  await db.execute(
    sql`update post_words set words = to_tsvector('simple', 'smørrebrød') where post_id = ${post}`,
  );
  await db.execute(sql`delete from known_words`);
  await db.execute(sql`insert into known_words values ('smørrebrød')`);
  expect(await state()).not.toEqual(now);
  await db.execute(sql.raw(definition));
  for (const statement of refold) await db.execute(sql.raw(statement));
  expect(await state()).toEqual(now);
});
