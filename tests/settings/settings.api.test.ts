import { beforeAll, describe, expect, test } from 'vitest';
import { composeAuthMail } from '#domains/auth/auth-mails.server.ts';
import { logIn } from '#domains/auth/login.server.ts';
import { hashPassword } from '#domains/auth/passwords.server.ts';
import { createSession } from '#domains/auth/sessions.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { readFeed } from '#domains/posts/feed/feed.server.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import {
  changePendingEmail,
  confirmNewEmail,
  readGeneral,
} from '#domains/settings/general.server.ts';
import { purgeDue } from '#domains/settings/purge.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMedia, addMember, addPost, befriend, block } from '../support/people.ts';
import { send } from '../support/rest.ts';
import { avoidWindowBorder } from '../support/windows.ts';

const password = 'quiet lantern over water';
const caller = { address: '127.0.0.1', userAgent: 'test' };
let hash: string;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  hash = await hashPassword(password);
});

/** With a password. */
async function newMember(name = 'Ada'): Promise<Member & { email: string }> {
  const member = await addMember({ name });
  await db.execute(sql`update members set password_hash = ${hash} where id = ${member.id}`);
  return { ...member, email: `${member.username}@hearth.example` };
}
const sessionsOf = async (member: Member) =>
  (
    await db.execute<{ count: number }>(
      sql`select count(*)::int as count from sessions where member_id = ${member.id}`,
    )
  )[0]!.count;
const mailsAbout = async (member: Member) =>
  (
    await db.execute<{ about: string }>(
      sql`
        select data ->> 'about' as about
        from jobs.job
        where name = 'mail' and data ->> 'memberId' = ${String(member.id)}
        order by 1`,
    )
  ).map(({ about }) => about);

describe('a new password', () => {
  test('needs the old one', async () => {
    const member = await newMember();
    const change = (fields: Record<string, string>) =>
      send('POST', '/members/settings/password', fields, { as: member });
    const next = 'a new lantern by the pond';
    expect(
      await change({ oldPassword: 'wrong', password: next, passwordConfirm: next }),
    ).toMatchObject({ status: 400, message: { oldPassword: 'This password is wrong.' } });
    expect(
      await change({ oldPassword: password, password: next, passwordConfirm: `${next}x` }),
    ).toMatchObject({ status: 400, message: { passwordConfirm: 'The passwords do not match.' } });
    expect(
      await change({ oldPassword: password, password: 'password1', passwordConfirm: 'password1' }),
    ).toMatchObject({ status: 400, message: { password: expect.any(String) } });
    expect(
      await change({ oldPassword: password, password: next, passwordConfirm: next }),
    ).toMatchObject({ status_code: 204 });
    await expect(logIn({ email: member.email, password }, caller)).rejects.toMatchObject({
      code: 'no_record',
    });
    await logIn({ email: member.email, password: next }, caller);
  });

  test('signs out other devices and notifies the owner', async () => {
    const member = await newMember();
    await createSession(db, member.id, 'other', '');
    const fields = {
      oldPassword: password,
      password: 'a new lantern by the pond',
      passwordConfirm: 'a new lantern by the pond',
    };
    expect(await send('POST', '/members/settings/password', fields, { as: member })).toMatchObject({
      status_code: 204,
    });
    expect(await sessionsOf(member)).toBe(1);
    expect(await send('GET', '/auth/session', {}, { as: member })).toMatchObject({ status: 200 });
    expect(await mailsAbout(member)).toEqual(['password-changed']);
  });

  test('attempts are limited', async () => {
    const member = await newMember();
    await avoidWindowBorder(600);
    env().RATE_LIMIT_SCALE = 1;
    const tries = [];
    for (let index = 0; index < 11; index += 1)
      tries.push(
        (
          await send(
            'POST',
            '/members/settings/password',
            { oldPassword: 'wrong', password: 'abcdefgh1', passwordConfirm: 'abcdefgh1' },
            { as: member },
          )
        ).status,
      );
    env().RATE_LIMIT_SCALE = 1_000;
    expect(tries).toEqual([...Array<number>(10).fill(400), 429]);
  });
});

describe('general settings', () => {
  test('a new address needs the password and its own confirmation, and does not reveal whether it is taken', async () => {
    const [member, other] = [await newMember(), await newMember()];
    const save = (fields: Record<string, string>) =>
      send('PUT', '/members/settings/general', fields, { as: member });
    const address = `new.${member.email}`;
    expect(await save({ email: address })).toMatchObject({
      status: 400,
      error_code: 'password_required',
    });
    expect(await save({ email: address, password: 'wrong' })).toMatchObject({
      status: 400,
      message: { password: 'This password is wrong.' },
    });
    expect(await save({ email: other.email, password })).toMatchObject({ status_code: 204 });
    expect(await save({ email: address, password })).toMatchObject({ status_code: 204 });
    expect(
      (await send('GET', '/members/settings/general', {}, { as: member })).body.formValues.email,
    ).toBe(member.email);
    const mail = (await composeAuthMail({ about: 'new-email', memberId: member.id }, 'job-1'))!;
    expect(mail.to).toBe(address);
    expect(
      (await composeAuthMail({ about: 'email-changing', memberId: member.id }, 'job-2'))!.to,
    ).toBe(member.email);
    const [, code] = /confirm-email\/([^/]+)\//.exec(mail.button!.url)!;
    await expect(
      confirmNewEmail({ code: `${code}x`, uid: member.id }, caller),
    ).rejects.toMatchObject({ code: 'code_invalid' });
    await expect(confirmNewEmail({ code: code!, uid: other.id }, caller)).rejects.toMatchObject({
      code: 'code_invalid',
    });
    await confirmNewEmail({ code: code!, uid: member.id }, caller);
    await expect(confirmNewEmail({ code: code!, uid: member.id }, caller)).rejects.toMatchObject({
      code: 'code_invalid',
    });
    expect(await sessionsOf(member)).toBe(0);
    await logIn({ email: address, password }, caller);
  });

  test('a pending address gets another mail, or is cancelled: then no link confirms it', async () => {
    const member = await newMember();
    const change = (email: string) =>
      send('PUT', '/members/settings/general', { email, password }, { as: member });
    const codeOf = async (job: string) =>
      /confirm-email\/([^/]+)\//.exec(
        (await composeAuthMail({ about: 'new-email', memberId: member.id }, job))!.button!.url,
      )![1]!;
    const confirm = (code: string) => confirmNewEmail({ code, uid: member.id }, caller);
    await change(`first.${member.email}`);
    const first = await codeOf('waiting-1');
    await changePendingEmail(member, 'again');
    const again = await codeOf('waiting-2');
    await expect(confirm(first)).rejects.toMatchObject({ code: 'code_invalid' });
    // Changing the address again: the earlier link does not confirm it.
    await change(`second.${member.email}`);
    await expect(confirm(again)).rejects.toMatchObject({ code: 'code_invalid' });
    const second = await codeOf('waiting-3');
    await changePendingEmail(member, 'cancel');
    await changePendingEmail(member, 'cancel');
    await expect(confirm(second)).rejects.toMatchObject({ code: 'code_invalid' });
    await expect(changePendingEmail(member, 'again')).rejects.toMatchObject({
      code: 'validation_fail',
    });
    expect(
      await composeAuthMail({ about: 'new-email', memberId: member.id }, 'waiting-4'),
    ).toBeNull();
    expect(await readGeneral(member)).toMatchObject({ email: member.email, newEmail: null });
    await logIn({ email: member.email, password }, caller);
    // Up to the limit of mails of this kind.
    await change(`third.${member.email}`);
    env().RATE_LIMIT_SCALE = 1;
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () => changePendingEmail(member, 'again')),
    );
    env().RATE_LIMIT_SCALE = 1_000;
    expect(tries.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  });

  test('an address that is taken cannot be confirmed', async () => {
    const [member, other] = [await newMember(), await newMember()];
    await send(
      'PUT',
      '/members/settings/general',
      { email: other.email, password },
      { as: member },
    );
    const mail = (await composeAuthMail({ about: 'new-email', memberId: member.id }, 'job-3'))!;
    const [, code] = /confirm-email\/([^/]+)\//.exec(mail.button!.url)!;
    await expect(confirmNewEmail({ code: code!, uid: member.id }, caller)).rejects.toMatchObject({
      code: 'code_invalid',
    });
  });

  test('username, language and time zone are kept if they are valid and free', async () => {
    const [member, other] = [await newMember(), await newMember()];
    const save = (fields: Record<string, string>) =>
      send('POST', '/members/settings/general', fields, { as: member });
    expect(await save({ timezone: 'Europe/Berlin' })).toMatchObject({ status_code: 204 });
    expect(await save({ timezone: 'Nowhere/Land' })).toMatchObject({ status: 400 });
    expect(await save({ autoplay: '1' })).toMatchObject({ status_code: 204 });
    expect(await save({ autoplay: 'yes' })).toMatchObject({ status: 400 });
    expect(await save({ language: 'de' })).toMatchObject({ status_code: 204 });
    expect(await save({ locale: 'pt_BR' })).toMatchObject({ status_code: 204 });
    expect(await save({ language: '<b>' })).toMatchObject({
      status: 400,
      message: { language: expect.any(String) },
    });
    expect(await save({ username: other.username })).toMatchObject({
      status: 400,
      message: { username: expect.stringContaining('taken') },
    });
    expect(
      (await send('GET', '/members/settings/general', {}, { as: member })).body.formValues,
    ).toMatchObject({
      timezone: 'Europe/Berlin',
      username: member.username,
      language: 'pt_BR',
      locale: 'pt_BR',
      autoplay: 1,
    });
  });
});

describe('deleting an account', () => {
  test('needs the password', async () => {
    const member = await newMember();
    expect(await send('DELETE', '/members/settings/delete', {}, { as: member })).toMatchObject({
      status: 400,
      error_code: 'password_required',
    });
    expect(
      await send('DELETE', '/members/settings/delete', { password: 'wrong' }, { as: member }),
    ).toMatchObject({ status: 400, message: { password: 'This password is wrong.' } });
  });

  test('hides everything at once and signs out everywhere', async () => {
    const [member, reader] = [await newMember(), await addMember()];
    const post = await addPost(member);
    await readPost(reader, post);
    expect(
      await send('DELETE', '/members/settings/delete', { password }, { as: member }),
    ).toMatchObject({ status_code: 204 });
    expect(await send('GET', '/auth/session', {}, { as: member })).toMatchObject({
      status: 401,
      error_code: 'invalid_token',
    });
    await expect(readPost(reader, post)).rejects.toMatchObject({ code: 'no_record' });
    expect(await send('GET', `/user/profile/${member.id}`, {}, { as: reader })).toMatchObject({
      status: 404,
    });
    expect((await readFeed(reader, {})).data.some(({ feed }) => feed.action_id === post)).toBe(
      false,
    );
    expect((await composeAuthMail({ about: 'deleted', memberId: member.id }, 'job'))!.to).toBe(
      member.email,
    );
  });

  test('can be undone for some days with the password, with all content', async () => {
    const [member, reader] = [await newMember(), await addMember()];
    const post = await addPost(member);
    await befriend(member, reader);
    await send('DELETE', '/members/settings/delete', { password }, { as: member });
    await expect(logIn({ email: member.email, password: 'wrong' }, caller)).rejects.toMatchObject({
      code: 'no_record',
    });
    await expect(logIn({ email: member.email, password }, caller)).rejects.toMatchObject({
      code: 'account_disabled',
      message: expect.stringContaining('will be deleted on'),
    });
    await purgeDue();
    // An unconfirmed sign-up with the same address does not block it.
    await db.execute(sql`
      insert into members (
        email, username, first_name, last_name, displayname, password_hash, status
      )
      select email, username || '2', first_name, last_name, displayname, 'x', 'pending'
      from members
      where id = ${member.id}`);
    await logIn({ email: member.email, password, restore: 1 }, caller);
    await readPost(reader, post);
    expect(
      (await send('GET', `/user/profile/${member.id}`, {}, { as: reader })).body.response
        .friendship_type,
    ).toBe('remove_friend');
  });

  test('after that nothing of it is left, and what others have stays', async () => {
    const [member, other, foe] = [await newMember('Gone'), await addMember(), await addMember()];
    const [own, foreignId] = [await addPost(member), await addPost(other)];
    const media = await addMedia(member, own);
    await befriend(member, other);
    await block(member, foe);
    for (const [path, fields] of [
      ['/members/edit/profile', { phone: '+44 1', about_me: 'Me' }],
      ['/advancedactivity/like', { action_id: foreignId }],
      ['/advancedactivity/comment', { action_id: foreignId, body: 'Mine' }],
    ] as const) {
      expect(
        (await send('POST', path, fields as Record<string, string>, { as: member })).status,
        path,
      ).toBe(200);
    }
    await send('DELETE', '/members/settings/delete', { password }, { as: member });
    await db.execute(sql`update members set purge_after = now() where id = ${member.id}`);
    await Promise.all([purgeDue(), purgeDue()]);
    const [row] = await db.execute(
      sql`
        select status, email, displayname, password_hash as hash, avatar
        from members
        where id = ${member.id}`,
    );
    expect(row).toEqual({
      status: 'deleted',
      email: '',
      displayname: 'Deleted member',
      hash: '',
      avatar: null,
    });
    const references = await db.execute<{ table: string; column: string }>(sql`
      select t.relname as "table", a.attname as "column"
      from pg_constraint c
      join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'members'::regclass`);
    expect(references.length).toBeGreaterThan(15);
    for (const { table, column } of references) {
      const [left] = await db.execute<{ count: number }>(
        sql`
          select count(*)::int as count
          from ${sql.identifier(table)}
          where ${sql.identifier(column)} = ${member.id}`,
      );
      expect(left!.count, `${table}.${column}`).toBe(0);
    }
    expect(
      (await db.execute(sql`select 1 from orphaned_blobs where content_hash = ${`hash${own}`}`))
        .length,
      `files of media ${media}`,
    ).toBe(1);
    const { data } = await readFeed(other, {});
    expect(data.find(({ feed }) => feed.action_id === foreignId)!.feed.comment_count).toBe(0);
    await expect(
      logIn({ email: member.email, password, restore: 1 }, caller),
    ).rejects.toMatchObject({ code: 'no_record' });
  });

  test('the deletion cannot be undone once somebody else has the address', async () => {
    const member = await newMember();
    await send('DELETE', '/members/settings/delete', { password }, { as: member });
    const next = await newMember();
    await db.execute(sql`update members set email = ${member.email} where id = ${next.id}`);
    const pair = await logIn({ email: member.email, password, restore: 1 }, caller);
    expect(pair.memberId).toBe(next.id);
  });
});
