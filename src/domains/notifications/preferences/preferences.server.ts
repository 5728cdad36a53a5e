import { lockMember } from '#domains/members/members.server.ts';
import { categoriesFor, chosenTypes, noticeOf } from '#domains/notifications/notices.server.ts';
import type {
  ChosenType,
  Frequency,
  Preference,
} from '#domains/notifications/notification-kinds.ts';
import { isModerator, type Member } from '#domains/policy/viewer.ts';
import { toFieldValues, type DetailRow } from '#lib/field-list.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { upsertRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { quietFields } from './preferences.fields.ts';
import { changed, type Delivery, type InApp, type Preferences } from './preferences.schema.ts';

/** Times as `22:30`; the end of a pause in the future, as a database timestamp. */
export type Quiet = DetailRow<typeof quietFields>;

/** The member's preferences for all types, with defaults. */
export async function readPreferences(
  member: Pick<Member, 'id'>,
  tx: Tx = db,
): Promise<Preferences> {
  const rows = await tx.execute<{
    type: ChosenType;
    inApp: boolean;
    email: Preferences[ChosenType]['email'];
    push: boolean;
  }>(sql`
    select type, in_app as "inApp", email, push
    from notification_preferences
    where member_id = ${member.id}`);
  const chosen = new Map(rows.map(({ type, ...preference }) => [type, preference]));
  return Object.fromEntries(
    chosenTypes().map((type) => {
      const { inApp, email, push } = chosen.get(type) ?? noticeOf(type);
      return [type, { inApp, email, push }];
    }),
  ) as Preferences;
}

export async function readQuiet(member: Member): Promise<Quiet> {
  const [row] = await db.execute<Quiet>(sql`
    select is_push_on as "isPushOn", to_char(quiet_from, 'HH24:MI') as "quietFrom",
      to_char(quiet_to, 'HH24:MI') as "quietTo", reminder,
      case when paused_until > ${now()} then paused_until::text end as "pausedUntil"
    from notification_settings
    where member_id = ${member.id}`);
  return (
    row ?? {
      isPushOn: true,
      quietFrom: null,
      quietTo: null,
      pausedUntil: null,
      reminder: 'day',
    }
  );
}

/** Reads, changes and writes with a lock: the second of two concurrent changes sees the first. */
async function change(
  tx: Tx,
  member: Pick<Member, 'id'>,
  to: (before: Preferences) => Preferences,
): Promise<void> {
  await lockMember(tx, member.id);
  const after = to(await readPreferences(member, tx));
  const rows = chosenTypes().map((type) => ({
    type,
    inApp: after[type].inApp,
    email: after[type].email,
    push: after[type].push,
  }));
  await tx.execute(sql`
    insert into notification_preferences (member_id, type, in_app, email, push)
    select ${member.id}, chosen.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) chosen (
      type text, "inApp" boolean, email text, push boolean
    )
    on conflict (member_id, type)
    do update set in_app = excluded.in_app, email = excluded.email, push = excluded.push`);
}

const changeEach = (
  tx: Tx,
  member: Pick<Member, 'id'>,
  to: (one: Preference, type: ChosenType) => Partial<Preference>,
) =>
  change(
    tx,
    member,
    (before) =>
      Object.fromEntries(
        chosenTypes().map((type) => [type, { ...before[type], ...to(before[type], type) }]),
      ) as Preferences,
  );

/** Types without a choice for this member are not in the form, and stay as they are. */
export function saveInApp(member: Member, sent: InApp): Promise<void> {
  const offered = new Set(categoriesFor(isModerator(member)).flatMap(({ types }) => types));
  return db.transaction((tx) =>
    changeEach(tx, member, (_, type) => (offered.has(type) ? { inApp: sent[type] === 1 } : {})),
  );
}

/** Switches off mails of that frequency. */
export const stopMails = (tx: Tx, memberId: number, frequency: Frequency): Promise<void> =>
  changeEach(tx, { id: memberId }, ({ email }) => (email === frequency ? { email: 'off' } : {}));

/**
 * Saves mails, pushes and their times.
 * @param pauseHours instead of a time: from now on
 */
export async function saveDelivery(
  member: Member,
  sent: Delivery,
  pauseHours?: number,
): Promise<void> {
  const pause =
    pauseHours === undefined
      ? {}
      : { pausedUntil: sql`${now()} + make_interval(hours => ${pauseHours})` };
  await db.transaction(async (tx) => {
    await change(tx, member, (before) => changed(before, sent, noticeOf));
    await upsertRow(
      tx,
      'notification_settings',
      { memberId: member.id },
      {
        ...toFieldValues(quietFields, sent),
        ...pause,
      },
    );
  });
}
