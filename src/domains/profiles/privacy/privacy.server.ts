import { listActivitySettings } from '#domains/activities/activity.server.ts';
import { lockMember } from '#domains/members/members.server.ts';
import { memberSettingFields } from '#domains/policy/privacy.fields.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { details } from '#domains/profiles/details/details.fields.ts';
import type { FieldValues } from '#lib/field-list.ts';
import { db } from '#server/db.ts';
import { selectDetails } from '#server/field-columns.ts';
import { upsertRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import type { privacyFields } from './privacy.fields.ts';

const activityTypes = (): string[] => listActivitySettings().map(({ type }) => type);

/** Null for a default of a member who has changed nothing. */
export interface StoredPrivacy extends Record<keyof typeof privacyFields, unknown> {
  /** Activities that the feed shares automatically. */
  sharedTypes: string[];
}

interface Row extends Omit<StoredPrivacy, 'sharedTypes'>, Record<string, unknown> {
  hiddenTypes: string[];
}

export async function readPrivacy(member: Member): Promise<StoredPrivacy> {
  const [row] = await db.execute<Row>(sql`
    select ${selectDetails(memberSettingFields, sql`s`)},
      coalesce(s.hidden_activity_types, '{}') as "hiddenTypes",
      coalesce(d.audiences ->> 'birthdate', ${details.birthdate.audience}) as "birthdayAudience"
    from members m
    left join member_settings s on s.member_id = m.id
    left join profile_details d on d.member_id = m.id
    where m.id = ${member.id}`);
  const { hiddenTypes, ...settings } = row!;
  return {
    ...settings,
    sharedTypes: activityTypes().filter((type) => !hiddenTypes.includes(type)),
  };
}

/** Absent ones stay as they are. */
export interface PrivacyChanges extends FieldValues<typeof privacyFields> {
  sharedTypes?: string[] | undefined;
}

/** Applies at once, on every path: no decision about a viewer is cached. */
export async function savePrivacy(
  member: Member,
  { birthdayAudience: birthday, sharedTypes, ...settings }: PrivacyChanges,
): Promise<void> {
  const hiddenTypes = sharedTypes && activityTypes().filter((type) => !sharedTypes.includes(type));
  await db.transaction(async (tx) => {
    await lockMember(tx, member.id);
    await upsertRow(
      tx,
      'member_settings',
      { memberId: member.id },
      {
        ...settings,
        hiddenActivityTypes: hiddenTypes && sql`${sql.param(hiddenTypes)}::text[]`,
      },
    );
    if (birthday === undefined) return;
    await tx.execute(sql`
      insert into profile_details as d (member_id, audiences)
      values (${member.id}, jsonb_build_object('birthdate', ${birthday}::text))
      on conflict (member_id)
      do update set audiences = d.audiences || excluded.audiences`);
  });
}
