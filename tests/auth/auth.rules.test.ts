import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deviceName, passwordProblem, passwordStrength } from '#domains/auth/auth.rules.ts';
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
import { safeNext } from '#server/safe-next.ts';

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
  test('a session is hidden from scripts', () => {
    const [token, secret] = sessionCookies(pair, 7, true) as [string, string, string];
    expect(token).toMatch(
      /^__Host-hearth_token=a{32}; Path=\/; Max-Age=\d+; SameSite=Lax; Secure; HttpOnly$/,
    );
    expect(secret).toMatch(
      /^__Host-hearth_secret=b{64}; Path=\/; Max-Age=\d+; SameSite=Lax; Secure; HttpOnly$/,
    );
  });

  test('the hint for scripts contains no part of the session', () => {
    const [, , hint] = sessionCookies(pair, 7, true);
    expect(hint).toMatch(/^__Host-hearth_member=7; Path=\/; Max-Age=\d+; SameSite=Lax; Secure$/);
  });

  test('are not secure without TLS', () => {
    expect(sessionCookies(pair, 7, false).join()).not.toMatch(/Secure|__Host-/);
  });

  test('are cleared by empty ones that end at once', () => {
    for (const line of clearedCookies(true)) expect(line).toContain('=; Path=/; Max-Age=0;');
  });
  test('are parsed, the first of two with the same name', () => {
    expect(
      readSessionCookies(
        `x=1; hearth_token=${pair.token};hearth_secret=${pair.secret}; hearth_token=other`,
        false,
      ),
    ).toMatchObject(pair);
    expect(readSessionCookies(`hearth_token=${pair.token}; hearth_member=7`, true)).toEqual({});
    expect(parseCookies('a; =b; c=d=e; __proto__=f').get('c')).toBe('d=e');
  });
  test("a request that may be a member's gets no page cached for visitors", () => {
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
  test('text in a wrong format is not parsed as a session', () => {
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

describe('destination after log-in', () => {
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
  test('an accepted destination is always on this site', () => {
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

describe('input of calls', () => {
  const signup = {
    email: 'ada@hearth.example',
    password: 'quiet lantern',
    passconf: 'quiet lantern',
    first_name: 'Ada',
    last_name: 'Quill',
    terms: '1',
  };
  test('an address is one string', () => {
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
  test('unknown and privileged fields are dropped', () => {
    expect(
      signupInput.parse({ ...signup, role: 'admin', status: 'active', id: 1, member_id: 1 }),
    ).toEqual({
      email: signup.email,
      password: signup.password,
      passconf: signup.passconf,
      firstName: 'Ada',
      lastName: 'Quill',
      timezone: 'UTC',
      language: 'en',
      terms: 1,
    });
  });
  test('long names of the native form and confirm_password are accepted', () => {
    const { first_name: _, passconf: __, ...rest } = signup;
    expect(
      signupInput.parse({
        ...rest,
        '1_1_3_alias_first_name': 'Ada',
        confirm_password: 'quiet lantern',
      }),
    ).toMatchObject({ firstName: 'Ada', passconf: 'quiet lantern' });
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
    expect(signupInput.parse({ ...signup, first_name: ' A\nd\u202ea\u0000 ' }).firstName).toBe(
      'A da',
    );
  });
  test('half of the sign-up form can be validated alone', () => {
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
  test('ids of resets and sessions are validated', () => {
    const reset = { code: 'c', password: 'quiet lantern', confirm_password: 'quiet lantern' };
    for (const uid of [0, -1, '1e3', '9223372036854775808', 1.5, [1], {}, '１'])
      expect(resetInput.safeParse({ ...reset, uid }).success, JSON.stringify(uid)).toBe(false);
    expect(resetInput.safeParse({ ...reset, uid: '12' }).success).toBe(true);
    for (const input of [{}, { session_id: 1, all: 1 }, { others: 0 }, { session_id: [1] }])
      expect(revokeInput.safeParse(input).success, JSON.stringify(input)).toBe(false);
  });
});
