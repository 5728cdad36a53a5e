import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { env } from '#server/env.ts';
import type { MailContent } from '#server/mail-page.ts';
import { sendOnce } from '#server/mail.ts';
import { parseMail, selfSignedTls, startMailServer, type MailServer } from '../support/mail.ts';

let mailbox: MailServer;
let isRefusing = false;
let isBusy = false;
beforeAll(async () => {
  mailbox = await startMailServer({
    onRcptTo(_address, _session, done) {
      const problem = (text: string, responseCode: number) =>
        Object.assign(new Error(text), { responseCode });
      if (isRefusing) done(problem('No such mailbox ada@hearth.example', 550));
      else done(isBusy ? problem('Try later ada@hearth.example', 451) : undefined);
    },
  });
  Object.assign(process.env, {
    SMTP_URL: mailbox.url,
    PUBLIC_ORIGIN: 'https://hearth.example',
    SITE_NAME: 'Hearth & Home',
    LOG_LEVEL: 'silent',
  });
});
afterAll(() => mailbox.stop());

const letter = (change: Partial<MailContent> = {}): MailContent => ({
  to: 'ada@hearth.example',
  subject: 'Grüße from <Hearth>',
  paragraphs: ['Hello <b>Ada</b> & co,', 'a line — with 🦉.'],
  button: { label: 'Open "it"', url: 'https://hearth.example/a?b=1&c=<2>' },
  closing: 'Small print.',
  ...change,
});

test('a mail has text and HTML and one recipient, and names are escaped', async () => {
  const id = randomUUID();
  await sendOnce(id, async () => letter());
  const mail = await mailbox.mailTo('ada@hearth.example');
  expect(mail.to).toEqual(['ada@hearth.example']);
  expect(mail.subject).toBe('Grüße from <Hearth>');
  expect(mail.text).toContain(
    'Hello <b>Ada</b> & co,\n\na line — with 🦉.\n\nOpen "it":\nhttps://hearth.example/a?b=1&c=<2>',
  );
  expect(mail.html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt; &amp; co,');
  expect(mail.html).toContain('href="https://hearth.example/a?b=1&amp;c=&lt;2&gt;"');
  expect(mail.html).toContain('Hearth &amp; Home');
  expect(mail.html).not.toMatch(/<table|<img|<script|https?:\/\/(?!hearth\.example)/);
  expect(mail.headers['message-id']).toBe(`<${id}@hearth.example>`);
  expect(mail.headers['auto-submitted']).toBe('auto-generated');
});

test.each([
  '=?utf-8?B?SGVsbG8=?= wrote to you',
  'A name =?utf-8?Q?a_b?=',
  '=?x',
  `=?utf-8?Q?${'long'.repeat(40)}?=`,
])('%s is decoded as written', async (subject) => {
  await sendOnce(randomUUID(), async () => letter({ to: 'word@hearth.example', subject }));
  expect((await mailbox.mailTo('word@hearth.example')).subject).toBe(subject);
});

test('a right-to-left name keeps its position in subject and text', async () => {
  const subject = '\u2068שרה\u2069 and 2 others commented on your post';
  await sendOnce(randomUUID(), async () =>
    letter({ to: 'right@hearth.example', subject, paragraphs: ['Hello \u2068שרה\u2069,'] }),
  );
  const mail = await mailbox.mailTo('right@hearth.example');
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain('Hello \u2068שרה\u2069,');
});

test('line separators in a subject start no new header', async () => {
  await sendOnce(randomUUID(), async () =>
    letter({ to: 'line@hearth.example', subject: 'Ada\u2028Quill\u0085writes' }),
  );
  expect((await mailbox.mailTo('line@hearth.example')).subject).toBe('Ada Quill writes');
});

test('a job repeated after its mail was accepted sends nothing', async () => {
  const id = randomUUID();
  const before = mailbox.mails.length;
  for (let run = 0; run < 3; run += 1) await sendOnce(id, async () => letter());
  expect(mailbox.mails.length).toBe(before + 1);
});

test('line breaks, lists and names in an address or subject are refused before anything is sent', async () => {
  const before = mailbox.mails.length;
  for (const change of [
    { to: 'ada@hearth.example\r\nBcc: bo@hearth.example' },
    { to: 'ada@hearth.example,bo@hearth.example' },
    { to: 'Ada <ada@hearth.example>' },
    { to: 'ada@hearth.example bo@hearth.example' },
    { subject: 'Hello\r\nBcc: bo@hearth.example' },
    { subject: 'Hello\nworld' },
  ]) {
    await expect(
      sendOnce(randomUUID(), async () => letter(change)),
      JSON.stringify(change),
    ).rejects.toThrow(/one recipient/);
  }
  expect(mailbox.mails.length).toBe(before);
});

test('a permanently refused mail is not retried', async () => {
  const before = mailbox.mails.length;
  isRefusing = true;
  const refused = randomUUID();
  await sendOnce(refused, async () => letter());
  isRefusing = false;
  await sendOnce(refused, async () => letter());
  expect(mailbox.mails.length).toBe(before);
});

test('a temporarily refused mail is retried', async () => {
  const before = mailbox.mails.length;
  isBusy = true;
  const busy = randomUUID();
  const error = await sendOnce(busy, async () => letter()).catch((problem: Error) => problem);
  expect((error as Error).message).toMatch(/did not take the mail/);
  expect((error as Error).message).not.toContain('@');
  isBusy = false;
  await sendOnce(busy, async () => letter());
  expect(mailbox.mails.length).toBe(before + 1);
});

describe('a server with a self-signed STARTTLS certificate', () => {
  let strict: MailServer;
  const sessions: boolean[] = [];
  beforeAll(async () => {
    strict = await startMailServer({
      ...selfSignedTls(),
      onMailFrom(_address, session, done) {
        sessions.push(session.secure);
        done();
      },
    });
  });
  afterAll(async () => {
    env().SMTP_URL = mailbox.url;
    await strict.stop();
  });
  const sendWith = (url: string) => {
    env().SMTP_URL = url;
    return sendOnce(randomUUID(), async () => letter({ to: 'tls@hearth.example' }));
  };

  test('gets no mail, and the error names the cause and the setting', async () => {
    await expect(sendWith(strict.url)).rejects.toThrow(
      /certificate is self-signed .*\?tls=unverified in SMTP_URL \(ESOCKET DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    );
    expect(strict.mails).toHaveLength(0);
  });

  test('is accepted unverified if configured, still with TLS', async () => {
    await sendWith(`${strict.url}?tls=unverified`);
    expect([strict.mails.length, sessions.at(-1)]).toEqual([1, true]);
    await sendWith(`${strict.url}?tls=off`);
    expect([strict.mails.length, sessions.at(-1)]).toEqual([2, false]);
  });

  test('a server without TLS gets no mail if TLS is required', async () => {
    const before = mailbox.mails.length;
    await expect(sendWith(`${mailbox.url}?tls=required`)).rejects.toThrow(/offers no TLS/);
    expect(mailbox.mails.length).toBe(before);
  });
});

test('only recurring mails have list headers', async () => {
  const unsubscribe = 'https://hearth.example/unsubscribe/x';
  await sendOnce(randomUUID(), async () => letter({ to: 'list@hearth.example', unsubscribe }));
  const { headers } = await mailbox.mailTo('list@hearth.example');
  expect(headers['list-id']).toBe('<notifications.hearth.example>');
  expect(headers['list-unsubscribe']).toBe(`<${unsubscribe}>`);
  await sendOnce(randomUUID(), async () => letter({ to: 'single@hearth.example' }));
  expect((await mailbox.mailTo('single@hearth.example')).headers['list-id']).toBeUndefined();
});

test('only URLs of this site become links in the HTML part', async () => {
  const paragraphs = [
    'See https://hearth.example/help?a=1&b=2, or write to ada@hearth.example.',
    'Not https://hearth.example.evil.example/x nor https://evil.example/"><b>',
  ];
  const closing = 'Choose a new password: https://hearth.example/forgot-password';
  await sendOnce(randomUUID(), async () =>
    letter({ to: 'links@hearth.example', paragraphs, closing }),
  );
  const { html } = await mailbox.mailTo('links@hearth.example');
  expect(html).toContain(
    '<a href="https://hearth.example/help?a=1&amp;b=2">https://hearth.example/help?a=1&amp;b=2</a>, or',
  );
  expect(html).toContain('<a href="mailto:ada@hearth.example">ada@hearth.example</a>.');
  expect(html).toContain(
    '<a href="https://hearth.example/forgot-password">https://hearth.example/forgot-password</a>',
  );
  expect(html).toContain(
    'Not https://hearth.example.evil.example/x nor https://evil.example/&quot;&gt;&lt;b&gt;',
  );
  expect(html).not.toMatch(/href="[^"]*evil/);
});

test('list items are separated by whitespace, since spam filters take joined words for hidden text', async () => {
  const item = {
    text: 'Bo wrote to you.',
    initial: 'B',
    quote: 'See you',
    when: '5 min ago',
    url: 'https://hearth.example/posts/1',
  };
  await sendOnce(randomUUID(), async () =>
    letter({ to: 'items@hearth.example', items: [item, item] }),
  );
  const { html } = await mailbox.mailTo('items@hearth.example');
  const items = html.slice(html.indexOf('<div class="item">'), html.lastIndexOf('</div>'));
  expect(items).toContain('Bo wrote to you.');
  expect(items).not.toMatch(/[^\s<>](?:<[^>]*>)+[^\s<>]/);
});

test('without a mail server a mail is a file readable by its owner only', async () => {
  env().SMTP_URL = undefined;
  try {
    await sendOnce(randomUUID(), async () => letter({ to: 'file@hearth.example' }));
  } finally {
    env().SMTP_URL = mailbox.url;
  }
  const folder = join(env().DATA_DIR, 'mail');
  const [file] = readdirSync(folder);
  expect(file).toMatch(/\.eml$/);
  expect(statSync(join(folder, file!)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const mail = parseMail(readFileSync(join(folder, file!), 'latin1'));
  expect(mail.headers.to).toContain('file@hearth.example');
  expect(mail.text).toContain('Hello <b>Ada</b>');
});
