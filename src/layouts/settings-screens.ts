/** The settings screens, in menu order. */
export const settingsScreens = [
  { name: 'info', href: '/profile/edit', label: 'Edit My Profile' },
  { name: 'photo', href: '/profile/edit/photo', label: 'Photo and cover' },
  { name: 'general', href: '/profile/settings', label: 'General' },
  { name: 'privacy', href: '/profile/settings/privacy', label: 'Privacy' },
  { name: 'notifications', href: '/profile/settings/notifications', label: 'Notifications' },
  {
    name: 'advancednotifications',
    href: '/profile/settings/advancednotifications',
    label: 'E-mail and push',
  },
  { name: 'subscriptions', href: '/profile/settings/subscriptions', label: 'Subscriptions' },
  { name: 'appearance', href: '/profile/settings/appearance', label: 'Appearance' },
  { name: 'password', href: '/profile/settings/change-password', label: 'Change Password' },
  { name: 'two-factor', href: '/profile/settings/two-factor', label: 'Two-factor log-in' },
  { name: 'passkeys', href: '/profile/settings/passkeys', label: 'Passkeys' },
  { name: 'devices', href: '/profile/settings/devices', label: 'Devices' },
  { name: 'blocked', href: '/profile/settings/blocked', label: 'Blocked people' },
  { name: 'export', href: '/profile/settings/export', label: 'Your data' },
  { name: 'import', href: '/profile/settings/import', label: 'Bring your data' },
  { name: 'delete', href: '/profile/settings/delete-account', label: 'Delete account' },
] as const;

export type SettingsScreen = (typeof settingsScreens)[number]['name'];
