import { toFormFields, toWireValues } from '#lib/field-list.ts';
import type { FormField } from '#lib/shapes.ts';
import type { GeneralSettings } from './general.server.ts';
import { generalFields } from './settings.fields.ts';
import type { AccountMenu, SettingsForm } from './settings.schema.ts';

const password = (name: string, label: string): FormField => ({
  type: 'Password',
  name,
  label,
  maxlength: 128,
  hasValidator: true,
});

export const passwordFields = [
  password('oldPassword', 'Old password'),
  password('password', 'New password'),
  password('passwordConfirm', 'New password again'),
];
export const deleteFields = [
  password('password', 'Password'),
  {
    type: 'Checkbox',
    name: 'confirm',
    label: 'Delete my account and everything in it',
    hasValidator: true,
  },
];

export const generalView = (settings: GeneralSettings): SettingsForm => ({
  form: [
    ...toFormFields(generalFields),
    { ...password('password', 'Password'), hasValidator: false },
  ],
  formValues: { ...toWireValues(generalFields, settings), locale: settings.language },
});

const entry = (name: string, label: string, url: string) => ({ name, label, url, urlParams: {} });
export const accountMenuView: AccountMenu = {
  response: [
    entry('general', 'General', 'members/settings/general'),
    entry('privacy', 'Privacy', 'members/settings/privacy'),
    entry('notifications', 'Notifications', 'members/settings/notifications'),
    entry('advancednotifications', 'E-mail and push', 'members/settings/advancednotifications'),
    entry('subscriptions', 'Subscriptions', 'members/settings/subscriptions'),
    entry('password', 'Change Password', 'members/settings/password'),
    entry('delete', 'Delete account', 'members/settings/delete'),
  ],
};
