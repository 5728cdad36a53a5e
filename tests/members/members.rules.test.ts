import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emailProblem, usernameProblem } from '#domains/members/members.rules.ts';
import { usernameFrom } from '#domains/members/usernames.server.ts';

describe('e-mail addresses', () => {
  test.each([
    'ada@hearth.example',
    "o'brien+news@mail.hearth.example",
    'A@B.co',
    'x@xn--bcher-kva.example',
  ])('%s is one', (email) => expect(emailProblem(email)).toBeNull());
  test.each([
    '',
    'ada',
    'ada@',
    '@hearth.example',
    'ada@hearth',
    'ada@@hearth.example',
    'ada hearth@x.example',
    'ada@hearth.example, bo@hearth.example',
    'Ada <ada@hearth.example>',
    'ada@hearth.example\r\nBcc: bo@hearth.example',
    'ada@hearth..example',
    'ada@-hearth.example',
    'äda@hearth.example',
    `${'a'.repeat(65)}@hearth.example`,
    `a@${'b.'.repeat(130)}example`,
    'ada@hearth.example\u0000',
  ])('%j is none', (email) => expect(emailProblem(email)).not.toBeNull());
});

test('usernames are 3 to 40 letters, digits, dots and underscores', () => {
  for (const username of ['ada', 'Ada.Quill_9', 'a'.repeat(40)])
    expect(usernameProblem(username), username).toBeNull();
  for (const username of [
    '',
    'ab',
    'a'.repeat(41),
    '.ada',
    'ada_',
    'ada quill',
    'ädä',
    'ada/../bo',
    'ada\n',
  ])
    expect(usernameProblem(username), username).not.toBeNull();
});

test('a username made from any name is valid', () => {
  expect(usernameFrom('Zoë', 'Ångström')).toBe('zoe.angstrom');
  expect(usernameFrom('李', '')).toBe('memberli');
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 50 }),
      fc.string({ maxLength: 50 }),
      (first, last) => usernameProblem(usernameFrom(first, last) ?? 'member') === null,
    ),
  );
});

test.each([
  ['Bjørn', 'Ærø', 'bjorn.aero'],
  ['Łukasz', 'Żółć', 'lukasz.zolc'],
  ['Jürgen', 'Groß', 'jurgen.gross'],
  ['Мария', 'Иванова', 'mariya.ivanova'],
  ['Ζωή', 'Παππά', 'zoi.pappa'],
  ['李', '明', 'li.ming'],
  ['김', '민수', 'gim.minsu'],
  ['さくら', '山田', 'sakura.shantian'],
  ['ქეთი', '🦉', 'keti'],
])('%s %s becomes @%s', (first, last, username) =>
  expect(usernameFrom(first, last)).toBe(username),
);

test.each([
  ['שרה', 'כהן'],
  ['محمد', 'علي'],
  ['สมชาย', 'ใจดี'],
  ['हरि', 'शर्मा'],
  ['ܣܪܐ', 'ܡ'],
])('%s %s leaves something', (first, last) => {
  expect(usernameFrom(first, last)).toMatch(/^[a-z0-9.]{3,30}$/);
});

test.each([
  ['🦉', '🦊'],
  ['—', '...'],
  ['♥', '★'],
])('%s %s leaves nothing to make a username from', (first, last) =>
  expect(usernameFrom(first, last)).toBeUndefined(),
);
