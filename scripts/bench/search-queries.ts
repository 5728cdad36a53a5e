import type { query } from '../launch/database.ts';

type Sql = Parameters<Parameters<typeof query>[1]>[0];

/** Number of different queries of each kind. */
const perKind = 24;

const spread = <T>(list: readonly T[], count = perKind): T[] => {
  const step = Math.max(1, list.length / count);
  return Array.from(
    { length: Math.min(count, list.length) },
    (_, index) => list[Math.floor(index * step)]!,
  );
};

/** Swaps two letters in the middle. */
const swapLetters = (word: string): string => {
  const letters = [...word];
  const at = Math.floor(letters.length / 2);
  [letters[at - 1], letters[at]] = [letters[at]!, letters[at - 1]!];
  return letters.join('');
};

const prefixes = (words: string[], length: number) =>
  spread([...new Set(words.map((word) => [...word].slice(0, length).join('')))]);

/** Search queries as people type them, by kind, sampled from the community's names and posts. */
export async function sampleSearchQueries(sql: Sql): Promise<Record<string, string[]>> {
  await sql`set statement_timeout = 0`;
  const names = (
    await sql`
      select displayname as name
      from members
      where status = 'active'
        and id > 2
      order by hashint8(id)
      limit 400`
  ).map((row) => String(row.name));
  const nameWords = (
    await sql`
      select word, count(*)::int as members
      from members, unnest(string_to_array(trim(name_words), ' ')) word
      where word ~ '^[[:alpha:]]{3,}$'
      group by word
      order by count(*) desc, word`
  ).map(({ word, members }) => ({ word: String(word), members: Number(members) }));
  // Every fiftieth post, to estimate how common a word is.
  const postWords = (
    await sql`
      select word, ndoc
      from ts_stat('select words from post_words where post_id % 50 = 7')
      where word ~ '^[[:alpha:]]{2,}$'
      order by ndoc desc, word`
  ).map(({ word, ndoc }) => ({ word: String(word), posts: Number(ndoc) }));
  const [{ count }] =
    (await sql`select count(*)::int as count from post_words where post_id % 50 = 7`) as unknown as [
      { count: number },
    ];
  const between = (maxShare: number, minShare: number) =>
    postWords
      .filter(({ posts }) => posts / count <= maxShare && posts / count > minShare)
      .map(({ word }) => word);
  const bodies = (
    await sql`
      select body
      from posts
      where id % 997 = 5
        and length(body) > 60
      order by hashint8(id)
      limit 200`
  ).map(({ body }) =>
    String(body)
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 3),
  );
  const tags = (
    await sql`
      select tag, count(*)
      from posts, regexp_matches(body, '#[[:alpha:]]+', 'g') found (tag)
      where id % 50 = 7
      group by tag
      order by 2 desc, 1`
  ).map(({ tag }) => String((tag as string[])[0]));
  const [common, middling, rare] = [
    between(0.05, 0.005),
    between(0.005, 0.000_5),
    between(0.000_2, 0),
  ];
  return {
    'first names that many bear': spread(nameWords.slice(0, 60).map(({ word }) => word)),
    'names that few bear': spread(
      nameWords.filter(({ members }) => members < 20).map(({ word }) => word),
    ),
    'whole names': spread(names),
    'names with accents, written without': spread(
      names
        .filter((name) => /[À-ž]/.test(name))
        .map((name) => name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')),
    ),
    'names with a typo': spread(
      names
        .filter((name) => /^[A-Za-z]{5,} [A-Za-z]{5,}$/.test(name))
        .map((name) => name.split(' ').map(swapLetters).join(' ')),
    ),
    'one letter': [...'abcdefghijklmnoprstuvwyz'],
    'two letters': prefixes([...nameWords.slice(0, 200).map(({ word }) => word), ...common], 2),
    'three letters': prefixes([...nameWords.slice(0, 200).map(({ word }) => word), ...common], 3),
    'words of every twentieth post and more': spread(between(1, 0.05)),
    'words that are common': spread(common),
    'words of one post in some thousand': spread(middling),
    'words that are rare': spread(rare),
    'two common words': spread(common).map(
      (word, index) => `${word} ${common[(index * 7 + 3) % common.length]!}`,
    ),
    'four words of a post': spread(
      bodies.filter((words) => words.length > 6).map((words) => words.slice(1, 5).join(' ')),
    ),
    hashtags: spread(tags),
    'words with a typo': spread(
      middling.filter((word) => /^[a-z]{6,}$/.test(word)).map(swapLetters),
    ),
    'words that nobody wrote': spread(names).map(
      (_, index) =>
        `${'zvqxkjwpgh'[index % 10]!}${'oeuai'[index % 5]!}${'rlmntbdf'[index % 8]!}` +
        `${'qxzvw'[(index * 3) % 5]!}${'aeiou'[(index * 7) % 5]!}gno`,
    ),
  };
}
