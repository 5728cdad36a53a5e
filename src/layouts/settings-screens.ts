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
    lead: 'Your details, and who sees each of them. Nobody sees more than your profile.',
    saved: 'Your profile was saved.',
  },
  {
    name: 'photo',
    href: '/profile/edit/photo',
    label: 'Photo and cover',
    lead:
      'Everybody who sees your name sees your photo. Drag a picture to choose the part ' +
      'that shows.',
  },
  { name: 'general', href: '/profile/settings', label: 'General', lead: 'Your account.' },
  {
    name: 'privacy',
    href: '/profile/settings/privacy',
    label: 'Privacy',
    lead: 'Who sees what. It counts at once, everywhere; each post has an audience of its own.',
  },
  {
    name: 'notifications',
    href: '/profile/settings/notifications',
    label: 'Notifications',
    lead:
      'Choose your notifications. What you switch off is not listed, mailed or pushed ' +
      'any more.',
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
    lead: 'The events that you host or go to, in the calendar of your phone or computer.',
  },
  {
    name: 'appearance',
    href: '/profile/settings/appearance',
    label: 'Appearance',
    lead: 'Theme and motion are for this browser and count at once.',
  },
  {
    name: 'password',
    href: '/profile/settings/change-password',
    label: 'Change Password',
    lead: 'Your other devices will be signed out.',
    saved: 'Your password was changed.',
  },
  { name: 'two-factor', href: '/profile/settings/two-factor', label: 'Two-factor log-in' },
  {
    name: 'passkeys',
    href: '/profile/settings/passkeys',
    label: 'Passkeys',
    lead:
      'With a passkey you log in by the finger, face or code that unlocks your device. It ' +
      'takes the place of your password and, if that is on, of the code.',
  },
  {
    name: 'devices',
    href: '/profile/settings/devices',
    label: 'Devices',
    lead:
      'Where you are signed in. Sign out what you do not know, and choose a new password ' +
      'then.',
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
      'Everything that you have here as one archive: your posts, comments, reactions, ' +
      'friends, messages and settings as JSON, with your photos and videos. An empty ' +
      'account in another Hearth takes it in.',
  },
  {
    name: 'import',
    href: '/profile/settings/import',
    label: 'Bring your data',
    lead:
      'Take along what you have in another Hearth: make an archive there, under Your data, ' +
      'and bring it here.',
  },
  { name: 'delete', href: '/profile/settings/delete-account', label: 'Delete account' },
] as const satisfies Screen[];

export type SettingsScreen = (typeof settingsScreens)[number]['name'];
