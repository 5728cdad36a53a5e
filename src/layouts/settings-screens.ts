export interface Screen {
  name: string;
  href: string;
  label: string;
  /** One sentence about the purpose of the screen. */
  lead?: string;
  /** Shown when its form was taken. */
  saved?: string;
}

/** The settings screens, in menu order. */
export const settingsScreens = [
  {
    name: 'info',
    href: '/profile/edit',
    label: 'Edit My Profile',
    lead: 'Your details, and who sees each of them. Only people who can see your profile see any of them.',
    saved: 'Your profile was saved.',
  },
  {
    name: 'photo',
    href: '/profile/edit/photo',
    label: 'Photo and cover',
    lead: 'Everyone who sees your name sees your photo. Drag it to choose which part is shown.',
  },
  { name: 'general', href: '/profile/settings', label: 'General', lead: 'Your account.' },
  {
    name: 'privacy',
    href: '/profile/settings/privacy',
    label: 'Privacy',
    lead: 'Who sees what. Changes apply at once, everywhere. Each post has its own audience.',
  },
  {
    name: 'notifications',
    href: '/profile/settings/notifications',
    label: 'Notifications',
    lead:
      'Choose your notifications. You get nothing about what you turn off: no ' +
      'notification, no e-mail and no push.',
  },
  {
    name: 'advancednotifications',
    href: '/profile/settings/advancednotifications',
    label: 'E-mail and push',
    lead: 'How notifications reach you when you are not here.',
  },
  {
    name: 'subscriptions',
    href: '/profile/settings/subscriptions',
    label: 'Subscriptions',
    lead: 'Your membership, and what you have muted.',
  },
  {
    name: 'calendars',
    href: '/profile/settings/calendars',
    label: 'Calendars',
    lead: 'The events you host or go to, in the calendar on your phone or computer.',
  },
  {
    name: 'appearance',
    href: '/profile/settings/appearance',
    label: 'Appearance',
    lead: 'Theme and motion apply at once, in this browser.',
  },
  {
    name: 'password',
    href: '/profile/settings/change-password',
    label: 'Change Password',
    lead: 'Your other devices will be signed out.',
    saved: 'Your password was changed.',
  },
  { name: 'two-factor', href: '/profile/settings/two-factor', label: 'Two-factor login' },
  {
    name: 'passkeys',
    href: '/profile/settings/passkeys',
    label: 'Passkeys',
    lead:
      'With a passkey you log in with the fingerprint, face or code that unlocks your ' +
      'device. You need no password, and no two-factor code.',
  },
  {
    name: 'devices',
    href: '/profile/settings/devices',
    label: 'Devices',
    lead:
      'Where you are logged in. If you do not recognise a device, sign it out and choose ' +
      'a new password.',
  },
  {
    name: 'blocked',
    href: '/profile/settings/blocked',
    label: 'Blocked people',
    lead: 'You do not see each other here. They are not notified.',
  },
  {
    name: 'export',
    href: '/profile/settings/export',
    label: 'Your data',
    lead:
      'Everything you have here, in one archive: your posts, comments, reactions, ' +
      'friends, messages and settings as JSON, with your photos and videos. You can ' +
      'import it into an empty account at another Hearth site.',
  },
  {
    name: 'import',
    href: '/profile/settings/import',
    label: 'Bring your data',
    lead:
      'Bring along what you have at another Hearth site: make an archive there, under ' +
      'Your data, and upload it here.',
  },
  { name: 'delete', href: '/profile/settings/delete-account', label: 'Delete account' },
] as const satisfies Screen[];

export type SettingsScreen = (typeof settingsScreens)[number]['name'];
