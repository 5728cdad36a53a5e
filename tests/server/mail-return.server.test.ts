import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { enqueue, startJobs, stopJobs } from '#server/jobs.ts';
import { defineMailQueue, releaseMails } from '#server/mail.ts';
import { sql } from '#server/sql.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { startTunnel, type Tunnel } from '../support/tunnel.ts';

let mailbox: MailServer;
/** The way to the mail server, which the test closes. */
let way: Tunnel;
let isBusy = false;

beforeAll(async () => {
  mailbox = await startMailServer({
    onRcptTo(_address, _session, done) {
      done(isBusy ? Object.assign(new Error('Try later'), { responseCode: 451 }) : undefined);
    },
  });
  way = await startTunnel(mailbox.url);
  process.env.LOG_LEVEL = 'silent';
  env().SMTP_URL = way.origin.replace('http', 'smtp');
  await startJobs([
    defineMailQueue('letters', async (payload) => ({
      to: (payload as { to: string }).to,
      subject: 'A letter',
      paragraphs: ['Hello.'],
    })),
  ]);
});
afterAll(async () => {
  await stopJobs();
  way.stop();
  await mailbox.stop();
});

/** A mail whose first try failed; the next is an hour away, as after a long outage. */
async function failedLetter(to: string) {
  const id = await enqueue(db, 'letters', { to });
  const stateOf = async () =>
    (await db.execute(sql`select state from jobs.job where id = ${id}`))[0]?.state;
  await expect.poll(stateOf).toBe('retry');
  await db.execute(
    sql`update jobs.job set start_after = jobs.job_now() + interval '1 h' where id = ${id}`,
  );
  return async () => {
    const [row] = await db.execute(sql`
      select start_after > jobs.job_now() as is_later
      from jobs.job
      where id = ${id} and state = 'retry'`);
    return row?.is_later === true;
  };
}

test('mails that wait for the mail server leave when it is back, and not before', async () => {
  way.close();
  const isWaiting = await failedLetter('ada@hearth.example');
  await releaseMails().catch(() => undefined);
  expect(await isWaiting()).toBe(true);
  way.open();
  await releaseMails();
  expect((await mailbox.mailTo('ada@hearth.example')).subject).toBe('A letter');
});

test('a mail that the server has put off keeps its own time', async () => {
  isBusy = true;
  const isWaiting = await failedLetter('bo@hearth.example');
  isBusy = false;
  await releaseMails();
  expect(await isWaiting()).toBe(true);
});
