/*
 * Words the code once used for concepts with an established term (STYLE.md, "Words"). Nobody would
 * search for them.
 */
const words = (...lines: string[]) => lines.flatMap((line) => line.split(' '));

/** Refused everywhere: in names, comments and texts. */
export const unsearchable = new Set(
  words(
    'told tells said gone brought hung hears heard hearer sought anew untold wish wishes wisher',
    'deed deeds onlooker onlookers sweep sweeps sweeper heir heirs turnstile tally destined',
  ),
);

/** Plain English in a sentence, but no names in code, SQL, files or titles of tests. */
export const unsearchableNames = new Set([
  ...unsearchable,
  ...words(
    'tell say says hang hangs bring complain hear holder holders door moment moments theirs came',
    'meant sight news places place pace whose',
  ),
]);

/** In SQL also aliases that do not name a role. */
export const unsearchableInSql = new Set([
  ...unsearchableNames,
  ...words('near looked did known held holding standing stands kept waiting lifted unasked lying'),
]);

/** In the database also tables and columns. */
export const unsearchableInDatabase = new Set([
  ...unsearchableInSql,
  ...words('asked asker deserted hold leftovers starter withheld'),
]);

/** The words of a name: `postHolder`, `post_holder`, `post-holder`. */
export const wordsOf = (name: string): string[] =>
  name.split(/[^A-Za-z0-9]|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
