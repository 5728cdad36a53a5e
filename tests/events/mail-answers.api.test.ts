import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mintLink } from '#domains/auth/email-tokens.server.ts';
import type { GuestMail } from '#domains/containers/answers/guest-mails.server.ts';
import {
  findMailGuest,
  listMailGuests,
  withdrawMailGuest,
  type MailGuest,
} from '#domains/containers/answers/mail-guests.server.ts';
import { deleteRows } from '#domains/containers/lifecycle/deletion.server.ts';
import { editEvent } from '#domains/events/edit/event-changes.server.ts';
import { composeGuestMail } from '#domains/events/mail-answers/guest-mail.server.ts';
import {
  askByMail,
  confirmByMail,
  mailAnswerUrl,
  pruneGuestsByMail,
  readMailAnswer,
  remindGuestsByMail,
} from '#domains/events/mail-answers/mail-answers.server.ts';
import {
  ownAnswersQueue,
  takeOverMailAnswers,
} from '#domains/events/mail-answers/own-answers.server.ts';
import { exportGuests } from '#domains/events/membership/guest-file.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { confirmNewEmail } from '#domains/settings/general.server.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addGroup } from '../groups/group-world.ts';
import { addMember, givePassword } from '../support/people.ts';
import { avoidWindowBorder } from '../support/windows.ts';
import { addEvent, call, moveClockTo, noticesOf, view } from './event-world.ts';

let owner: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Olga' });
});

const caller = { address: '192.0.2.1', userAgent: '', device: undefined };
const add = (fields: object = {}) => addEvent(owner, { mail_answers: 1, ...fields });

/** Answers by mail, without confirming. */
async function ask(eventId: number, email: string, seats = 1, name = 'Vera'): Promise<MailGuest> {
  await askByMail(eventId, { name, email, seats }, caller);
  const [row] = await db.execute<{ id: number }>(sql`
    select id::float8 as id
    from container_mail_guests
    where item_id = ${eventId} and lower(email) = ${email.toLowerCase()}`);
  return (await findMailGuest(row!.id))!;
}
async function come(eventId: number, email: string, seats = 1): Promise<MailGuest> {
  const guest = await ask(eventId, email, seats);
  await confirmByMail(guest);
  return (await findMailGuest(guest.id))!;
}
const counts = async (id: number) => {
  const { get_attending_count: going, get_waiting_count: waiting } = await view(owner, id);
  return [going, waiting];
};
const jobs = async (guest: MailGuest): Promise<string[]> =>
  (
    await db.execute<{ payload: GuestMail }>(sql`
      select data as payload from jobs.job where name = 'guest-mail' order by created_on, id`)
  ).flatMap(({ payload }) => (payload.guestId === guest.id ? payload.about : []));
const jobAbout = async (about: string, { id }: MailGuest): Promise<GuestMail> =>
  (
    await db.execute<{ payload: GuestMail }>(sql`
      select data as payload from jobs.job
      where name = 'guest-mail' and data->>'about' = ${about} and data->>'guestId' = ${String(id)}`)
  )[0]!.payload;
/** As by the link of the mail that a new address gets. */
async function changeAddress({ id }: Member, email: string): Promise<void> {
  await db.execute(sql`update members set new_email = ${email} where id = ${id}`);
  const link = await mintLink('email', id, randomUUID());
  await confirmNewEmail({ code: link!.token + link!.code, uid: id }, caller);
}
/** By the numbers of events, with the number of who waits: a new address signs the member out. */
const answersOf = async ({ id }: Member): Promise<Record<number, string>> =>
  Object.fromEntries(
    (
      await db.execute<{ itemId: number; answer: string }>(sql`
        select a.item_id::float8 as "itemId", concat_ws(' ', a.answer, a.queue_no) as answer
        from container_answers a
        join memberships ms using (type, id, member_id)
        where a.member_id = ${id} and ms.state = 'member'`)
    ).map(({ itemId, answer }) => [itemId, answer]),
  );
/** Runs the waiting jobs that give answers to members. */
async function runOwn(): Promise<void> {
  const waiting = await db.execute(sql`
    select from jobs.job where name = ${ownAnswersQueue} and state = 'created'`);
  if (waiting.length) await takeOverMailAnswers();
}

describe('an answer by mail', () => {
  test('counts nothing until it is confirmed', async () => {
    const id = await add({ capacity: 5 });
    const guest = await ask(id, 'vera@mail.example', 2);
    expect(await counts(id)).toEqual([1, 0]);
    await confirmByMail(guest);
    await confirmByMail(guest);
    expect(await counts(id)).toEqual([2, 0]);
    expect((await view(owner, id)).seats_left).toBe(2);
  });

  test('is announced to the hosts in one unread notice, however many come', async () => {
    const id = await add();
    await ask(id, 'asks@mail.example');
    await come(id, 'vera@mail.example');
    await come(id, 'vito@mail.example');
    const notices = (await noticesOf(owner)).filter(([, url]) => url === `/events/${id}`);
    expect(notices).toEqual([['event_mail_answered', `/events/${id}`]]);
  });

  test('waits for a seat and gets the one from which another guest withdraws', async () => {
    const id = await add({ capacity: 2 });
    const first = await come(id, 'first@mail.example');
    const second = await come(id, 'second@mail.example');
    expect(second.queueNo).toBe(1);
    expect(await counts(id)).toEqual([2, 1]);
    await withdrawMailGuest(first);
    expect(await counts(id)).toEqual([2, 0]);
    expect(await jobs(second)).toEqual(['confirm', 'seated']);
  });

  test('gets the seat of a member who leaves', async () => {
    const id = await add({ capacity: 2 });
    const member = await addMember();
    await call(member, 'POST', `/events/view/${id}`, { rsvp: 2 });
    const guest = await come(id, 'vera@mail.example');
    await call(member, 'POST', `/events/member/leave/${id}`);
    expect(await counts(id)).toEqual([2, 0]);
    expect(await jobs(guest)).toEqual(['confirm', 'seated']);
  });

  test('never takes a seat twice when twenty guests confirm at once', async () => {
    const id = await add({ capacity: 2 });
    const guests: MailGuest[] = [];
    for (let nth = 0; nth < 20; nth += 1) guests.push(await ask(id, `race${nth}@mail.example`));
    await Promise.all(guests.map(confirmByMail));
    expect(await counts(id)).toEqual([2, 19]);
    const queued = (await listMailGuests({ type: 'event', itemId: id })).map((one) => one.queueNo);
    expect(queued.filter((no) => no !== null)).toEqual(
      Array.from({ length: 19 }, (_, no) => no + 1),
    );
  });

  test('for more seats than there are in all is refused at once, and when it is confirmed', async () => {
    const id = await add({ capacity: 3 });
    const inAll = (count: number) => ({
      status: 400,
      detail: { seats: `There are only ${count} places in all.` },
    });
    await expect(ask(id, 'vera@mail.example', 4)).rejects.toMatchObject(inAll(3));
    const guest = await ask(id, 'vera@mail.example', 3);
    await call(owner, 'PUT', `/events/edit/${id}`, { capacity: 2 });
    await expect(confirmByMail(guest)).rejects.toMatchObject(inAll(2));
    expect(await counts(id)).toEqual([1, 0]);
  });

  test('is asked for again while it is withdrawn, and neither waits for the other', async () => {
    const id = await add();
    const answer = { name: 'Vera', email: 'vera@mail.example', seats: 1 };
    let guest = await come(id, answer.email);
    for (let turn = 0; turn < 40; turn += 1) {
      await Promise.all([withdrawMailGuest(guest), askByMail(id, answer, caller)]);
      guest = await come(id, answer.email);
    }
    expect(await counts(id)).toEqual([2, 0]);
  });

  test('is one for each address, however it is spelled', async () => {
    const id = await add();
    const guest = await come(id, 'Vera@Mail.example', 2);
    expect((await ask(id, 'vera@mail.EXAMPLE', 5)).id).toBe(guest.id);
    expect(await findMailGuest(guest.id)).toMatchObject({ seats: 2, isConfirmed: true });
    expect(await counts(id)).toEqual([2, 0]);
  });

  test('with the address of a member becomes the answer of the member', async () => {
    const id = await add();
    const member = await addMember();
    const email = `${member.username}@hearth.example`;
    const guest = await ask(id, email);
    const isOn = { answer: 'going', queueNo: null, isRequested: false };
    expect(await confirmByMail(guest)).toEqual(isOn);
    expect(await findMailGuest(guest.id)).toBeUndefined();
    expect(await view(member, id)).toMatchObject({ rsvp: 2, membership: 'member' });
    expect(await counts(id)).toEqual([2, 0]);
  });

  test('with the address of a member leaves the answer that the member gave', async () => {
    const id = await add();
    const member = await addMember();
    await call(member, 'POST', `/events/view/${id}`, { rsvp: 1 });
    const guest = await ask(id, `${member.username}@hearth.example`, 3);
    expect(await confirmByMail(guest)).toMatchObject({ answer: 'maybe' });
    expect(await findMailGuest(guest.id)).toBeUndefined();
    expect(await view(member, id)).toMatchObject({ rsvp: 1, seats: 1 });
  });

  test('returns the number with which the member waits', async () => {
    const id = await add({ capacity: 1 });
    const member = await addMember();
    const guest = await ask(id, `${member.username}@hearth.example`);
    expect(await confirmByMail(guest)).toMatchObject({ answer: 'going', queueNo: 1 });
  });

  test('with the address of a banned member is mailed nothing, and looks the same', async () => {
    const id = await add();
    const member = await addMember();
    await call(owner, 'POST', `/events/member/ban/${id}`, { user_id: member.id });
    const guest = await ask(id, `${member.username}@hearth.example`);
    expect(await composeGuestMail({ guestId: guest.id, about: 'confirm' })).toBeNull();
    await expect(confirmByMail(guest)).rejects.toMatchObject({ status: 401 });
    expect(await counts(id)).toEqual([1, 0]);
  });

  test('with the address of a member whose ban has ended is mailed', async () => {
    const id = await add();
    const member = await addMember();
    await call(owner, 'POST', `/events/member/ban/${id}`, { user_id: member.id, days: 1 });
    await db.execute(sql`
      update memberships set banned_until = now() - interval '1 hour'
      where type = 'event' and member_id = ${member.id}`);
    const guest = await ask(id, `${member.username}@hearth.example`);
    expect(await composeGuestMail({ guestId: guest.id, about: 'confirm' })).not.toBeNull();
  });

  test.each([{ mail_answers: 0 }, { auth_view: 'registered' }, { approval: 1 }])(
    'is not possible for an event with %j',
    async (fields) => {
      const id = await add(fields);
      await expect(ask(id, 'vera@mail.example')).rejects.toMatchObject({ status: 404 });
    },
  );

  test('is one of ten in half an hour from one address of the network', async () => {
    await avoidWindowBorder(1_800);
    const id = await add();
    const flood = { ...caller, address: '192.0.2.77' };
    env().RATE_LIMIT_SCALE = 1;
    try {
      const asked = (nth: number) =>
        askByMail(id, { name: 'Vera', email: `flood${nth}@mail.example`, seats: 1 }, flood);
      for (let nth = 0; nth < 10; nth += 1) await asked(nth);
      await expect(asked(10)).rejects.toMatchObject({ status: 429 });
    } finally {
      env().RATE_LIMIT_SCALE = 1_000;
    }
  });

  test('is refused once the event is cancelled', async () => {
    const id = await add();
    const guest = await ask(id, 'vera@mail.example');
    await call(owner, 'POST', `/events/cancel/${id}`);
    await expect(confirmByMail(guest)).rejects.toMatchObject({ status: 400 });
    await expect(ask(id, 'other@mail.example')).rejects.toMatchObject({ status: 404 });
  });

  test('becomes that of a member who confirms the address later, with its number', async () => {
    const id = await add({ capacity: 3 });
    const member = await addMember();
    await come(id, 'first@mail.example', 2);
    const waiting = await come(id, 'waiting@mail.example', 2);
    const [plain, banned] = [await add(), await add({ capacity: 2 })];
    await come(plain, 'waiting@mail.example', 3);
    await come(banned, 'waiting@mail.example');
    await call(member, 'POST', `/events/view/${plain}`, { rsvp: 0 });
    await call(member, 'POST', `/events/view/${plain}`, { rsvp: 1 });
    await call(owner, 'POST', `/events/member/ban/${banned}`, { user_id: member.id });
    await changeAddress(member, 'Waiting@mail.example');
    expect(await answersOf(member)).toEqual({ [plain]: 'maybe' });
    await Promise.all([runOwn(), runOwn()]);
    expect(await answersOf(member)).toEqual({ [id]: 'going 1', [plain]: 'maybe' });
    expect(await counts(id)).toEqual([2, 1]);
    expect(await findMailGuest(waiting.id)).toBeUndefined();
    expect([await counts(plain), await counts(banned)]).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect((await view(owner, banned)).seats_left).toBe(1);
  });

  test('stays that of the guest where hosts let members in by now', async () => {
    const id = await add();
    const member = await addMember();
    const guest = await come(id, 'late@mail.example');
    await call(owner, 'PUT', `/events/edit/${id}`, { approval: 1 });
    await changeAddress(member, 'late@mail.example');
    await runOwn();
    expect((await findMailGuest(guest.id))?.isConfirmed).toBe(true);
    expect((await view(member, id)).membership).toBe('none');
  });

  test('gets the message of a host with its text', async () => {
    const id = await add({ capacity: 3 });
    const guest = await come(id, 'vera@mail.example');
    const waiting = await come(id, 'waits@mail.example', 3);
    const asked = await ask(id, 'asked@mail.example');
    const write = (audience: string) =>
      call(owner, 'POST', `/events/message/${id}`, { body: 'Bring cups', audience });
    expect((await write('going')).body).toEqual({ notified: 1 });
    expect((await write('coming')).body).toEqual({ notified: 2 });
    expect((await write('maybe')).body).toEqual({ notified: 0 });
    expect(await jobs(guest)).toEqual(['confirm', 'message', 'message']);
    expect(await jobs(waiting)).toEqual(['confirm', 'message']);
    expect(await jobs(asked)).toEqual(['confirm']);
    const mail = await composeGuestMail(await jobAbout('message', guest));
    expect(mail).toMatchObject({
      subject: 'Message: Tea',
      unsubscribe: mailAnswerUrl(guest.id),
    });
    expect(mail!.paragraphs).toContain('Olga: Bring cups');
  });

  test('gets no message of a host once visitors do not read the event any more', async () => {
    const id = await add();
    const guest = await come(id, 'vera@mail.example');
    const write = () => call(owner, 'POST', `/events/message/${id}`, { body: 'Bring cups' });
    await write();
    await call(owner, 'POST', `/events/edit/${id}`, { auth_view: 'owner_member' });
    expect(await composeGuestMail(await jobAbout('message', guest))).toBeNull();
    expect((await write()).body).toEqual({ notified: 0 });
    expect(await jobs(guest)).toEqual(['confirm', 'message']);
  });

  test('gets a mail when the event is deleted with its group', async () => {
    const group = await addGroup(owner);
    const id = await add({ parent_type: 'group', parent_id: group });
    const guest = await come(id, 'vera@mail.example');
    const asked = await ask(id, 'asked@mail.example');
    const password = await givePassword(owner);
    await call(owner, 'DELETE', `/groups/delete/${group}`, { password });
    await deleteRows();
    expect(await findMailGuest(guest.id)).toBeUndefined();
    expect([await jobs(guest), await jobs(asked)]).toEqual([['confirm', 'deleted'], ['confirm']]);
    expect(await composeGuestMail(await jobAbout('deleted', guest))).toMatchObject({
      to: 'vera@mail.example',
      subject: 'Cancelled: Tea',
    });
  });

  test('gets a mail when the event is cancelled, also if it is deleted at once', async () => {
    const id = await add();
    const guest = await come(id, 'vera@mail.example');
    await call(owner, 'POST', `/events/cancel/${id}`);
    expect(await jobs(guest)).toEqual(['confirm', 'cancelled']);
    const password = await givePassword(owner);
    await call(owner, 'DELETE', `/events/delete/${id}`, { password });
    expect(await composeGuestMail(await jobAbout('deleted', guest))).not.toBeNull();
  });
});

test('a mail about an event that was closed later leaves out its location', async () => {
  const id = await add({ location: 'Lock 4' });
  const guest = await come(id, 'vera@mail.example');
  const mail = async () =>
    JSON.stringify(await composeGuestMail({ guestId: guest.id, about: 'moved' }));
  expect(await mail()).toContain('Lock 4');
  await call(owner, 'POST', `/events/edit/${id}`, { auth_view: 'owner_member' });
  expect(await mail()).not.toContain('Lock 4');
});

describe('the link of an answer by mail', () => {
  test('is found by its signature alone', async () => {
    const guest = await ask(await add(), 'vera@mail.example');
    const token = mailAnswerUrl(guest.id).split('/').at(-1)!;
    expect((await readMailAnswer(token))!.id).toBe(guest.id);
    for (const wrong of [
      `${guest.id + 1}${token.slice(token.indexOf('.'))}`,
      `${guest.id}`,
      'x',
      '',
    ])
      await expect(readMailAnswer(wrong)).rejects.toMatchObject({ status: 404 });
  });
});

test('hosts alone read the name of a guest by mail, and nobody the address', async () => {
  const id = await add();
  await come(id, 'vera@mail.example');
  const file = await exportGuests(owner, id);
  expect(file).toContain('"Vera","Going","1",""');
  expect(file + JSON.stringify(await listMailGuests({ type: 'event', itemId: id }))).not.toContain(
    'mail.example',
  );
  const { body } = await call(owner, 'GET', `/events/member/list/${id}`);
  expect(JSON.stringify(body)).not.toContain('Vera');
});

describe('a reminder by mail', () => {
  afterEach(() => moveClock(0));
  const remindTwice = async () => {
    await Promise.all([remindGuestsByMail(), remindGuestsByMail()]);
    await remindGuestsByMail();
  };

  test('comes once, a day before the start', async () => {
    const guest = await come(await add({ timezone: 'UTC' }), 'vera@mail.example');
    const later = { starttime: '2027-05-03 10:00:00', endtime: '2027-05-03 12:00:00' };
    const other = await come(await add({ timezone: 'UTC', ...later }), 'vera@mail.example');
    await moveClockTo('2027-04-30T11:00:00Z');
    await remindTwice();
    expect(await jobs(guest)).toEqual(['confirm', 'reminder']);
    expect(await jobs(other)).toEqual(['confirm']);
  });

  test('does not come to who answers within the day before', async () => {
    const id = await add({ timezone: 'UTC' });
    await moveClockTo('2027-04-30T11:00:00Z');
    const guest = await come(id, 'hurried@mail.example');
    await remindTwice();
    expect(await jobs(guest)).toEqual(['confirm']);
  });

  test('comes again for the time to which the event is moved', async () => {
    const id = await add({ timezone: 'UTC' });
    const guest = await come(id, 'vera@mail.example');
    await moveClockTo('2027-04-30T11:00:00Z');
    await remindTwice();
    await moveClockTo('2027-04-30T12:00:00Z');
    const times = {
      startsLocal: '2027-05-08T10:00:00',
      endsLocal: '2027-05-08T12:00:00',
      timezone: 'UTC',
    };
    await editEvent(owner, { id, itemId: id }, {}, { schedule: () => ({ times }) });
    await remindTwice();
    expect(await jobs(guest)).toEqual(['confirm', 'reminder', 'movedFar']);
    await moveClockTo('2027-05-07T11:00:00Z');
    await remindTwice();
    expect(await jobs(guest)).toEqual(['confirm', 'reminder', 'movedFar', 'reminder']);
  });
});

test('answers by mail are deleted after two days without confirmation, and a month after the event', async () => {
  const id = await add();
  const [old, recent, confirmed] = [
    await ask(id, 'old@mail.example'),
    await ask(id, 'recent@mail.example'),
    await come(id, 'confirmed@mail.example'),
  ];
  await db.execute(sql`
    update container_mail_guests
    set created_at = now() - interval '49 hours'
    where id in (${old.id}, ${confirmed.id})`);
  const left = async () => {
    await pruneGuestsByMail();
    const found = await Promise.all(
      [old, recent, confirmed].map(({ id: one }) => findMailGuest(one)),
    );
    return found.map((one) => one !== undefined);
  };
  expect(await left()).toEqual([false, true, true]);
  const endedAgo = (days: number) =>
    db.execute(sql`
      update events
      set starts_at = now() - make_interval(days => ${days + 1}),
        ends_at = now() - make_interval(days => ${days})
      where id = ${id}`);
  await endedAgo(29);
  expect(await left()).toEqual([false, true, true]);
  await endedAgo(31);
  expect(await left()).toEqual([false, false, false]);
});

test('guests of an event that is cancelled stay a month beyond its planned end, and get their mail', async () => {
  const id = await add();
  const guest = await come(id, 'stays@mail.example');
  await call(owner, 'POST', `/events/cancel/${id}`, { reason: 'Rain' });
  await pruneGuestsByMail();
  const mail = await composeGuestMail(await jobAbout('cancelled', guest));
  expect(mail).toMatchObject({ to: 'stays@mail.example', subject: 'Cancelled: Tea' });
  await db.execute(sql`
    update events
    set starts_at = now() - interval '32 days', ends_at = now() - interval '31 days'
    where id = ${id}`);
  await pruneGuestsByMail();
  expect(await findMailGuest(guest.id)).toBeUndefined();
});

test('guests by mail of an event that was removed get neither a reminder nor another mail', async () => {
  const ids = [await add(), await add()];
  const guests = [await come(ids[0]!, 'gone@mail.example'), await come(ids[1]!, 'on@mail.example')];
  await db.execute(sql`
    update events
    set starts_at = now() + interval '20 hours', ends_at = now() + interval '22 hours'
    where id in (${ids[0]}, ${ids[1]})`);
  await db.execute(sql`
    update container_answers set answered_at = now() - interval '1 day' where type = 'event'`);
  await db.execute(sql`update containers set state = 'removed' where id = ${ids[0]}`);
  await remindGuestsByMail();
  expect(await Promise.all(guests.map(jobs))).toEqual([['confirm'], ['confirm', 'reminder']]);
  const mails = guests.map(({ id }) => composeGuestMail({ guestId: id, about: 'moved' }));
  expect((await Promise.all(mails)).map((mail) => mail === null)).toEqual([true, false]);
});

describe('a change of an event', () => {
  const mailOf = async (about: string, guest: MailGuest) => {
    const mail = await composeGuestMail(await jobAbout(about, guest));
    return { subject: mail!.subject, text: mail!.paragraphs.join('\n') };
  };
  const edit = (id: number, fields: object) =>
    call(owner, 'PUT', `/events/edit/${id}`, { ...fields });

  test('names the old and the new time to guests by mail', async () => {
    const id = await add({ timezone: 'UTC' });
    const guest = await come(id, 'vera@mail.example');
    await edit(id, { starttime: '2027-05-01 11:00:00', endtime: '2027-05-01 12:00:00' });
    const { subject, text } = await mailOf('moved', guest);
    expect(subject).toBe('New time or place: Tea');
    expect(text).toContain(
      'Tea: now Sat, May 1, 2027, 11:00 AM – 12:00 PM (UTC), before May 1, 10:00 AM.',
    );
  });

  test('by more than a day asks guests by mail whether they still come, with their seats as before', async () => {
    const id = await add({ timezone: 'UTC' });
    const guest = await come(id, 'vera@mail.example');
    await edit(id, { starttime: '2027-05-08 10:00:00', endtime: '2027-05-08 12:00:00' });
    expect(await jobs(guest)).toEqual(['confirm', 'movedFar']);
    const { subject, text } = await mailOf('movedFar', guest);
    expect(subject).toBe('Are you still coming?: Tea');
    expect(text).toContain('now Sat, May 8, 2027');
    expect(text).toContain('before May 1, 10:00 AM.');
    expect(await counts(id)).toEqual([2, 0]);
  });
});

describe('a date that moves to another day with its series', () => {
  const dates = async (id: number) =>
    (
      await db.execute<{ id: number }>(sql`
        select i.id::float8 as id from events i where i.wall_id = (
          select own.wall_id from events own where own.id = ${id}
        )
        order by i.starts_at`)
    ).map((row) => row.id);
  async function moved() {
    const first = await add({ rrule: 'FREQ=WEEKLY;COUNT=3', timezone: 'UTC', capacity: 5 });
    const ids = await dates(first);
    const email = `asked${first}@mail.example`;
    const guest = await come(ids[1]!, email, 2);
    await call(owner, 'PUT', `/events/edit/${ids[1]}`, {
      scope: 'following',
      starttime: '2027-05-09 10:00:00',
      endtime: '2027-05-09 12:00:00',
    });
    return { guest, id: ids[1]!, email };
  }

  test('ends the answer of a guest by mail, who answers again by the link of before', async () => {
    const { guest, id, email } = await moved();
    expect(await counts(id)).toEqual([0, 0]);
    expect((await view(owner, id)).seats_left).toBe(5);
    expect(await jobs(guest)).toEqual(['confirm', 'asks']);
    const mail = await composeGuestMail(await jobAbout('asks', guest));
    expect(mail).toMatchObject({
      to: email,
      subject: 'Are you still coming?: Tea',
      button: { label: 'Answer again', url: mailAnswerUrl(guest.id) },
    });
    const text = mail!.paragraphs.join('\n');
    expect(text).toContain('Before: May 8, 10:00 AM.');
    expect(text).toContain('Sun, May 9, 2027');
    await db.execute(sql`
      update container_mail_guests set created_at = now() - interval '3 days' where id = ${guest.id}`);
    await pruneGuestsByMail();
    await confirmByMail((await readMailAnswer(mailAnswerUrl(guest.id).split('/').at(-1)!))!);
    expect(await counts(id)).toEqual([1, 0]);
    expect((await view(owner, id)).seats_left).toBe(3);
  });

  test('sends a mail of its cancellation to a guest who has not answered again', async () => {
    const { guest, id } = await moved();
    await call(owner, 'POST', `/events/cancel/${id}`);
    expect(await jobs(guest)).toEqual(['confirm', 'asks', 'cancelled']);
    expect(await composeGuestMail(await jobAbout('cancelled', guest))).toMatchObject({
      subject: 'Cancelled: Tea',
    });
  });
});
