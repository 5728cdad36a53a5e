import { sendAuthMail } from '#domains/auth/auth-mails.server.ts';
import { checkLink, revokeLinks, useLink } from '#domains/auth/email-tokens.server.ts';
import { revokeAllSessions } from '#domains/auth/sessions.server.ts';
import { needPassword } from '#domains/auth/verify-password.server.ts';
import { addressConfirmed, lockMember } from '#domains/members/members.server.ts';
import { generalSettingFields } from '#domains/policy/privacy.fields.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { toFieldValues } from '#lib/field-list.ts';
import { callerKey, type Caller } from '#server/caller.ts';
import { violatedUnique } from '#server/database-errors.ts';
import { db } from '#server/db.ts';
import { httpError, invalid } from '#server/errors.ts';
import { selectDetails } from '#server/field-columns.ts';
import { consume, consumeIn } from '#server/limits.ts';
import { log } from '#server/log.ts';
import { upsertRow, updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { accountFields } from './settings.fields.ts';
import type { General } from './settings.schema.ts';

export interface GeneralSettings extends Record<keyof typeof accountFields, string> {
  /** Requested and not yet confirmed. */
  newEmail: string | null;
  /** Null for the default. */
  autoplaysVideos: boolean | null;
}

export async function readGeneral(member: Member): Promise<GeneralSettings> {
  const [row] = await db.execute<GeneralSettings & Record<string, unknown>>(sql`
    select ${selectDetails(accountFields, sql`m`)}, m.new_email as "newEmail",
      ${selectDetails(generalSettingFields, sql`s`)}
    from members m
    left join member_settings s on s.member_id = m.id
    where m.id = ${member.id}`);
  return row!;
}

/**
 * Saves the general settings. A new address counts once its mail is confirmed; the answer does not
 * reveal whether it is taken.
 */
export async function saveGeneral(
  member: Member,
  { locale, password, ...input }: General,
): Promise<void> {
  const { email, language = locale, ...fields } = toFieldValues(accountFields, input);
  const before = await readGeneral(member);
  const isNewEmail = email !== undefined && email.toLowerCase() !== before.email.toLowerCase();
  if (isNewEmail) await needPassword(member, password);
  try {
    await db.transaction(async (tx) => {
      await lockMember(tx, member.id);
      await updateRow(tx, 'members', sql`id = ${member.id}`, { ...fields, language });
      const settings = toFieldValues(generalSettingFields, input);
      await upsertRow(tx, 'member_settings', { memberId: member.id }, settings);
      if (!isNewEmail) return;
      await consumeIn(tx, ['mailByAccount', `email/${member.id}`]);
      await tx.execute(sql`update members set new_email = ${email} where id = ${member.id}`);
      // Links sent to an earlier address must not confirm the new one.
      await revokeLinks(tx, member.id, 'email');
      await sendAuthMail(tx, { about: 'new-email', memberId: member.id });
      await sendAuthMail(tx, { about: 'email-changing', memberId: member.id });
    });
  } catch (error) {
    if (violatedUnique(error) === 'members_username')
      throw invalid('This username is taken. Please choose another.', 'username');
    throw error;
  }
}

/**
 * Resends the confirmation mail of the pending address, invalidating earlier links, or cancels the
 * change.
 */
export async function changePendingEmail(member: Member, step: 'again' | 'cancel'): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.execute<{ newEmail: string | null }>(
      sql`select new_email as "newEmail" from members where id = ${member.id} for no key update`,
    );
    // Already confirmed or cancelled.
    if (!row?.newEmail && step === 'cancel') return;
    if (!row?.newEmail) throw invalid('No address is waiting to be confirmed.', 'general');
    if (step === 'again') {
      await consumeIn(tx, ['mailByAccount', `email/${member.id}`]);
      await sendAuthMail(tx, { about: 'new-email', memberId: member.id });
      return;
    }
    await tx.execute(sql`update members set new_email = null where id = ${member.id}`);
    await revokeLinks(tx, member.id, 'email');
  });
}

const codeInvalid = () =>
  httpError('code_invalid', 'This link is no longer valid. Please ask for a new one.');

/** Confirms the new address by the link of its mail and signs out all devices. */
export async function confirmNewEmail(
  { code, uid }: { code: string; uid: number },
  caller: Caller,
): Promise<void> {
  await consume(['codeByAddress', callerKey(caller)]);
  const codes = { token: code.slice(0, 32), code: code.slice(32) };
  if ((await checkLink('email', codes, uid)).state !== 'good') throw codeInvalid();
  try {
    await db.transaction(async (tx) => {
      await lockMember(tx, uid);
      if (!(await useLink(tx, codes))) throw codeInvalid();
      const changed = await tx.execute(sql`
        update members
        set email = new_email, new_email = null
        where id = ${uid}
          and status = 'active'
          and new_email is not null
        returning 1`);
      if (!changed.length) throw codeInvalid();
      await revokeAllSessions(tx, uid);
      await revokeLinks(tx, uid);
      await addressConfirmed(tx, uid);
    });
  } catch (error) {
    if (violatedUnique(error) === 'members_email')
      throw httpError('code_invalid', 'There is already an account with this address.');
    throw error;
  }
  log('info', 'e-mail address changed', { member: uid });
}
