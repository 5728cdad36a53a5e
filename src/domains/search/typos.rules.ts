/** How many letters may be wrong: none in words so short that everything is near them. */
function mostWrong(letters: number): number {
  if (letters < 3) return 0;
  return letters < 6 ? 1 : 2;
}

/**
 * How many letters have to be put in, left out, changed or swapped to make a beginning of `word`
 * out of `said`; of several beginnings the nearest counts, for whoever is still typing has not said
 * the end.
 */
export function lettersWrong(said: string, word: string): number {
  const [from, to] = [[...said], [...word]];
  let before: number[] = [];
  let above = to.map((_, column) => column + 1);
  above.unshift(0);
  from.forEach((letter, row) => {
    const line = [row + 1];
    to.forEach((other, column) => {
      const changed = above[column]! + (letter === other ? 0 : 1);
      const swapped =
        row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === other
          ? before[column - 1]! + 1
          : Infinity;
      line.push(Math.min(changed, swapped, above[column + 1]! + 1, line[column]! + 1));
    });
    [before, above] = [above, line];
  });
  return Math.min(...above);
}

/** Nobody types a name or a word longer than that. */
const mostSwapped = 30;

/**
 * With two neighbouring letters the other way round, each pair once: of all slips the one after
 * which the fewest triples are the same.
 */
export function swaps(said: string): string[] {
  const letters = [...said];
  if (letters.length > mostSwapped) return [];
  return letters.slice(1).flatMap((letter, index) => {
    const before = letters[index]!;
    if (letter === before || /\s/.test(letter + before)) return [];
    return [[...letters.slice(0, index), letter, before, ...letters.slice(index + 2)].join('')];
  });
}

/** The words that somebody may have meant, nearest first. @param candidates most similar first */
export function meantBy(said: string, candidates: string[], most: number): string[] {
  const allowed = mostWrong([...said].length);
  return candidates
    .map((word) => ({ word, wrong: lettersWrong(said, word) }))
    .filter(({ wrong }) => wrong <= allowed)
    .sort((a, b) => a.wrong - b.wrong)
    .slice(0, most)
    .map(({ word }) => word);
}
