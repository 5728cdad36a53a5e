import type { query } from '../launch/database.ts';

type Sql = Parameters<Parameters<typeof query>[1]>[0];

/** Of each kind so many different queries. */
const each = 24;

const spread = <T>(list: readonly T[], count = each): T[] => {
  const step = Math.max(1, list.length / count);
  return Array.from(
    { length: Math.min(count, list.length) },
    (_, index) => list[Math.floor(index * step)]!,
  );
};

/** Two letters in the middle change places. */
const mistyped = (word: string): string => {
  const letters = [...word];
  const at = Math.floor(letters.length / 2);
  [letters[at - 1], letters[at]] = [letters[at]!, letters[at - 1]!];
  return letters.join('');
};

const begun = (words: string[], length: number) =>
  spread([...new Set(words.map((word) => [...word].slice(0, length).join('')))]);

/**
 * What people look for, as they write it, taken from what the community is called and has written:
 * by what it is.
 */
export async function soughtIn(sql: Sql): Promise<Record<string, string[]>> {
  await sql`set statement_timeout = 0`;
  const names = (
    await sql`
      select displayname as name
      from members
      where status = 'active' and id > 2
      order by hashint8(id)
      limit 400`
  ).map((row) => String(row.name));
  const bornBy = (
    await sql`
      select word, count(*)::int as members
      from members, unnest(string_to_array(trim(name_words), ' ')) word
      where word ~ '^[[:alpha:]]{3,}$'
      group by word
      order by count(*) desc, word`
  ).map(({ word, members }) => ({ word: String(word), members: Number(members) }));
  // Every fiftieth post says how common a word is.
  const said = (
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
  const between = (most: number, least: number) =>
    said
      .filter(({ posts }) => posts / count <= most && posts / count > least)
      .map(({ word }) => word);
  const bodies = (
    await sql`
      select body
      from posts
      where id % 997 = 5 and length(body) > 60
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
    'first names that many bear': spread(bornBy.slice(0, 60).map(({ word }) => word)),
    'names that few bear': spread(
      bornBy.filter(({ members }) => members < 20).map(({ word }) => word),
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
        .map((name) => name.split(' ').map(mistyped).join(' ')),
    ),
    'one letter': [...'abcdefghijklmnoprstuvwyz'],
    'two letters': begun([...bornBy.slice(0, 200).map(({ word }) => word), ...common], 2),
    'three letters': begun([...bornBy.slice(0, 200).map(({ word }) => word), ...common], 3),
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
    'words with a typo': spread(middling.filter((word) => /^[a-z]{6,}$/.test(word)).map(mistyped)),
    'words that nobody wrote': spread(names).map(
      (_, index) =>
        `${'zvqxkjwpgh'[index % 10]!}${'oeuai'[index % 5]!}${'rlmntbdf'[index % 8]!}${'qxzvw'[(index * 3) % 5]!}${'aeiou'[(index * 7) % 5]!}gno`,
    ),
  };
}
