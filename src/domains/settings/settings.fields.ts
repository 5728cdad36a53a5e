import {
  emailField,
  languageField,
  timezoneField,
  usernameField,
} from '#domains/members/members.schema.ts';
import { generalSettingFields } from '#domains/policy/privacy.fields.ts';
import { fieldList } from '#lib/field-list.ts';

/** Fields of an account, each a column of `members`. */
export const accountFields = fieldList({
  email: {
    wire: 'email',
    type: 'line',
    label: 'E-mail address',
    hint: 'We use a new address once you confirm it with the e-mail we send there.',
    max: 255,
    input: emailField,
    isRequired: true,
  },
  username: {
    wire: 'username',
    type: 'line',
    label: 'Username',
    max: 40,
    input: usernameField,
    isRequired: true,
  },
  timezone: {
    wire: 'timezone',
    type: 'line',
    label: 'Time zone',
    max: 64,
    input: timezoneField,
    isRequired: true,
  },
  /** For native clients; the screens are in English. */
  language: {
    wire: 'language',
    type: 'line',
    label: 'Language',
    max: 12,
    input: languageField,
    isRequired: true,
  },
});

/** The fields of the general settings; the password is written by hand beside them. */
export const generalFields = fieldList({ ...accountFields, ...generalSettingFields });
