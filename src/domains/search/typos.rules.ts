/** Maximum number of wrong letters; none for short words, which are similar to everything. */
function maxWrongLetters(letters: number): number {
  if (letters < 3) return 0;
  return letters < 6 ? 1 : 2;
}

/**
 * Edit distance (insert, delete, replace, swap) between the input and the closest prefix of `word`:
 * a prefix, because the member may still be typing.
 */
export function prefixDistance(input: string, word: string): number {
  const [from, to] = [[...input], [...word]];
  let beforePrevious: number[] = [];
  let previousLine = to.map((_, column) => column + 1);
  previousLine.unshift(0);
  from.forEach((letter, row) => {
    const line = [row + 1];
    to.forEach((other, column) => {
      const changed = previousLine[column]! + (letter === other ? 0 : 1);
      const swapped =
        row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === other
          ? beforePrevious[column - 1]! + 1
          : Infinity;
      line.push(Math.min(changed, swapped, previousLine[column + 1]! + 1, line[column]! + 1));
    });
    [beforePrevious, previousLine] = [previousLine, line];
  });
  return Math.min(...previousLine);
}

/** Longer input is neither a name nor a word. */
const maxSwapLength = 30;

/** All variants with two neighbouring letters swapped: the typo that changes the most trigrams. */
export function swaps(input: string): string[] {
  const letters = [...input];
  if (letters.length > maxSwapLength) return [];
  return letters.slice(1).flatMap((letter, index) => {
    const beforePrevious = letters[index]!;
    if (letter === beforePrevious || /\s/.test(letter + beforePrevious)) return [];
    return [
      [...letters.slice(0, index), letter, beforePrevious, ...letters.slice(index + 2)].join(''),
    ];
  });
}

/**
 * Possible corrections, closest first.
 * @param candidates most similar first
 */
export function findCorrections(input: string, candidates: string[], max: number): string[] {
  const allowed = maxWrongLetters([...input].length);
  return candidates
    .map((word) => ({ word, wrong: prefixDistance(input, word) }))
    .filter(({ wrong }) => wrong <= allowed)
    .sort((a, b) => a.wrong - b.wrong)
    .slice(0, max)
    .map(({ word }) => word);
}
