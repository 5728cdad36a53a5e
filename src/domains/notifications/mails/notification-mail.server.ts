import { isStillEnabled } from '#domains/notifications/notification-preferences.server.ts';
import {
  toNotification,
  type NotificationModel,
} from '#domains/notifications/notifications.model.ts';
import { listUnread } from '#domains/notifications/notifications.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { parseWire, timestampLabel } from '#lib/dates.ts';
import { isolate } from '#lib/names.ts';
import { counted } from '#lib/text.ts';
import { databaseNow } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import type { MailContent } from '#server/mail-page.ts';
import { sql } from '#server/sql.ts';
import { unsubscribeUrl, type MailFrequency } from './unsubscribe.server.ts';

/** Number of notifications written out; the button leads to the rest. */
const maxItems = 12;
const maxCounted = 100;

interface Recipient extends Record<string, unknown> {
  memberId: number;
  frequency: MailFrequency;
  email: string;
  firstName: string;
  displayname: string;
  username: string;
  avatar: string | null;
  role: Member['role'];
  timezone: string;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const named: Record<
  MailFrequency,
  { lead: (count: number) => string; title: (count: number, site: string) => string; why: string }
> = {
  at_once: {
    lead: (count) =>
      count === 1 ? 'This just happened.' : 'Here is what happened in the last few minutes.',
    title: (count, site) => `${counted(count, 'new notification')} on ${site}`,
    why: 'You chose to get an e-mail about this at once.',
  },
  daily: {
    lead: () => 'Here is what happened since yesterday.',
    title: (count, site) => `Your day on ${site}: ${counted(count, 'new notification')}`,
    why: 'You get this e-mail at most once a day.',
  },
  weekly: {
    lead: () => 'Here is what happened in the last week.',
    title: (count, site) => `Your week on ${site}: ${counted(count, 'new notification')}`,
    why: 'You get this e-mail at most once a week.',
  },
};

/** Composes the mail from the list of notifications. */
export function toMail(
  notifications: NotificationModel[],
  to: Pick<Recipient, 'email' | 'firstName' | 'timezone' | 'frequency'>,
  mailId: string,
  today: Date,
): MailContent {
  const { PUBLIC_ORIGIN, SITE_NAME } = env();
  const [first] = notifications;
  const count = notifications.length;
  const { lead, title, why } = named[to.frequency];
  const address = (path: string | null) => `${PUBLIC_ORIGIN}${path ?? '/notifications'}`;
  const hidden = count - maxItems;
  const stop = unsubscribeUrl(mailId);
  return {
    to: to.email,
    subject: oneLine(
      count === 1 && to.frequency === 'at_once'
        ? first!.text.replace(/\.$/, '')
        : title(count, SITE_NAME),
    ),
    paragraphs: [`Hello ${isolate(to.firstName)},`, lead(count)],
    items: notifications.slice(0, maxItems).map(({ text, label, date, url, actors }) => ({
      text: oneLine(text),
      initial: [...actors[0]][0] ?? '',
      ...(label ? { quote: label } : {}),
      when: timestampLabel(parseWire(date)!, today, to.timezone),
      url: address(url),
    })),
    ...(hidden > 0 ? { afterItems: `And ${hidden} more.` } : {}),
    button: {
      label: count === 1 ? 'Have a look' : `See all on ${SITE_NAME}`,
      url: address(count === 1 ? first!.url : null),
    },
    closing: why,
    links: [
      {
        label: 'Choose which e-mails you get',
        url: `${PUBLIC_ORIGIN}/profile/settings/advancednotifications`,
      },
      { label: 'Unsubscribe', url: stop },
    ],
    unsubscribe: stop,
  };
}

/**
 * The mail of one job, or null if nothing is left to send: all was read meanwhile, is hidden from
 * the member by now, or is disabled. The policy is checked again here.
 */
export async function composeNotificationMail({
  mailId,
}: {
  mailId: string;
}): Promise<MailContent | null> {
  const [to] = await db.execute<Recipient>(sql`
    select m.id as "memberId", mail.frequency, m.email, m.first_name as "firstName", m.displayname,
      m.username, m.avatar, m.role, m.timezone
    from notification_mails mail
    join members m on m.id = mail.member_id
    where mail.id = ${mailId}
      and m.status = 'active'
      and mail.unsubscribed_at is null`);
  if (!to) return null;
  const { memberId: id, displayname, username, avatar, role, timezone } = to;
  const member: Member = {
    kind: 'member',
    id,
    displayname,
    username,
    avatar,
    role,
    timezone,
    sessionId: 0,
  };
  const notifications = await listUnread(
    member,
    sql`notification.mail_id = ${mailId} and ${isStillEnabled('email', sql`notification`)}`,
    maxCounted,
    env().PUBLIC_ORIGIN,
  );
  return notifications.length
    ? toMail(notifications.map(toNotification), to, mailId, databaseNow())
    : null;
}
