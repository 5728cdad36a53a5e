import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ageText,
  attachmentBody,
  counted,
  findLinks,
  initials,
  messagePreview,
  pickFor,
  sharePreview,
  truncate,
  type LinkPart,
} from '#lib/text.ts';

const family = '👨‍👩‍👧‍👦';
const people = [
  { name: 'Bo', href: '/profile/2' },
  { name: 'Bo Reed', href: '/profile/3' },
  { name: 'Åsa 🌻', href: '/profile/4' },
  { name: 'bo.reed', href: '/profile/3' },
];
const kinds = (text: string) =>
  findLinks(text, people)
    .filter((part) => part.kind !== 'text')
    .map((part) => `${part.kind} ${part.text}`);
const joined = (parts: LinkPart[]) => parts.map((part) => part.text).join('');
const cut = (text: string) => {
  const { start, rest } = truncate(text, people);
  return { start: joined(start), rest: joined(rest) };
};

describe('previews', () => {
  test('stay whole up to their limit', () => {
    expect(sharePreview('a'.repeat(200))).toBe('a'.repeat(200));
    expect(messagePreview('a'.repeat(60))).toBe('a'.repeat(60));
    expect(attachmentBody('a'.repeat(85))).toBe('a'.repeat(85));
  });
  test('are cut to 190, 55 and 81 above it', () => {
    expect(sharePreview('a'.repeat(201))).toBe(`${'a'.repeat(190)}…`);
    expect(messagePreview('a'.repeat(61))).toBe(`${'a'.repeat(55)}…`);
    expect(attachmentBody('a'.repeat(86))).toBe(`${'a'.repeat(81)}…`);
  });
  test('count an emoji outside the basic plane as one character', () => {
    expect(messagePreview('🔥'.repeat(60))).toBe('🔥'.repeat(60));
    expect(messagePreview('🔥'.repeat(61))).toBe(`${'🔥'.repeat(55)}…`);
  });
});

describe('the long body', () => {
  test('is whole with 250 characters and cut at 250 with 251', () => {
    expect(cut('a'.repeat(250))).toEqual({ start: 'a'.repeat(250), rest: '' });
    expect(cut('a'.repeat(251))).toEqual({ start: 'a'.repeat(250), rest: 'a' });
  });
  test('keeps an emoji of many code points whole', () => {
    const { start, rest } = cut(`${'a'.repeat(248)}${family}${'b'.repeat(50)}`);
    expect(start).toBe('a'.repeat(248));
    expect(rest.startsWith(family)).toBe(true);
  });
  test('keeps a link whole: cut before it, or after it when it is at the beginning', () => {
    const link = `https://hearth.example/${'x'.repeat(60)}`;
    expect(cut(`${'a '.repeat(110)}${link} end`).start).toBe('a '.repeat(110));
    const long = `https://hearth.example/${'x'.repeat(400)}`;
    expect(cut(`See ${long} and more`).start).toBe(`See ${long}`);
  });
  test('splits one letter with a thousand accents instead of showing nothing', () => {
    expect(cut(`e${'\u0301'.repeat(999)}`).start).toHaveLength(250);
  });
  test('loses no text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(family, ' https://a.example/b ', '@bo ', '@Bo Reed', '#tea ', '🏳️‍🌈'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const text = pieces.join('');
        const { start, rest } = cut(text);
        expect(start + rest).toBe(text);
        expect(joined(findLinks(text, people))).toBe(text);
      }),
    );
  });
});

describe('links, mentions and hashtags', () => {
  test('are found in running text', () => {
    expect(kinds('Tea with @bo.reed at https://tea.example/menu?x=1#top, see #TeaTime!')).toEqual([
      'mention @bo.reed',
      'link https://tea.example/menu?x=1#top',
      'hashtag #TeaTime',
    ]);
  });
  test.each([
    ['(https://a.example/b)', 'https://a.example/b'],
    ['https://en.example/wiki/Tea_(drink)', 'https://en.example/wiki/Tea_(drink)'],
    ['(see https://en.example/wiki/Tea_(drink)).', 'https://en.example/wiki/Tea_(drink)'],
    ['“https://a.example”', 'https://a.example'],
    ['https://a.example/x...', 'https://a.example/x'],
    ['ftp://files.example/a', 'ftp://files.example/a'],
  ])('%s links to %s', (text, link) => {
    expect(kinds(text)).toEqual([`link ${link}`]);
  });
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://ada:secret@a.example/',
    'http://',
    'mailto:a@b.example',
    'a@b.example',
    '@ada',
    '@Bob',
    '@bo.reed2',
    'C#',
    '#1',
    '&#39;',
    '@a',
    'x@bo',
  ])('%s stays text', (text) => expect(kinds(text)).toEqual([]));
  test('@ mentions only the given people, by the longest matching name', () => {
    expect(findLinks('@Bo Reed, @BO and @Åsa 🌻!', people)).toEqual([
      { kind: 'mention', text: '@Bo Reed', href: '/profile/3' },
      { kind: 'text', text: ', ' },
      { kind: 'mention', text: '@BO', href: '/profile/2' },
      { kind: 'text', text: ' and ' },
      { kind: 'mention', text: '@Åsa 🌻', href: '/profile/4' },
      { kind: 'text', text: '!' },
    ]);
    expect(kinds('@bo.reed.')).toEqual(['mention @bo.reed']);
    expect(findLinks('@Bo Reed')).toEqual([{ kind: 'text', text: '@Bo Reed' }]);
  });
  test('a cut does not create a link', () => {
    // Before the cut, the # is inside a word.
    const { start, rest } = truncate(`${'a'.repeat(250)}#b ${'c'.repeat(50)}`);
    expect([...start, ...rest].every((part) => part.kind === 'text')).toBe(true);
    expect(truncate(`${'a '.repeat(123)}@Bo Reed ${'c'.repeat(50)}`, people).rest[0]).toEqual({
      kind: 'mention',
      text: '@Bo Reed',
      href: '/profile/3',
    });
  });
  test('accept letters of every script', () => {
    expect(kinds('#чай und #お茶 und #Ärger')).toEqual([
      'hashtag #чай',
      'hashtag #お茶',
      'hashtag #Ärger',
    ]);
  });
  test('are searched in the first 5,000 characters, however long a text is', () => {
    const link = 'https://a.example/';
    const found = (before: number, after = '') =>
      findLinks(`${'a '.repeat(before / 2)}${link}${after}`).some(({ kind }) => kind === 'link');
    expect(found(5_000 - link.length)).toBe(true);
    expect(found(5_000 - link.length, ' b'.repeat(1_000_000))).toBe(true);
    expect(found(5_000)).toBe(false);
  });
  // Backtracking would not end within the limit of a test.
  test.each([
    ['closing brackets', 'https://' + ')'.repeat(5_000), 0],
    ['at signs', '@'.repeat(5_000), 0],
    ['hashes', '#'.repeat(5_000), 0],
    // A link has at most 2,000 characters after its start.
    ['beginnings of links', 'https://'.repeat(700), 3],
    ['nested brackets', `https://a.example/${'('.repeat(2_500)}${')'.repeat(2_500)}`, 1],
  ])('end on hostile input: %s', (_, text, links) => {
    const parts = findLinks(text.repeat(20), people);
    expect(parts.map((part) => part.text).join('')).toBe(text.repeat(20));
    expect(parts.filter(({ kind }) => kind !== 'text')).toHaveLength(links);
  });
});

test('initials are taken from the first and last word', () => {
  expect(initials('Ada Quill')).toBe('AQ');
  expect(initials('  bo  ')).toBe('B');
  expect(initials('Maria del Carmen Ruiz')).toBe('MR');
  expect(initials(`${family} Smith`)).toBe(`${family}S`);
  expect(initials('   ')).toBe('?');
});

test('a member always gets the same colour', () => {
  expect(pickFor('Ada Quill', 12)).toBe(pickFor('Ada Quill', 12));
  expect(
    new Set(Array.from({ length: 100 }, (_, index) => pickFor(`member ${index}`, 12))).size,
  ).toBe(12);
});

test.each([
  [0, 'less than a day'],
  [1, '1 day'],
  [30, '30 days'],
  [31, '1 month'],
  [364, '11 months'],
  [365, '1 year'],
  [2_944, '8 years'],
])('%i days are an age of %s', (days, text) => expect(ageText(days)).toBe(text));

test('counts read as words', () => {
  expect(counted(1, 'comment')).toBe('1 comment');
  expect(counted(0, 'comment')).toBe('0 comments');
  expect(counted(1_234, 'person', 'people')).toBe('1,234 people');
});
