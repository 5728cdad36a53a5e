import type { SQL } from 'drizzle-orm';
import { emailProblem } from '#domains/members/members.rules.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { isolate } from '#lib/names.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { enqueue } from '#server/jobs.ts';
import { consume } from '#server/limits.ts';
import type { MailContent } from '#server/mail-page.ts';
import { upsertRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { inviteLink } from './invite-link.server.ts';

export const inviteQueue = 'invite-mail';

/** True if the address belongs to a member and one of the two has blocked the other. */
const isAcrossBlock = (inviterId: SQL, email: SQL): SQL => sql`
  exists (
    select from members addressee
    join blocks b on (b.blocker_id, b.blocked_id) in (
      (addressee.id, ${inviterId}), (${inviterId}, addressee.id)
    )
    where lower(addressee.email) = lower(${email})
  )`;

export interface Invited {
  /** Includes addresses that get no mail: accounts and other members' invitations stay secret. */
  sent: number;
  invalid: string[];
}

/**
 * Sends one mail with a fixed text to each address that got none within a week. Across a block the
 * invitation is accepted and listed like any other but never sent: `composeInvite` returns null.
 */
export async function inviteByMail(
  member: Member,
  { recipients }: { recipients: string[] },
): Promise<Invited> {
  const invalid = recipients.filter((address) => emailProblem(address));
  const addresses = recipients.filter((address) => !emailProblem(address));
  await consume(['invite', member.id, addresses.length]);
  await db.transaction(async (tx) => {
    const rows = await tx.execute<{ id: number }>(sql`
      insert into invites (inviter_id, email, created_at)
      select ${member.id}, address.email, ${now()}
      from unnest(${sql.param(addresses)}::text[]) address (email)
      where not exists (
        select from invites i
        where lower(i.email) = lower(address.email)
          and i.created_at > ${now()} - interval '7 days'
          and (i.inviter_id = ${member.id} or not ${isAcrossBlock(sql`i.inviter_id`, sql`i.email`)})
      )
      returning id`);
    for (const { id } of rows) await enqueue(tx, inviteQueue, { inviteId: id });
  });
  return { sent: addresses.length, invalid };
}

export interface InviteRow extends Record<string, unknown> {
  id: number;
  email: string;
  createdAt: string;
  joinedId: number | null;
  joinedName: string | null;
}

/** Lists the member's invitations, newest first. */
export const listInvites = (member: Member): Promise<InviteRow[]> =>
  db.execute<InviteRow>(sql`
    select i.id, i.email, i.created_at::text as "createdAt", m.id as "joinedId",
      m.displayname as "joinedName"
    from invites i
    left join members m on m.id = i.joined_id
      and m.status = 'active'
      and not exists (
        select from blocks b
        where (b.blocker_id, b.blocked_id) in ((m.id, ${member.id}), (${member.id}, m.id))
      )
    where i.inviter_id = ${member.id}
      and (i.email <> '' or m.id is not null)
    order by i.id desc
    limit 100`);

/** Composes the mail; only the mail differs for an existing member. */
export async function composeInvite({
  inviteId,
}: {
  inviteId: number;
}): Promise<MailContent | null> {
  const [row] = await db.execute<{
    email: string;
    inviterId: number;
    name: string;
    isMember: boolean;
  }>(sql`
    select i.email, m.id as "inviterId", m.displayname as name,
      exists (
        select from members x
        where lower(x.email) = lower(i.email)
          and x.status in ('active', 'suspended')
      ) as "isMember"
    from invites i
    join members m on m.id = i.inviter_id and m.status = 'active'
    where i.id = ${inviteId}
      and i.email <> ''
      and not ${isAcrossBlock(sql`i.inviter_id`, sql`i.email`)}`);
  if (!row) return null;
  const { SITE_NAME, PUBLIC_ORIGIN } = env();
  const name = isolate(row.name.replace(/\s+/g, ' '));
  return {
    to: row.email,
    subject: `${name} invites you to ${SITE_NAME}`,
    paragraphs: [
      'Hello,',
      row.isMember
        ? `${name} would like to be friends with you on ${SITE_NAME}, where you already have an account.`
        : `${name} would like you to join them on ${SITE_NAME}.`,
    ],
    button: row.isMember
      ? { label: `See ${name}`, url: `${PUBLIC_ORIGIN}/profile/${row.inviterId}/posts` }
      : { label: 'Create an account', url: inviteLink(row.inviterId) },
    closing: 'If you do not know who this is, you can ignore this e-mail.',
  };
}

/** Hides the banner for the member on all devices. */
export const dismissInviteBanner = (member: Member): Promise<void> =>
  upsertRow(db, 'member_settings', { memberId: member.id }, { hidesInviteBanner: true });
