import { generalSettingFields } from '#domains/policy/privacy.fields.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { toFieldValues } from '#lib/field-list.ts';
import { db } from '#server/db.ts';
import { upsertRow } from '#server/rows.ts';
import type { AppearanceInput } from './settings.schema.ts';

/** Saves the setting that belongs to the member; theme and motion belong to the browser. */
export const saveAppearance = (member: Member, input: AppearanceInput): Promise<void> =>
  upsertRow(
    db,
    'member_settings',
    { memberId: member.id },
    toFieldValues(generalSettingFields, input),
  );
