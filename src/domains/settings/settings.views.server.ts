import type { FormField } from '#lib/shapes.ts';
import type { GeneralSettings } from './general.server.ts';
import type { AccountMenu, SettingsForm } from './settings.schema.ts';

const text = (name: string, label: string, maxlength: number): FormField => ({
  type: 'Text',
  name,
  label,
  maxlength,
  hasValidator: true,
});
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

export function generalView({
  email,
  username,
  timezone,
  language,
  autoplays,
}: GeneralSettings): SettingsForm {
  return {
    form: [
      text('email', 'E-mail address', 255),
      text('username', 'Username', 40),
      text('timezone', 'Time zone', 64),
      text('language', 'Language', 12),
      {
        type: 'Checkbox',
        name: 'autoplay',
        label: 'Videos in the feed play by themselves, without sound',
      },
      { ...password('password', 'Password'), hasValidator: false },
    ],
    formValues: {
      email,
      username,
      timezone,
      language,
      locale: language,
      autoplay: autoplays ? 1 : 0,
    },
  };
}

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
