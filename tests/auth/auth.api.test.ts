import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { createFirstAdminLink } from '../../scripts/launch/first-admin.ts';
import { parseMail, startMailServer, type MailServer } from '../support/mail.ts';
import { serverForThisTest, startServer, type TestServer } from '../support/server.ts';
import { avoidWindowBorder } from '../support/windows.ts';

let server: TestServer;
let mailbox: MailServer;
beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startServer({ SMTP_URL: mailbox.url, NATIVE_ORIGINS: 'capacitor://localhost' });
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

interface Answer {
  http: number;
  envelope: {
    status_code: number;
    error?: true;
    error_code?: string;
    message?: unknown;
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the expectations judge it
    body?: any;
  };
  cookies: string[];
  headers: Headers;
  text: string;
}

const consumer = { oauth_consumer_key: 'hearth-web', oauth_consumer_secret: 'hearth-web' };
const browser = {
  origin: '',
  'sec-fetch-site': 'same-origin',
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
};

async function call(
  method: string,
  path: string,
  fields: Record<string, unknown> | string = {},
  headers: Record<string, string> = {},
  at = server,
): Promise<Answer> {
  const own = { ...consumer, ...headers };
  if ('origin' in own && own.origin === '') own.origin = at.origin;
  const isRaw = typeof fields === 'string';
  const isJson = isRaw || Object.values(fields).some((value) => typeof value !== 'string');
  let body: string | undefined;
  if (method === 'GET') body = undefined;
  else if (isRaw) body = fields;
  else if (isJson) body = JSON.stringify(fields);
  else body = new URLSearchParams(fields as Record<string, string>).toString();
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const response = await fetch(`${at.origin}/api/rest${path}`, {
    method,
    body,
    headers: { ...(body === undefined ? {} : { 'content-type': type }), ...own },
  });
  const text = await response.text();
  return {
    http: response.status,
    envelope: JSON.parse(text) as Answer['envelope'],
    cookies: response.headers.getSetCookie(),
    headers: response.headers,
    text,
  };
}

const password = 'quiet lantern over water';
let count = 0;
const newForm = (change: Record<string, unknown> = {}) => {
  count += 1;
  return {
    email: `api${count}@hearth.example`,
    password,
    passconf: password,
    first_name: 'Nova',
    last_name: 'Reed',
    terms: '1',
    ...change,
  };
};
const linkIn = (text: string, kind: 'verify' | 'reset-password') =>
  decodeURIComponent(new RegExp(`https?://\\S+?(/(?:signup/)?${kind}\\S*)`).exec(text)![1]!);

/** A confirmed member, created through sign-up. */
async function newMember() {
  const form = newForm();
  await call('POST', '/signup', form);
  const mail = await mailbox.mailTo(form.email);
  const [, , , , , , token, , verify] = linkIn(mail.text, 'verify').split('/');
  await call('POST', `/verify?token=${token}&verify=${verify}`);
  return form.email;
}
const logIn = (email: string, headers: Record<string, string> = {}) =>
  call('POST', '/login', { email, password, ip: '{ip}' }, headers);
const pairOf = ({ envelope: { body } }: Answer) => ({
  oauth_token: body.oauth_token as string,
  oauth_secret: body.oauth_secret as string,
});
const jar = (answer: Answer) =>
  answer.cookies
    .filter((line) => !/Max-Age=0/.test(line))
    .map((line) => line.split(';')[0])
    .join('; ');

test('an empty community explains how to create its administrator, by a link that is valid once and kept nowhere', async () => {
  const page = (path: string, init: RequestInit = {}) =>
    fetch(server.origin + path, { redirect: 'manual', ...init });
  expect(await (await page('/')).text()).toContain('npm run make-admin');
  const path = (await createFirstAdminLink(server.databaseUrl))!;
  const opened = await page(path);
  expect(await opened.text()).toContain('Create my account');
  expect([opened.headers.get('referrer-policy'), opened.headers.get('cache-control')]).toEqual([
    'no-referrer',
    'private, no-store',
  ]);
  const form = newForm();
  const signedUp = await page(path, {
    method: 'POST',
    body: new URLSearchParams(form as Record<string, string>),
  });
  expect([signedUp.status, signedUp.headers.get('location')]).toEqual([303, '/home']);
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  // The front page has their own header, and no longer asks for an administrator.
  const front = await (await page('/', { headers: { cookie } })).text();
  expect(front).toContain('Sign Out');
  expect(front).not.toContain('npm run make-admin');
  expect(await (await page('/')).text()).not.toContain('Sign Out');
  expect((await page('/for-members', { headers: { cookie } })).status).toBe(404);
  const again = await page(path, {
    method: 'POST',
    body: new URLSearchParams(newForm() as Record<string, string>),
  });
  expect([again.status, await again.text()]).toEqual([
    400,
    expect.stringContaining('This link is not valid.'),
  ]);
  expect(server.lines.join('\n')).not.toContain(path.split('/').at(-1));
  expect(server.log()).toContainEqual(
    expect.objectContaining({ event: 'first administrator made' }),
  );
});

describe('from sign-up to sign-out', () => {
  test('a person signs up, confirms, logs in, is recognised and signs out', async () => {
    const form = newForm();
    const signedUp = await call('POST', '/signup', form);
    expect(signedUp.envelope).toMatchObject({
      status_code: 200,
      body: {
        verification_required: 1,
        user: { email: form.email, displayname: 'Nova Reed', user_id: expect.any(Number) },
      },
    });
    expect(signedUp.cookies).toEqual([]);
    expect((await logIn(form.email)).envelope).toMatchObject({
      status_code: 401,
      error: true,
      error_code: 'email_not_verified',
    });
    const mail = await mailbox.mailTo(form.email);
    expect(mail.text).toContain(`${server.origin}/signup/verify/email/`);
    const [, , , , , , token, , verify] = linkIn(mail.text, 'verify').split('/');
    expect((await call('POST', `/verify?token=${token}&verify=${verify}`)).envelope).toMatchObject({
      status_code: 200,
      body: { user_id: signedUp.envelope.body.user.user_id },
    });

    const loggedIn = await logIn(form.email, browser);
    expect(loggedIn).toMatchObject({
      http: 200,
      envelope: {
        status_code: 200,
        body: {
          user: {
            user_id: signedUp.envelope.body.user.user_id,
            email: form.email,
            timezone: 'UTC',
            language: 'en',
          },
        },
      },
    });
    const cookie = jar(loggedIn);
    expect((await call('GET', '/auth/session', {}, { cookie })).envelope.body).toMatchObject({
      user_id: signedUp.envelope.body.user.user_id,
      displayname: 'Nova Reed',
    });
    const out = await call('POST', '/logout', {}, { ...browser, cookie });
    expect(out).toMatchObject({ http: 200, envelope: { status_code: 204 } });
    expect(out.headers.get('clear-site-data')).toBe('"cache", "storage"');
    for (const name of ['hearth_token', 'hearth_secret', 'hearth_member'])
      expect(
        out.cookies.some((line) => line.startsWith(`${name}=; `) && line.includes('Max-Age=0')),
      ).toBe(true);
    expect((await call('GET', '/auth/session', {}, { cookie })).envelope).toMatchObject({
      status_code: 401,
      error_code: 'invalid_token',
    });
    expect((await call('POST', '/logout', {}, browser)).envelope).toMatchObject({
      status_code: 401,
      error_code: 'already_logged_out',
    });
  });

  test('a forgotten password is replaced, and every session ends', async () => {
    const email = await newMember();
    const pair = pairOf(await logIn(email));
    expect((await call('POST', '/forgot-password', { email })).envelope).toEqual({
      status_code: 204,
    });
    const mail = await mailbox.mailTo(email, ({ subject }) => subject.startsWith('Choose'));
    const [, , code, uid] = linkIn(mail.text, 'reset-password').split('/') as [
      string,
      string,
      string,
      string,
    ];
    expect(
      (
        await call('POST', '/reset-password', {
          code,
          uid,
          password: 'another lantern',
          confirm_password: 'an other lantern',
        })
      ).envelope,
    ).toMatchObject({
      error_code: 'validation_fail',
      message: { confirm_password: expect.any(String) },
    });
    expect(
      (
        await call('POST', '/reset-password', {
          code,
          uid,
          password: 'another lantern',
          confirm_password: 'another lantern',
        })
      ).envelope,
    ).toEqual({ status_code: 204 });
    expect((await call('GET', '/auth/session', {}, pair)).envelope.error_code).toBe(
      'invalid_token',
    );
    expect((await logIn(email)).envelope.error_code).toBe('no_record');
    expect(
      (
        await call('POST', '/reset-password', {
          code,
          uid,
          password: 'third lantern',
          confirm_password: 'third lantern',
        })
      ).envelope,
    ).toMatchObject({ status_code: 400, error_code: 'code_invalid' });
  });

  test('devices are listed and signed out, one, the others, or all', async () => {
    const email = await newMember();
    const [here, there, third] = [
      pairOf(await logIn(email, browser)),
      pairOf(await logIn(email)),
      pairOf(await logIn(email)),
    ];
    const list = (await call('GET', '/auth/sessions', {}, here)).envelope.body;
    expect(list.totalItemCount).toBe(3);
    expect(list.response.filter((entry: { is_current: number }) => entry.is_current)).toEqual([
      expect.objectContaining({
        device: 'Firefox on Windows',
        last_used_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      }),
    ]);
    const other = (await call('GET', '/auth/sessions', {}, there)).envelope.body.response.find(
      (entry: { is_current: number }) => entry.is_current,
    );
    const stranger = pairOf(await logIn(await newMember()));
    expect(
      (
        await call(
          'POST',
          '/auth/sessions/revoke',
          { session_id: String(other.session_id) },
          stranger,
        )
      ).envelope.error_code,
    ).toBe('no_record');
    expect(
      (await call('POST', '/auth/sessions/revoke', { session_id: String(other.session_id) }, here))
        .envelope,
    ).toEqual({ status_code: 204 });
    expect((await call('GET', '/auth/session', {}, there)).envelope.error_code).toBe(
      'invalid_token',
    );
    await call('POST', '/auth/sessions/revoke', { others: '1' }, here);
    expect((await call('GET', '/auth/session', {}, third)).envelope.error_code).toBe(
      'invalid_token',
    );
    expect((await call('GET', '/auth/session', {}, here)).http).toBe(200);
    await call('POST', '/auth/sessions/revoke', { all: '1' }, here);
    expect((await call('GET', '/auth/session', {}, here)).envelope.error_code).toBe(
      'invalid_token',
    );
    expect((await call('GET', '/auth/session', {}, stranger)).http).toBe(200);
  });

  test('native clients get the definitions of the forms', async () => {
    expect(
      (await call('GET', '/login')).envelope.body.map(({ name }: { name: string }) => name),
    ).toEqual(['email', 'password', 'submit']);
    expect(Object.keys((await call('GET', '/signup')).envelope.body)).toEqual([
      'account',
      'fields',
      'photo',
    ]);
    expect(
      (
        await call('POST', '/signup/validations?account_validation=1', {
          email: 'x@y.example',
          password: 'short',
          passconf: 'short',
        })
      ).envelope.message,
    ).toHaveProperty('password');
    expect(
      (
        await call('POST', '/signup/validations?fields_validation=1', {
          first_name: 'A',
          last_name: 'B',
          terms: '1',
        })
      ).envelope,
    ).toEqual({ status_code: 204 });
  });
});

describe('session cookies', () => {
  test('are hidden from scripts, their hint is not', async () => {
    const { cookies } = await logIn(await newMember(), browser);
    for (const name of ['hearth_token', 'hearth_secret', 'hearth_device'])
      expect(cookies.find((line) => line.startsWith(`${name}=`))).toMatch(
        /; Path=\/; .*SameSite=Lax.*HttpOnly/,
      );
    expect(cookies.find((line) => line.startsWith('hearth_member='))).not.toMatch(/HttpOnly/);
  });

  test('are not set for native clients and programs', async () => {
    const email = await newMember();
    expect((await logIn(email)).cookies).toEqual([]);
    expect((await logIn(email, { origin: 'capacitor://localhost' })).cookies).toEqual([]);
    const native = await call('POST', '/login?_ANDROID_VERSION=5.1&language=en', {
      email,
      password,
      registration_id: 'r',
      device_uuid: 'd',
    });
    expect(native.cookies).toEqual([]);
    const pair = pairOf(native);
    const query = new URLSearchParams({ ...pair, ...consumer, _ANDROID_VERSION: '5.1' }).toString();
    expect((await call('GET', `/auth/session?${query}`)).envelope.status_code).toBe(200);
    expect((await call('POST', '/logout', { ...pair })).envelope).toEqual({ status_code: 204 });
    const ended = await call('GET', `/auth/session?${query}`);
    expect(ended).toMatchObject({
      http: 200,
      envelope: { status_code: 401, error_code: 'invalid_token' },
    });
  });

  const mayRead = (origin: string) =>
    fetch(`${server.origin}/api/rest/login`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  test('a listed app may read responses in its web view, without cookies', async () => {
    const asked = await mayRead('capacitor://localhost');
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-headers')).toContain('oauth_secret');
    const { headers } = await logIn(await newMember(), { origin: 'capacitor://localhost' });
    expect(headers.get('access-control-allow-origin')).toBe('capacitor://localhost');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toContain('origin');
  });

  test('an origin that is not listed may read no responses', async () => {
    for (const origin of ['https://evil.example', 'null', server.origin])
      expect((await mayRead(origin)).headers.get('access-control-allow-origin'), origin).toBeNull();
  });

  test('any site may display public files, a listed app may fetch them, and nobody may embed what needs cookies', async () => {
    const name = `${'a1'.repeat(16)}.webp`;
    mkdirSync(join(server.dataDir, 'media', 'public'), { recursive: true });
    writeFileSync(join(server.dataDir, 'media', 'public', name), 'picture');
    const email = await newMember();
    const sql = postgresAt(server.databaseUrl, { max: 1 });
    await sql`update members set avatar = ${name} where email = ${email}`;
    await sql.end();
    const embed = (
      headers: Record<string, string> = {},
      path = `/media/public/${name}`,
      method = 'GET',
    ) => fetch(server.origin + path, { method, headers });
    const drawn = await embed();
    expect([drawn.status, drawn.headers.get('cross-origin-resource-policy')]).toEqual([
      200,
      'cross-origin',
    ]);
    expect(
      (await embed({ cookie: 'hearth_token=x' })).headers.get('cross-origin-resource-policy'),
    ).toBe('cross-origin');
    const photo = '/media/1/original.webp';
    const policyOf = async (headers: Record<string, string>) =>
      (await embed(headers, photo)).headers.get('cross-origin-resource-policy');
    expect([await policyOf({}), await policyOf({ cookie: 'hearth_token=x' })]).toEqual([
      'cross-origin',
      'same-origin',
    ]);
    expect((await embed({}, '/login')).headers.get('cross-origin-resource-policy')).toBe(
      'same-origin',
    );
    expect(
      (await embed({ origin: 'capacitor://localhost' })).headers.get('access-control-allow-origin'),
    ).toBe('capacitor://localhost');
    expect(
      (await embed({ origin: 'https://evil.example' })).headers.get('access-control-allow-origin'),
    ).toBeNull();
    expect(
      (
        await embed(
          { origin: 'capacitor://localhost', 'access-control-request-method': 'GET' },
          undefined,
          'OPTIONS',
        )
      ).status,
    ).toBe(204);
  });

  test('an ended session in the cookies is removed, and does not prevent a log-in', async () => {
    const email = await newMember();
    const cookie = jar(await logIn(email, browser));
    await call('POST', '/auth/sessions/revoke', { all: '1' }, { ...browser, cookie });
    const refused = await call('GET', '/auth/session', {}, { cookie });
    expect(refused.envelope.error_code).toBe('invalid_token');
    expect(refused.cookies.filter((line) => /Max-Age=0/.test(line))).toHaveLength(3);
    const again = await logIn(email, { ...browser, cookie });
    expect(again.http).toBe(200);
    expect(jar(again)).not.toContain(/hearth_token=(\w+)/.exec(cookie)![1]);
  });

  test('a session set before log-in does not survive it', async () => {
    const [ada, bo] = [await newMember(), await newMember()];
    const planted = jar(await logIn(bo, browser));
    const answer = await logIn(ada, { ...browser, cookie: planted });
    const session = await call('GET', '/auth/session', {}, { cookie: jar(answer) });
    expect(session.envelope.body.user_id).toBe(answer.envelope.body.user.user_id);
  });

  test('requests from other sites are refused before any work', async () => {
    const email = await newMember();
    const cookie = jar(await logIn(email, browser));
    const foreign: Array<Record<string, string>> = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const headers of foreign) {
      const answer = await call('POST', '/logout', {}, { ...headers, cookie });
      expect(answer, JSON.stringify(headers)).toMatchObject({
        http: 403,
        envelope: { error_code: 'forbidden_origin' },
      });
    }
    expect((await call('GET', '/logout', {}, { cookie })).envelope.error_code).toBe(
      'invalid_method',
    );
    expect((await call('GET', '/auth/session', {}, { cookie })).http).toBe(200);
  });
});

describe('responses disclose nothing about addresses', () => {
  const shape = ({ http, envelope, headers }: Answer) => ({
    http,
    envelope: JSON.stringify(envelope)
      .replace(/"user_id":\d+/, '"user_id":0')
      .replace(/[\w.]+@hearth\.example/g, 'x')
      .replace(/"request_id":"[^"]+"/, ''),
    headers: [...headers].filter(
      ([name]) => !['date', 'x-request-id', 'content-length'].includes(name),
    ),
  });

  test.each([
    ['sign-up', (email: string) => call('POST', '/signup', newForm({ email }))],
    ['forgot password', (email: string) => call('POST', '/forgot-password', { email })],
    ['resend', (email: string) => call('POST', '/verify/resend', { email })],
    ['log-in', (email: string) => call('POST', '/login', { email, password: 'not the password' })],
    ['validations', (email: string) => call('POST', '/signup/validations', newForm({ email }))],
  ])('%s answers alike for a known and an unknown address', async (_, ask) => {
    const email = await newMember();
    expect(shape(await ask(email))).toEqual(shape(await ask(`unknown${count}@hearth.example`)));
  });
});

describe('bad input', () => {
  const fields = { email: 'ada@hearth.example', password };
  test.each([
    ['nothing', {}],
    ['an empty address', { ...fields, email: '' }],
    ['no password', { email: fields.email }],
    ['a list', { ...fields, email: ['ada@hearth.example'] }],
    ['an object', { ...fields, password: {} }],
    ['a number', { ...fields, password: 1 }],
    ['null', { ...fields, email: null }],
    ['NUL', { ...fields, email: 'ada\u0000@hearth.example' }],
    ['emoji', { ...fields, email: '🦉@hearth.example' }],
    ['right-to-left', { ...fields, email: '\u202eada@hearth.example' }],
    ['very long', { ...fields, email: `${'a'.repeat(5_000)}@hearth.example` }],
    ['a long password', { ...fields, password: 'x'.repeat(2_000) }],
  ])('log-in with %s is 400 with a text for the field', async (_, input) => {
    const { http, envelope } = await call('POST', '/login', input);
    expect({ http, ...envelope }).toMatchObject({
      http: 400,
      status_code: 400,
      error: true,
      error_code: 'validation_fail',
      message: expect.any(Object),
    });
    expect(envelope).not.toHaveProperty('body');
  });

  test('malformed bodies, types and encodings get an error response', async () => {
    for (const body of [
      '{',
      '[]',
      '"x"',
      'null',
      '{"email":',
      `{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
    ])
      expect((await call('POST', '/login', body)).http, body.slice(0, 20)).toBe(400);
    expect(
      (await call('POST', '/login', JSON.stringify({ email: 'x'.repeat(300_000) }))).http,
    ).toBe(413);
    const raw = (contentType: string, body: string | Buffer) =>
      fetch(`${server.origin}/api/rest/login`, {
        method: 'POST',
        body: body as BodyInit,
        headers: { ...consumer, 'content-type': contentType },
      });
    expect((await raw('text/plain', 'email=a')).status).toBe(400);
    expect((await raw('application/x-www-form-urlencoded', 'email=%ff%fe&password=x')).status).toBe(
      400,
    );
    expect((await raw('application/json', Buffer.from([0x7b, 0xff, 0x7d]))).status).toBe(400);
    expect(
      (
        await raw(
          'application/x-www-form-urlencoded',
          'email=a@b.example&email=c@d.example&password=x',
        )
      ).status,
    ).toBe(400);
    expect(
      (
        await raw(
          'multipart/form-data; boundary=x',
          '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\nada@hearth.example\r\n--x--',
        )
      ).status,
    ).toBe(400);
    expect((await call('POST', '/login?email=other@hearth.example', fields)).http).toBe(400);
  });

  test('malformed ids are refused, and unknown ids are not found', async () => {
    const pair = pairOf(await logIn(await newMember()));
    for (const session_id of ['0', '-1', '1e3', '1.5', '9223372036854775808', 'x', '１', ''])
      expect(
        (await call('POST', '/auth/sessions/revoke', { session_id }, pair)).http,
        session_id,
      ).toBe(400);
    expect(
      (await call('POST', '/auth/sessions/revoke', { session_id: '999999999999999999' }, pair))
        .envelope.error_code,
    ).toBe('no_record');
  });

  test('privileged fields are ignored', async () => {
    const form = newForm({
      role: 'admin',
      status: 'active',
      user_id: '1',
      verification_required: '0',
    });
    const { envelope } = await call('POST', '/signup', form);
    expect(envelope.body.verification_required).toBe(1);
    expect((await logIn(form.email)).envelope.error_code).toBe('email_not_verified');
  });

  test('requests without consumer, without session, or with half a session are refused', async () => {
    const pair = pairOf(await logIn(await newMember()));
    expect(
      (
        await call(
          'GET',
          '/auth/session',
          {},
          { oauth_consumer_key: '', oauth_consumer_secret: '' },
        )
      ).envelope.error_code,
    ).toBe('oauth_parameter_missing');
    expect(
      (await call('GET', '/auth/session', {}, { oauth_consumer_secret: 'wrong' })).envelope
        .error_code,
    ).toBe('invalid_consumer');
    expect((await call('GET', '/auth/session')).envelope).toMatchObject({
      status_code: 401,
      error_code: 'unauthorized',
    });
    for (const half of [
      { oauth_token: pair.oauth_token },
      { oauth_secret: pair.oauth_secret },
      { ...pair, oauth_secret: 'f'.repeat(64) },
    ] as Array<Record<string, string>>) {
      expect((await call('GET', '/auth/session', {}, half)).envelope.error_code).toBe(
        'invalid_token',
      );
    }
  });
});

test('log lines contain no password, no credential, no code and no address', async () => {
  const email = await newMember();
  const pair = pairOf(await call('POST', '/login?_IOS_VERSION=1', { email, password }));
  await call('GET', `/auth/session?${new URLSearchParams(pair).toString()}`);
  await call('POST', '/forgot-password', { email });
  const mail = await mailbox.mailTo(email, ({ subject }) => subject.startsWith('Choose'));
  const [, , code, uid] = linkIn(mail.text, 'reset-password').split('/') as [
    string,
    string,
    string,
    string,
  ];
  await fetch(`${server.origin}/reset-password/${code}/${uid}`);
  await call('POST', '/login', { email, password: 'wrong secret words' });
  await expect.poll(() => server.log().some(({ event }) => event === 'log-in failed')).toBe(true);
  const log = server.lines.join('\n');
  for (const secret of [
    email,
    password,
    'wrong secret words',
    pair.oauth_token,
    pair.oauth_secret,
    code,
  ])
    expect(log).not.toContain(secret);
  expect(server.log()).toContainEqual(
    expect.objectContaining({ event: 'logged in', member: expect.any(Number) }),
  );
});

test('a site without a mail server works at once: accounts are active, mails are files', async () => {
  const bare = await serverForThisTest({ RATE_LIMIT_SCALE: '1' });
  const form = newForm();
  const signedUp = await call('POST', '/signup', form, browser, bare);
  expect(signedUp.envelope.body).toMatchObject({
    oauth_token: expect.any(String),
    user: { email: form.email },
  });
  expect((await call('GET', '/auth/session', {}, { cookie: jar(signedUp) }, bare)).http).toBe(200);
  expect(
    (await call('POST', '/signup', newForm({ email: form.email.toUpperCase() }), {}, bare))
      .envelope,
  ).toMatchObject({
    status_code: 400,
    error_code: 'validation_fail',
    message: { email: expect.any(String) },
  });

  await avoidWindowBorder(1_800);
  await call('POST', '/forgot-password', { email: form.email }, {}, bare);
  const folder = join(bare.dataDir, 'mail');
  const files = () => {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  };
  await expect.poll(() => files().length).toBe(1);
  const mail = parseMail(readFileSync(join(folder, files()[0]!), 'latin1'));
  expect(linkIn(mail.text, 'reset-password')).toMatch(/^\/reset-password\/[\w-]{75}\/\d+$/);

  for (let turn = 0; turn < 4; turn += 1)
    expect((await call('POST', '/forgot-password', { email: form.email }, {}, bare)).http).toBe(
      200,
    );
  const over = await call('POST', '/forgot-password', { email: form.email }, {}, bare);
  expect(over).toMatchObject({
    http: 429,
    envelope: {
      status_code: 429,
      error_code: 'too_many_requests',
      retry_after: expect.any(Number),
    },
  });
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  const native = await call(
    'POST',
    '/forgot-password?_IOS_VERSION=1',
    { email: form.email },
    {},
    bare,
  );
  expect(native).toMatchObject({ http: 200, envelope: { status_code: 429 } });
});

test('a requested mail survives kill -9 of the server', async () => {
  const slow = await startMailServer({ onData: () => undefined });
  const first = await startServer({ SMTP_URL: slow.url });
  const form = newForm();
  expect((await call('POST', '/signup', form, {}, first)).http).toBe(200);
  await first.kill();
  await slow.stop();
  const second = await serverForThisTest({
    SMTP_URL: mailbox.url,
    DATABASE_URL: first.databaseUrl,
  });
  const mail = await expect
    .poll(() => mailbox.mails.find(({ to }) => to.includes(form.email)), { timeout: 60_000 })
    .toBeTruthy()
    .then(() => mailbox.mails.find(({ to }) => to.includes(form.email))!);
  const [, , , , , , token, , verify] = linkIn(mail.text, 'verify').split('/');
  expect((await call('POST', `/verify?token=${token}&verify=${verify}`, {}, {}, second)).http).toBe(
    200,
  );
}, 120_000);

describe('the forms of screens', () => {
  const logInByForm = (at: TestServer, headers: Record<string, string> = {}) =>
    fetch(`${at.origin}/login`, {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
        ...headers,
      },
      body: new URLSearchParams({ email: 'nobody@hearth.example', password: 'not the password' }),
    });

  test('a compressed form is refused with a message', async () => {
    const answer = await logInByForm(server, { 'content-encoding': 'gzip' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      415,
      'text/html; charset=utf-8',
    ]);
    expect((await logInByForm(server, { 'content-encoding': 'identity' })).status).toBe(400);
  });

  test('a log-in refused by a limit is logged, like one through the REST interface', async () => {
    const small = await serverForThisTest({ RATE_LIMIT_SCALE: '0.01' });
    const limited = () => small.log().filter(({ event }) => event === 'limit reached');
    await expect.poll(async () => (await logInByForm(small)).status).toBe(429);
    await expect
      .poll(limited)
      .toEqual([
        expect.objectContaining({ route: '/login', level: 'warn', requestId: expect.any(String) }),
      ]);
  });
});
