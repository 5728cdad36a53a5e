// Letters that Unicode does not decompose. The migration that defines the database's folded() has
// the same table; tests/search/folded.server.test.ts compares the two.
const plainLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ƀ: 'b',
  ŋ: 'n',
  ɨ: 'i',
  ƶ: 'z',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
const unfolded = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Folds like the database's folded(): no case, no accents, every letter in its plainest form. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(unfolded, (letter) => plainLetters[letter]!);
