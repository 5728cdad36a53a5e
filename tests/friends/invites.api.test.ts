import { beforeAll, expect, test } from 'vitest';
import { acceptInvite, findInviter } from '#domains/friends/invites/invite-link.server.ts';
import { composeInvite, listInvites } from '#domains/friends/invites/invites.server.ts';
import { findInviterRequest, listRequests } from '#domains/friends/requests.server.ts';
import { composeContact } from '#domains/moderation/contact/contact.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, block, setStatus } from '../support/people.ts';
import { send } from '../support/rest.ts';
import { avoidWindowBorder } from '../support/windows.ts';

let ada: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  ada = await addMember({ name: 'Ada' });
});
const invite = (recipients: string, as = ada) => send('POST', '/invite', { recipients }, { as });
const codeOf = async (as: Member) =>
  new URL((await send('GET', '/invite', {}, { as })).body.invite_link).searchParams.get('invite')!;

test('one mail to each address a week, with the same answer for members and others', async () => {
  const bo = await addMember({ name: 'Bo' });
  const boMail = `${bo.username}@hearth.example`;
  expect((await invite(`new.one@hearth.example, ${boMail}\nnot-an-address`)).body).toEqual({
    sent: 2,
    already_members: [],
    invalid: ['not-an-address'],
  });
  expect((await invite('NEW.one@hearth.example', bo)).body.sent).toBe(1);
  const rows = await db.execute<{ id: number; email: string }>(
    sql`select id, email from invites order by email`,
  );
  expect(rows.map(({ email }) => email)).toEqual(['new.one@hearth.example', boMail].sort());
  const mails = await Promise.all(rows.map(({ id }) => composeInvite({ inviteId: id })));
  expect(mails.find((mail) => mail!.to === 'new.one@hearth.example')!.button!.url).toContain(
    '/signup?invite=',
  );
  expect(mails.find((mail) => mail!.to === boMail)!.button!.url).toContain(
    `/profile/${ada.id}/posts`,
  );
  await setStatus(ada, 'suspended');
  expect(await composeInvite({ inviteId: rows[0]!.id })).toBeNull();
  await setStatus(ada, 'active');
});

test.each([
  ['by the invited member', (host: Member, guest: Member) => block(guest, host)],
  ['by the inviting member', (host: Member, guest: Member) => block(host, guest)],
])(
  'across a block %s an invitation is accepted like any other, and never sent',
  async (_, setBlock) => {
    const [host, guest, third] = [
      await addMember({ name: 'Host' }),
      await addMember(),
      await addMember(),
    ];
    const address = `${guest.username}@hearth.example`;
    const [before] = [await invite(`open.${address}`, host)];
    await setBlock(host, guest);
    const answer = await invite(address.toUpperCase(), host);
    expect(answer.body).toEqual(before.body);
    const [row] = await listInvites(host);
    expect(row).toMatchObject({ email: address.toUpperCase(), joinedId: null });
    expect(await composeInvite({ inviteId: row!.id })).toBeNull();
    // An unsent invitation does not block another member's.
    await invite(address, third);
    const [sent] = await listInvites(third);
    expect(await composeInvite({ inviteId: sent!.id })).toMatchObject({ to: address });
  },
);

test('a block made before the mail is composed stops it', async () => {
  const [host, guest] = [await addMember(), await addMember()];
  await invite(`${guest.username}@hearth.example`, host);
  const [row] = await listInvites(host);
  expect(await composeInvite({ inviteId: row!.id })).not.toBeNull();
  await block(guest, host);
  expect(await composeInvite({ inviteId: row!.id })).toBeNull();
});

test('a member who signs up by the link gets one request, and is in the inviter’s list', async () => {
  const code = await codeOf(ada);
  expect(await findInviter(code)).toMatchObject({ id: ada.id });
  const newcomer = await addMember({ name: 'New' });
  await Promise.all([acceptInvite(code, newcomer.id), acceptInvite(code, newcomer.id)]);
  await acceptInvite(code, ada.id);
  expect(
    (await listRequests(newcomer, { page: 1, limit: 10 })).response.map(
      ({ subject }) => subject.user_id,
    ),
  ).toEqual([ada.id]);
  expect([
    ...(await db.execute(
      sql`
        select type, subject_id as "subjectId"
        from notifications
        where recipient_id = ${newcomer.id}`,
    )),
  ]).toEqual([{ type: 'friend_request', subjectId: ada.id }]);
  expect(
    (await listInvites(ada))
      .filter(({ joinedId }) => joinedId === newcomer.id)
      .map(({ joinedName }) => joinedName),
  ).toContain('New');
  // Above their first feed: the request from the inviter, not from anybody else.
  const other = await addMember();
  await db.execute(
    sql`insert into friend_requests (sender_id, recipient_id) values (${other.id}, ${newcomer.id})`,
  );
  expect(await findInviterRequest(newcomer)).toMatchObject({ subject: { user_id: ada.id } });
  expect(await findInviterRequest(other)).toBeUndefined();
  await block(newcomer, ada);
  expect(await findInviterRequest(newcomer)).toBeUndefined();
  expect((await listInvites(ada)).some(({ joinedId }) => joinedId === newcomer.id)).toBe(false);
});

test('a tampered code, or one of a deleted member, invites nobody', async () => {
  const code = await codeOf(ada);
  const [id, signature] = code.split('.') as [string, string];
  for (const wrong of [
    '',
    'x',
    `${Number(id) + 1}.${signature}`,
    `${id}.${'A'.repeat(22)}`,
    `${code}x`,
  ])
    expect(await findInviter(wrong), wrong).toBeUndefined();
  const deleted = await addMember();
  const deletedCode = await codeOf(deleted);
  await setStatus(deleted, 'deleted');
  expect(await findInviter(deletedCode)).toBeUndefined();
});

test('too many or no addresses are refused, and so are visitors', async () => {
  for (const recipients of [
    '',
    'nobody',
    Array.from({ length: 11 }, (_, index) => `a${index}@hearth.example`).join(),
  ])
    expect(await invite(recipients), recipients).toMatchObject({
      status: 400,
      message: { recipients: expect.any(String) },
    });
  expect(await send('POST', '/invite', { recipients: 'a@hearth.example' })).toMatchObject({
    status: 401,
  });
  await avoidWindowBorder(3_600);
  env().RATE_LIMIT_SCALE = 1;
  const fresh = await addMember();
  const ten = (start: string) =>
    Array.from({ length: 10 }, (_, index) => `${start}${index}@hearth.example`).join();
  const responses = [
    await invite(ten('x'), fresh),
    await invite(ten('y'), fresh),
    await invite('z@hearth.example', fresh),
  ];
  env().RATE_LIMIT_SCALE = 1_000;
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 429]);
});

test('a message to the administrators is stored, and mailed to each of them', async () => {
  const admin = await addMember({ role: 'admin' });
  expect(
    await send('POST', '/help/contact', { body: '<b>Help</b>\n\nplease' }, { as: ada }),
  ).toMatchObject({ status_code: 204 });
  const [row] = await db.execute<{ id: number }>(
    sql`select id from contact_messages where member_id = ${ada.id}`,
  );
  const mail = (await composeContact({ messageId: row!.id, adminId: admin.id }))!;
  expect(mail).toMatchObject({
    to: `${admin.username}@hearth.example`,
    subject: 'Message from Ada',
    paragraphs: [expect.stringContaining('Ada ('), '<b>Help</b>', 'please'],
  });
  expect(await composeContact({ messageId: row!.id, adminId: ada.id })).toBeNull();
  expect(await send('POST', '/help/contact', { body: 'Hello' })).toMatchObject({
    status: 400,
    message: { name: 'Please fill in this field.', email: 'Please fill in this field.' },
  });
  expect(
    await send('POST', '/help/contact', {
      body: 'Hello',
      name: 'Eve\r\nBcc: x',
      email: 'eve@hearth.example',
    }),
  ).toMatchObject({ status_code: 204 });
  expect(await send('POST', '/help/contact', { body: '  ' }, { as: ada })).toMatchObject({
    status: 400,
  });
  expect(
    await send('POST', '/help/contact', { body: 'x'.repeat(5_001) }, { as: ada }),
  ).toMatchObject({ status: 400 });
});

test.each([
  ['a member', true],
  ['a visitor', false],
])('ten concurrent messages of %s with one key are one', async (_, isSigned) => {
  const as = isSigned ? await addMember() : undefined;
  await avoidWindowBorder(3_600);
  env().RATE_LIMIT_SCALE = 1;
  const key = `contact-${isSigned}`;
  const message = { body: `Ten times ${key}`, name: 'Eve', email: 'eve@hearth.example' };
  const sendIt = (more: object = {}) =>
    send(
      'POST',
      '/help/contact',
      { ...message, ...more },
      { as, headers: { 'idempotency-key': key } },
    );
  const answers = await Promise.all(Array.from({ length: 10 }, () => sendIt()));
  const other = await sendIt({ body: 'Something else' });
  env().RATE_LIMIT_SCALE = 1_000;
  expect(answers.map(({ status_code: code }) => code)).toEqual(Array(10).fill(204));
  const rows = await db.execute(sql`select 1 from contact_messages where body = ${message.body}`);
  expect(rows).toHaveLength(1);
  expect(other).toMatchObject({ status: 400, message: { 'Idempotency-Key': expect.any(String) } });
});

test('native clients sign up with an invitation code', async () => {
  const host = await addMember({ name: 'Host' });
  const code = await codeOf(host);
  const fields = (name: string) => ({
    email: `${name}.${process.pid}@hearth.example`,
    password: 'quiet lantern over water',
    passconf: 'quiet lantern over water',
    first_name: name,
    last_name: 'Guest',
    terms: 1,
  });
  const join = async (name: string, more: Record<string, string>) =>
    (await send('POST', '/signup', { ...fields(name), ...more })).body.user.user_id as number;
  const invited = await join('Nia', { invite_code: code });
  const linked = await join('Lin', { invite: code });
  // A wrong code changes nothing.
  expect(await join('Wes', { invite_code: `${host.id}.${'x'.repeat(22)}` })).toBeGreaterThan(
    linked,
  );
  const asked = await db.execute<{ id: number }>(
    sql`select recipient_id as id from friend_requests where sender_id = ${host.id} order by id`,
  );
  expect(asked.map(({ id }) => id)).toEqual([invited, linked]);
});
