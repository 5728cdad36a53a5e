import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deviceName,
  emailProblem,
  passwordProblem,
  passwordStrength,
  usernameProblem,
} from '#domains/auth/auth.rules.ts';
import {
  loginInput,
  resetInput,
  revokeInput,
  signupInput,
  validationsInput,
} from '#domains/auth/auth.schema.ts';
import {
  clearedCookies,
  hasSessionCookie,
  parseCookies,
  readSessionCookies,
  sessionCookies,
} from '#domains/auth/cookies.ts';
import { readCredentials } from '#domains/auth/credentials.ts';
import { usernameFrom } from '#domains/auth/usernames.server.ts';
import { safeNext } from '#server/safe-next.ts';

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

describe('passwords', () => {
  const owner = {
    email: 'ada.quill@lantern.example',
    firstName: 'Ada',
    lastName: 'Quill',
    username: 'aquill',
    siteName: 'Hearth',
  };
  test.each([
    'hearthside demo',
    '        ',
    '🦉🦉🦉🦉🦉🦉🦉🦉',
    'Zoë’s längste Nacht',
    'x'.repeat(128),
    'adamantium',
    'quilling is fun',
  ])('%j is fine', (password) => expect(passwordProblem(password, owner)).toBeNull());
  test.each(['', 'seven77', '🦉🦉🦉🦉🦉🦉🦉', 'x'.repeat(129)])(
    '%j has the wrong length',
    (password) => expect(passwordProblem(password, owner)).toMatch(/characters/),
  );
  test.each([
    'adaquill',
    'AdaQuill1',
    'quill-ada-99',
    'ada.quill@lantern.example',
    'hearth2026',
    'HearthHearth',
    'lantern1',
    'aquill!!',
  ])('%j is made of names', (password) => expect(passwordProblem(password, owner)).toMatch(/name/));
  test('the hint grows with length and variety', () => {
    expect(
      ['short', 'aaaaaaaaaa', 'lantern9', 'lantern9 wood', 'quiet lantern over water'].map(
        passwordStrength,
      ),
    ).toEqual(['too short', 'weak', 'weak', 'fair', 'strong']);
  });
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

test('a username made from any name is one', () => {
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

test('devices have names that people recognise', () => {
  expect(
    deviceName(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0',
    ),
  ).toBe('Edge on Windows');
  expect(
    deviceName(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile Safari/604.1',
    ),
  ).toBe('Safari on iPhone');
  expect(deviceName('Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0')).toBe(
    'Firefox on Android',
  );
  expect(deviceName('Dalvik/2.1.0 (Linux; U; Android 15)')).toBe('App on Android');
  expect(deviceName('')).toBe('Unknown device');
});

describe('cookies', () => {
  const pair = { token: 'a'.repeat(32), secret: 'b'.repeat(64) };
  test('a session is hidden from scripts; the hint is not, and holds no part of it', () => {
    const [token, secret, hint] = sessionCookies(pair, 7, true) as [string, string, string];
    expect(token).toMatch(
      /^__Host-hearth_token=a{32}; Path=\/; Max-Age=\d+; SameSite=Lax; Secure; HttpOnly$/,
    );
    expect(secret).toMatch(
      /^__Host-hearth_secret=b{64}; Path=\/; Max-Age=\d+; SameSite=Lax; Secure; HttpOnly$/,
    );
    expect(hint).toMatch(/^hearth_member=7; Path=\/; Max-Age=\d+; SameSite=Lax; Secure$/);
    expect(sessionCookies(pair, 7, false).join()).not.toMatch(/Secure|__Host-/);
    for (const line of clearedCookies(true)) expect(line).toContain('=; Path=/; Max-Age=0;');
  });
  test('they are read back; of two of a name the first counts', () => {
    expect(
      readSessionCookies(
        `x=1; hearth_token=${pair.token};hearth_secret=${pair.secret}; hearth_token=other`,
        false,
      ),
    ).toMatchObject(pair);
    expect(readSessionCookies(`hearth_token=${pair.token}`, true)).toEqual({});
    expect(parseCookies('a; =b; c=d=e; __proto__=f').get('c')).toBe('d=e');
  });
  test('whoever may be a member gets no page kept for visitors', () => {
    for (const header of [
      'hearth_token=1',
      'a=b; hearth_secret=1',
      '__Host-hearth_token=1',
      'hearth_member=1; x=y',
    ])
      expect(hasSessionCookie(header), header).toBe(true);
    for (const header of [
      undefined,
      '',
      'theme=dark',
      'hearth_token=',
      'xhearth_token=1',
      'hearth_flash=signed-out',
    ])
      expect(hasSessionCookie(header), header).toBe(false);
  });
  test('no text is read as a session of another shape', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (token, secret) => {
        const read = readCredentials(
          { headers: {}, fields: { oauth_token: token, oauth_secret: secret } },
          false,
        );
        return (
          read.kind !== 'pair' || (read.pair.token.length === 32 && read.pair.secret.length === 64)
        );
      }),
    );
  });
});

describe('where to go after log-in', () => {
  test.each(['/home', '/posts/42', '/search?q=a%20b#top', '/%2f/evil.example'])(
    '%s is ours',
    (next) => expect(safeNext(next)).toBe(next),
  );
  test.each([
    undefined,
    '',
    'home',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /home',
    '/./ /x',
    '/.//evil.example',
    '/a/..//evil.example',
    '/login',
    '/login?next=/login',
    '/logout',
    '/signup/verify',
    ['/home'],
    7,
    `/${'a'.repeat(3000)}`,
  ])('%j is not', (next) => expect(safeNext(next)).toBe('/home'));
  test('whatever is accepted stays with us', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('/', '\\', '.', 'a', ':', '@', '\t', '%', '2', 'f', '?', '#', ' '),
        }),
        (next) =>
          new URL(safeNext(`/${next}`), 'https://ours.example').origin === 'https://ours.example',
      ),
    );
  });
});

describe('what calls take', () => {
  const signup = {
    email: 'ada@hearth.example',
    password: 'quiet lantern',
    passconf: 'quiet lantern',
    first_name: 'Ada',
    last_name: 'Quill',
    terms: '1',
  };
  test('an address is one text', () => {
    for (const email of [
      ['a@b.example'],
      ['a@b.example', 'c@d.example'],
      { 0: 'a@b.example' },
      1,
      null,
      'a@b.example,c@d.example',
    ]) {
      expect(loginInput.safeParse({ email, password: 'x' }).success, JSON.stringify(email)).toBe(
        false,
      );
    }
  });
  test('unknown and privileged fields go no further', () => {
    expect(
      signupInput.parse({ ...signup, role: 'admin', status: 'active', id: 1, member_id: 1 }),
    ).toEqual({
      email: signup.email,
      password: signup.password,
      passconf: signup.passconf,
      first_name: 'Ada',
      last_name: 'Quill',
      timezone: 'UTC',
      language: 'en',
      terms: 1,
    });
  });
  test('long names of the native form and confirm_password are understood', () => {
    const { first_name: _, passconf: __, ...rest } = signup;
    expect(
      signupInput.parse({
        ...rest,
        '1_1_3_alias_first_name': 'Ada',
        confirm_password: 'quiet lantern',
      }),
    ).toMatchObject({ first_name: 'Ada', passconf: 'quiet lantern' });
  });
  test.each([
    [{ passconf: 'other' }, 'passconf'],
    [{ terms: 0 }, 'terms'],
    [{ terms: [1] }, 'terms'],
    [{ first_name: ' \u202e ' }, 'first_name'],
    [{ first_name: 'x'.repeat(51) }, 'first_name'],
    [{ first_name: 'x'.repeat(35), last_name: 'y'.repeat(35) }, 'last_name'],
    [{ timezone: 'Mars/Base' }, 'timezone'],
    [{ language: '../en' }, 'language'],
    [{ password: ['quiet lantern'] }, 'password'],
    [{ username: 'a b' }, 'username'],
  ])('%j is refused for %s', (change, field) => {
    const result = signupInput.safeParse({ ...signup, ...change });
    expect(result.error?.issues.map(({ path }) => path[0])).toContain(field);
  });
  test('a name is one line without direction overrides', () => {
    expect(signupInput.parse({ ...signup, first_name: ' A\nd\u202ea\u0000 ' }).first_name).toBe(
      'A da',
    );
  });
  test('half of the sign-up form can be checked alone', () => {
    expect(
      validationsInput.safeParse({
        account_validation: '1',
        email: signup.email,
        password: signup.password,
        passconf: signup.passconf,
      }).success,
    ).toBe(true);
    expect(
      validationsInput.safeParse({
        fields_validation: 1,
        first_name: 'Ada',
        last_name: 'Quill',
        terms: 1,
      }).success,
    ).toBe(true);
    expect(
      validationsInput.safeParse({ first_name: 'Ada', last_name: 'Quill', terms: 1 }).success,
    ).toBe(false);
  });
  test('ids of resets and sessions are ids', () => {
    const reset = { code: 'c', password: 'quiet lantern', confirm_password: 'quiet lantern' };
    for (const uid of [0, -1, '1e3', '9223372036854775808', 1.5, [1], {}, '１'])
      expect(resetInput.safeParse({ ...reset, uid }).success, JSON.stringify(uid)).toBe(false);
    expect(resetInput.safeParse({ ...reset, uid: '12' }).success).toBe(true);
    for (const input of [{}, { session_id: 1, all: 1 }, { others: 0 }, { session_id: [1] }])
      expect(revokeInput.safeParse(input).success, JSON.stringify(input)).toBe(false);
  });
});
