import { profileAudienceEntry, memberSettingFields } from '#domains/policy/privacy.fields.ts';
import { fieldList } from '#lib/field-list.ts';

const { profileAudience, friendsAudience, ...others } = memberSettingFields;

/** The fields of the privacy settings; shared activities are written by hand beside them. */
export const privacyFields = fieldList({
  profileAudience,
  friendsAudience,
  /** Stored with the audiences of the other details. */
  birthdayAudience: {
    ...profileAudienceEntry,
    wire: 'birthday_privacy',
    label: 'Who sees your birthday',
    default: 'member',
  },
  ...others,
});
