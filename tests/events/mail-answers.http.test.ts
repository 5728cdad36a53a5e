import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { linkIn } from '../auth/plain-sign-up.ts';
import { act } from '../support/act.ts';
import { mailAnswerPath } from '../support/mail-answer-link.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { startServer, type TestServer } from '../support/server.ts';

let mailbox: MailServer;
let server: TestServer;
let host: ApiMember;
let id: number;
const at = (days: number, hours = 0) =>
  new Date(Date.now() + days * 86_400_000 + hours * 3_600_000).toISOString().slice(0, 19);
beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startServer({ SMTP_URL: mailbox.url, EMAIL_VERIFICATION: 'off' });
  host = await memberOf(server, 'Ivo');
  const { response } = await act<{ response: { event_id: number } }>(
    server,
    host,
    '/events/create',
    {
      title: 'Open stage',
      description: 'Songs.',
      starttime: at(5),
      endtime: at(5, 2),
      timezone: 'UTC',
      capacity: 4,
      mail_answers: 1,
    },
  );
  id = response.event_id;
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

const address = 'vera@mail.example';

test('a visitor reads the same for an address that is known, unknown or blocked', async () => {
  const [member, banned] = [await memberOf(server, 'Mia'), await memberOf(server, 'Bea')];
  await act(server, host, `/events/member/ban/${id}`, { user_id: banned.id });
  const texts = new Set<string>();
  for (const email of [member.email, banned.email, 'unknown@mail.example']) {
    const page = new PlainPage(server);
    await page.open(`/events/event/${id}/answer`);
    page.fill('Your name', 'Vera');
    page.fill('E-mail address', email);
    await page.press('I am coming');
    texts.add(`${page.status} ${page.path} ${page.text}`);
  }
  expect([...texts]).toEqual([expect.stringContaining('We have sent you an e-mail with a link')]);
});

test('a guest withdraws by the link of a mail also when visitors do not read the event any more', async () => {
  const page = new PlainPage(server);
  const link = await mailAnswerPath(server, id);
  await page.open(link);
  await page.press('I am coming');
  await act(server, host, `/events/edit/${id}`, { auth_view: 'member' });
  await page.open(link);
  expect(page.status).toBe(200);
  await page.press('Withdraw my answer');
  expect(page.text).toContain('You are not coming');
  await act(server, host, `/events/edit/${id}`, { auth_view: 'everyone', confirm: 1, approval: 0 });
});

test('a member whose address was entered reads with which number the account waits', async () => {
  const member = await memberOf(server, 'Wim');
  const { response } = await act<{ response: { event_id: number } }>(
    server,
    host,
    '/events/create',
    {
      title: 'Trio',
      description: 'Songs.',
      starttime: at(5),
      endtime: at(5, 2),
      timezone: 'Asia/Tokyo',
      capacity: 1,
      mail_answers: 1,
    },
  );
  const page = new PlainPage(server);
  await page.open(`/events/event/${response.event_id}/answer`);
  expect(page.text).toContain('(Tokyo, GMT+9)');
  page.fill('Your name', 'Wim');
  page.fill('E-mail address', member.email);
  await page.press('Join the waiting list');
  await page.open(await mailAnswerPath(server, response.event_id));
  await page.press('I am coming');
  expect(page.text).toContain('You are number 1 on the waiting list');
});

test('a visitor answers by mail without script, reads of a new time, and withdraws by one click', async () => {
  const page = new PlainPage(server);
  await page.open(`/events/event/${id}`);
  const member = new PlainPage(server, await memberOf(server, 'Ina'));
  await member.open(`/events/event/${id}`);
  expect(member.text).not.toContain('Answer without an account');
  await page.follow('Answer without an account');
  expect(page.html).toMatch(/<input[^>]*max="4"/);
  page.fill('Your name', 'Vera');
  page.fill('E-mail address', 'nobody');
  page.fill('Places', '2');
  await page.press('I am coming');
  expect(page.text).toContain('Please enter an e-mail address');
  page.fill('E-mail address', address);
  await page.press('I am coming');
  expect(page.text).toContain('We have sent you an e-mail with a link');

  const asked = await mailbox.mailTo(address);
  expect(asked.subject).toBe('Confirm that you are coming: Open stage');
  const link = linkIn(asked.text, 'events/by-mail');
  // Mail scanners open links.
  for (let time = 0; time < 3; time += 1) await fetch(link);
  const hosts = new PlainPage(server, host);
  await hosts.open(`/events/event/${id}/answer`);
  expect(hosts.text).toContain('Nobody has answered by e-mail yet');
  await page.open(link);
  expect(page.text).toContain('Are you coming?');
  await page.press('I am coming');
  expect(page.text).toContain('You are coming');
  await hosts.open(`/events/event/${id}/answer`);
  expect(hosts.text).toContain('Vera, 2 places');
  expect(hosts.html).not.toContain(address);

  await act(server, host, `/events/edit/${id}`, { starttime: at(6), endtime: at(6, 2) });
  const moved = await mailbox.mailTo(address, ({ subject }) =>
    subject.startsWith('Are you still coming?'),
  );
  const withdrawal = moved.headers['list-unsubscribe']!.slice(1, -1);
  expect(withdrawal).toBe(link);
  const sent = await fetch(withdrawal, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(sent.status).toBe(200);
  await hosts.open(`/events/event/${id}/answer`);
  expect(hosts.text).toContain('Nobody has answered by e-mail yet');
  // Also for a mail program that asks twice.
  await fetch(withdrawal, { method: 'POST' });
  await page.open(link);
  expect(page.text).toContain('You have already withdrawn');
  await page.open(`${link.slice(0, -3)}AAA`);
  expect(page.status).toBe(404);
});

test('the link of an answer to a date of a series is about that date, also once it was moved or is over', async () => {
  const { response } = await act<{ response: { event_id: number } }>(
    server,
    host,
    '/events/create',
    {
      title: 'Choir',
      description: 'Songs.',
      starttime: '2098-05-01 20:00:00',
      endtime: '2098-05-01 22:00:00',
      timezone: 'UTC',
      repeats: 'weekly',
      repeats_count: 3,
      mail_answers: 1,
    },
  );
  const second = response.event_id + 1;
  const link = await mailAnswerPath(server, second);
  const page = new PlainPage(server);
  await page.open(link);
  expect(page.text).toMatch(/May 8, 2098.*for this date only/s);
  await page.press('I am coming');
  const going = async (id: number) => {
    const event = new PlainPage(server, host);
    await event.open(`/events/event/${id}`);
    return /\d+ going/.exec(event.text)![0];
  };
  const all = () => Promise.all([second - 1, second, second + 1].map(going));
  expect(await all()).toEqual(['1 going', '1 going', '0 going']);
  await act(server, host, `/events/edit/${second}`, {
    starttime: '2098-05-09 20:00:00',
    endtime: '2098-05-09 22:00:00',
  });
  await page.open(link);
  expect(page.text).toMatch(/May 9, 2098.*It was planned for May 8/s);
  await page.press('Withdraw my answer');
  expect(await all()).toEqual(['1 going', '0 going', '0 going']);

  const past = await mailAnswerPath(server, second);
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`
    update events set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
    where id = ${second}`;
  await sql.end();
  await page.open(past);
  expect(page.text).toContain('This event is over');
  expect(page.buttons('I am coming')).toEqual([]);
});
