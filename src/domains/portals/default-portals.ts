import { entriesOf } from '#server/domain.ts';
import type { PortalSection } from './portals.server.ts';

/** Links to begin with, by their purpose and not by the area. */
export const defaultPortals = (): PortalSection[] => [
  {
    title: 'Bring people together',
    links: [
      {
        label: 'Invite people',
        text: 'By e-mail, or with a link of your own.',
        href: '/invite',
      },
      {
        label: 'Find people you know',
        text: 'Friends of your friends, and who is new.',
        href: '/friends/suggestions',
      },
    ],
  },
  {
    title: 'Start something',
    links: [
      {
        label: 'Write a post',
        text: 'Say hello, ask something, show a photo.',
        href: '/home#create',
      },
      ...[...entriesOf('containerKinds').values()].flatMap(({ menu }) =>
        (menu?.links ?? []).flatMap(({ href, portal }) => (portal ? { ...portal, href } : [])),
      ),
    ],
  },
  {
    title: 'Make yourself at home',
    links: [
      {
        label: 'Complete your profile',
        text: 'So that others recognise you.',
        href: '/profile/edit',
      },
      {
        label: 'Choose a photo and a cover',
        text: 'The face beside everything you write.',
        href: '/profile/edit/photo',
      },
      {
        label: 'Decide who sees what',
        text: 'Your profile, your friends, your posts.',
        href: '/profile/settings/privacy',
      },
      {
        label: 'Choose your notifications',
        text: 'Here, by e-mail and on your devices.',
        href: '/profile/settings/notifications',
      },
      {
        label: 'Change your settings',
        text: 'Name, address, password, appearance.',
        href: '/profile/settings',
      },
    ],
  },
];
