import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addComment } from '#domains/comments/comments.server.ts';
import { collectDueMails } from '#domains/notifications/mails/collect.server.ts';
import { composeNotificationMail } from '#domains/notifications/mails/notification-mail.server.ts';
import { findMail, unsubscribe } from '#domains/notifications/mails/unsubscribe.server.ts';
import { chosenTypes } from '#domains/notifications/notices.server.ts';
import { markAllRead } from '#domains/notifications/notification-changes.server.ts';
import { inAppInput } from '#domains/notifications/preferences/preferences.schema.ts';
import {
  readPreferences,
  saveDelivery,
  saveInApp,
} from '#domains/notifications/preferences/preferences.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { startJobs, stopJobs } from '#server/jobs.ts';
import type { MailContent } from '#server/mail-page.ts';
import { sendOnce } from '#server/mail.ts';
import { sql } from '#server/sql.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { addMember, addPost, befriend, block, setStatus } from '../support/people.ts';

let mailbox: MailServer;
let isHolding = false;
let letIn = 0;
let held = 0;
beforeAll(async () => {
  mailbox = await startMailServer({
    onRcptTo(_address, _session, done) {
      if (!isHolding || letIn < 2) {
        letIn += 1;
        done();
      } else held += 1;
    },
  });
  Object.assign(process.env, {
    SMTP_URL: mailbox.url,
    PUBLIC_ORIGIN: 'https://hearth.example',
    SITE_NAME: 'Hearth',
    LOG_LEVEL: 'silent',
  });
  // Creates the tables of the queue.
  await startJobs([]);
});
afterAll(async () => {
  await stopJobs();
  await mailbox.stop();
});

let ada: Member;
let bo: Member;
beforeEach(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});
afterEach(() => moveClock(0));

const comment = (member: Member, id: number, body = 'Lovely pears!') =>
  addComment(db, member, { type: 'post', id }, { body }, '');
const minutes = (count: number) => moveClock(count * 60);
/** Runs the collecting job; returns the mails to Ada, each composed as its own job would. */
async function mailed(member = ada): Promise<MailContent[]> {
  const before = await mailIds(member);
  await collectDueMails();
  const made = (await mailIds(member)).filter((id) => !before.includes(id));
  return (await Promise.all(made.map((mailId) => composeNotificationMail({ mailId })))).filter(
    (mail) => mail !== null,
  );
}
const mailIds = async (member: Member) =>
  (
    await db.execute<{ id: string }>(
      sql`select id from notification_mails where member_id = ${member.id}`,
    )
  ).map(({ id }) => id);
const tokenOf = (mail: MailContent) =>
  new URL(mail.unsubscribe!).pathname.slice('/unsubscribe/'.length);
/** Sets the member's local time. */
async function atWall(member: Member, time: string): Promise<void> {
  const [row] = await db.execute<{ seconds: number }>(sql`
    select extract(
      epoch
      from from_wall_time(
        wall_time(now(), m.timezone)::date + ${time}::time + interval '7 days', m.timezone
      ) - now()
    )::float8 as seconds
    from members m
    where id = ${member.id}`);
  moveClock(row!.seconds);
}

describe('a mail at once', () => {
  test('waits five minutes, contains everything until then, and nothing twice', async () => {
    const id = await addPost(ada, { body: 'The pears are ripe.' });
    await comment(bo, id);
    expect(await mailed()).toEqual([]);
    await comment(await addMember({ name: 'Cy' }), id, 'Are they?\nReally?');
    await befriend(ada, bo);
    minutes(6);
    const [mail, ...more] = await mailed();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'Cy and Bo commented on your post',
      items: [
        {
          text: 'Cy and Bo commented on your post.',
          initial: 'C',
          quote: 'Are they? Really?',
          url: expect.stringContaining(`https://hearth.example/posts/${id}`),
        },
      ],
      button: { url: expect.stringContaining(`https://hearth.example/posts/${id}`) },
    });
    await comment(bo, id, 'Again');
    minutes(12);
    expect(await mailed()).toEqual([]);
    await markAllRead(ada);
    await comment(bo, id, 'And again');
    minutes(20);
    expect(await mailed()).toMatchObject([{ subject: 'Bo commented on your post' }]);
  });

  test('leaves out notifications read in the five minutes or before it is sent', async () => {
    const id = await addPost(ada);
    await comment(bo, id);
    await markAllRead(ada);
    minutes(6);
    expect(await mailed()).toEqual([]);
    await comment(bo, id);
    minutes(12);
    await collectDueMails();
    const [mailId] = await mailIds(ada);
    await markAllRead(ada);
    expect(await composeNotificationMail({ mailId: mailId! })).toBeNull();
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a block', () => block(bo, ada)],
    ['a block the other way', () => block(ada, bo)],
    ['the other’s end', () => setStatus(bo, 'suspended')],
    ['the member’s own end', () => setStatus(ada, 'deleted')],
    ['the type switched off', () => saveInApp(ada, inAppInput(chosenTypes()).parse({}))],
    ['no mails wanted any more', () => saveDelivery(ada, { email_types: [] as never })],
    ['the post gone', () => db.execute(sql`delete from posts where author_id = ${ada.id}`)],
    [
      'muted',
      () =>
        db.execute(
          sql`
            insert into notification_mutes (member_id, context_type, context_id)
            select ${ada.id}, 'post', id
            from posts
            where author_id = ${ada.id}`,
        ),
    ],
  ])('after %s, before it is sent: nothing is sent', async (_name, change) => {
    await comment(bo, await addPost(ada));
    minutes(6);
    await collectDueMails();
    const ids = await mailIds(ada);
    await change();
    expect(await Promise.all(ids.map((mailId) => composeNotificationMail({ mailId })))).toEqual(
      ids.map(() => null),
    );
  });

  test('notifications created while mails are collected are not lost', async () => {
    const posts = await Promise.all(Array.from({ length: 12 }, () => addPost(ada)));
    await comment(bo, posts[0]!);
    minutes(6);
    await Promise.all([
      ...posts.map((id) => comment(bo, id)),
      collectDueMails(),
      collectDueMails(),
      collectDueMails(),
    ]);
    minutes(12);
    await collectDueMails();
    const [left] = await db.execute<{ pending: number; mailed: number }>(sql`
      select count(*) filter (where email_frequency is not null)::int as pending,
        count(*) filter (where mail_id is not null)::int as mailed
      from notifications
      where recipient_id = ${ada.id}`);
    expect(left).toEqual({ pending: 0, mailed: 12 });
  });
});

describe('digests and quiet hours', () => {
  test('one mail a day at eight or one a week on Monday, in the member’s timezone', async () => {
    await db.execute(sql`update members set timezone = 'Asia/Kolkata' where id = ${ada.id}`);
    ada.timezone = 'Asia/Kolkata';
    await saveDelivery(ada, { email_liked: 'weekly', email_commented: 'daily' });
    const id = await addPost(ada, { body: 'Pears' });
    await react(bo, 'post', id, 1);
    await comment(bo, id);
    const due = async (channel: string) =>
      (
        await db.execute<{ at: string }>(sql`
          select to_char(wall_time(due_at, 'Asia/Kolkata'), 'HH24:MI D') as at
          from notification_deliveries
          where member_id = ${ada.id} and channel = ${channel}`)
      )[0]?.at;
    expect(await due('daily')).toMatch(/^08:00/);
    expect(await due('weekly')).toBe('08:00 2');
    moveClock(25 * 3_600);
    const subjects = async () => (await mailed()).map(({ subject }) => subject);
    const first = await subjects();
    expect(first).toContain('Your day on Hearth: 1 new notification');
    moveClock(8 * 24 * 3_600);
    // On a Sunday the Monday comes with the first.
    expect([...first, ...(await subjects())].sort()).toEqual([
      'Your day on Hearth: 1 new notification',
      'Your week on Hearth: 1 new notification',
    ]);
    expect(await mailed()).toEqual([]);
  });

  test('during quiet hours and a pause mails wait and are sent afterwards', async () => {
    await db.execute(sql`update members set timezone = 'America/New_York' where id = ${ada.id}`);
    await saveDelivery(ada, { quiet_from: '22:00', quiet_to: '07:00' });
    await comment(bo, await addPost(ada));
    for (const time of ['22:00', '23:59', '03:00', '06:59']) {
      await atWall(ada, time);
      expect(await mailed(), time).toEqual([]);
    }
    await atWall(ada, '07:00');
    expect(await mailed()).toHaveLength(1);
    await saveDelivery(ada, { quiet_from: null, quiet_to: null }, 24 * 14);
    await comment(bo, await addPost(ada));
    await atWall(ada, '09:00');
    expect(await mailed()).toEqual([]);
    await saveDelivery(ada, { mute_until: null });
    expect(await mailed()).toHaveLength(1);
  });

  test('a mail lists a dozen notifications and counts the rest', async () => {
    for (let turn = 0; turn < 15; turn += 1) await comment(bo, await addPost(ada));
    minutes(6);
    const [mail] = await mailed();
    expect(mail).toMatchObject({
      subject: '15 new notifications on Hearth',
      afterItems: 'And 3 more.',
      button: { label: 'See all on Hearth', url: 'https://hearth.example/notifications' },
    });
    expect(mail!.items).toHaveLength(12);
  });
});

describe('the unsubscribe link', () => {
  const aMail = async (member = ada) => {
    moveClock(0);
    await comment(bo, await addPost(member));
    minutes(6);
    return (await mailed(member))[0]!;
  };
  const frequencies = async (member: Member) =>
    Object.values(await readPreferences(member)).map(({ email }) => email);

  test('stops mails of that frequency for its recipient, once, and nothing else', async () => {
    const [mine, others] = [await aMail(), await aMail(bo).catch(() => undefined)];
    expect(others).toBeUndefined();
    const before = await frequencies(bo);
    expect(await findMail(tokenOf(mine))).toEqual({ frequency: 'at_once', isDone: false });
    expect(await frequencies(ada)).toContain('at_once');
    expect(await unsubscribe(tokenOf(mine))).toBe(true);
    expect(await frequencies(ada)).not.toContain('at_once');
    expect(await frequencies(ada)).toContain('weekly');
    expect(await frequencies(bo)).toEqual(before);
    // A reused link of an old mail does not undo later choices.
    await saveDelivery(ada, { email_commented: 'at_once' });
    expect(await unsubscribe(tokenOf(mine))).toBe(true);
    expect(await frequencies(ada)).toContain('at_once');
  });

  test('with a wrong signature does nothing', async () => {
    const cy = await addMember();
    const [mine, other] = [await aMail(), await aMail(cy)];
    const [[mailId, signature], [otherId]] = [
      tokenOf(mine).split('.') as [string, string],
      tokenOf(other).split('.') as [string],
    ];
    const flipped = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
    for (const token of [
      `${mailId}.${flipped}`,
      `${otherId}.${signature}`,
      mailId,
      `${mailId}.`,
      `.${signature}`,
      `${mailId}.${signature}.`,
      `${mailId.toUpperCase()}.${signature}`,
      `${mailId}.${signature.slice(1)}`,
      '',
      "' or 1=1 --",
    ]) {
      expect(await unsubscribe(token), token).toBe(false);
      expect(await findMail(token), token).toBeNull();
    }
    expect(await frequencies(ada)).toContain('at_once');
    expect(await frequencies(cy)).toContain('at_once');
    await db.execute(sql`delete from notification_mails where id = ${mailId}`);
    expect(await unsubscribe(tokenOf(mine))).toBe(false);
  });
});

describe('over SMTP', () => {
  const start = () =>
    spawn(process.execPath, [fileURLToPath(new URL('./mail-worker.ts', import.meta.url))], {
      env: { ...process.env, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const sent = async () =>
    (await db.execute<{ count: number }>(sql`select count(*)::int as count from sent_mails`))[0]!
      .count;

  test('each mail is sent once even if the process is killed half-way, with its unsubscribe link', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 6 }, (_, index) => addMember({ name: `Reader ${index}` })),
    );
    const addresses = await Promise.all(
      crowd.map(
        async ({ id }) =>
          (await db.execute<{ email: string }>(sql`select email from members where id = ${id}`))[0]!
            .email,
      ),
    );
    await db.execute(sql`delete from jobs.job`);
    for (const member of crowd) await comment(bo, await addPost(member));
    minutes(6);
    isHolding = true;
    await collectDueMails();
    const workers: ChildProcess[] = [start()];
    try {
      await expect
        .poll(async () => held > 0 && mailbox.mails.length === 2 && (await sent()) === 2, {
          timeout: 60_000,
        })
        .toBe(true);
      workers[0]!.kill('SIGKILL');
      isHolding = false;
      workers.push(start());
      await expect
        .poll(() => new Set(mailbox.mails.flatMap(({ to }) => to)).size, {
          timeout: 80_000,
          interval: 250,
        })
        .toBe(crowd.length);
      await expect.poll(sent).toBe(crowd.length);
    } finally {
      for (const worker of workers) worker.kill('SIGKILL');
    }
    expect(mailbox.mails.flatMap(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
    expect(new Set(mailbox.mails.map(({ headers }) => headers['message-id'])).size).toBe(
      crowd.length,
    );
    const { headers, text, html } = mailbox.mails[0]!;
    const url = /^<(https:\/\/hearth\.example\/unsubscribe\/[\w.-]+)>$/.exec(
      headers['list-unsubscribe']!,
    )![1]!;
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(text).toContain('* Bo commented on your post.\n  > Lovely pears!\n');
    expect(text).toContain(url);
    expect(html).toContain(url);
    expect(await findMail(url.split('/').at(-1)!)).toEqual({ frequency: 'at_once', isDone: false });
  }, 180_000);

  test('a name with markup or line breaks stays a name', async () => {
    const mallory = await addMember({ name: '<b>Mallory</b>\r\nBcc: all@hearth.example' });
    await comment(mallory, await addPost(ada), '<script>alert(1)</script> javascript:alert(1)');
    minutes(6);
    const [mail] = await mailed();
    const before = mailbox.mails.length;
    await sendOnce('00000000-0000-4000-8000-000000000001', async () => mail!);
    const { subject, html, to } = mailbox.mails[before]!;
    expect(to).toHaveLength(1);
    expect(subject).toBe('<b>Mallory</b> Bcc: all@hearth.example commented on your post');
    expect(html).not.toMatch(/<script|<b>Mallory/);
  });
});
