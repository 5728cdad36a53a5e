/** The screens on which members change what is theirs, in the order of the menu. */
export const settingsScreens = [
  { name: 'info', href: '/profile/edit', label: 'Edit My Profile' },
  { name: 'photo', href: '/profile/edit/photo', label: 'Photo and cover' },
] as const;

export type SettingsScreen = (typeof settingsScreens)[number]['name'];
