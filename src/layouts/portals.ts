import {
  Bell,
  Camera,
  Compass,
  PenLine,
  PencilLine,
  Settings,
  ShieldCheck,
  UserRoundPlus,
  Users,
  type IconNode,
} from 'lucide';
import { kindMenus } from './navigation.ts';

/** A link with the reason to follow it. */
interface Portal {
  label: string;
  text: string;
  href: string;
  icon: IconNode;
}

interface PortalList {
  heading: string;
  portals: Portal[];
}

const creations = (): Portal[] =>
  kindMenus().flatMap(({ links }) =>
    links.flatMap(({ href, portal }) => (portal ? { ...portal, href, icon: PenLine } : [])),
  );

/** Links to begin with, by their purpose and not by the area. */
export const portalLists = (): PortalList[] => [
  {
    heading: 'Bring people together',
    portals: [
      {
        label: 'Invite people',
        text: 'By e-mail, or with a link of your own.',
        href: '/invite',
        icon: UserRoundPlus,
      },
      {
        label: 'Find people you know',
        text: 'Friends of your friends, and who is new.',
        href: '/friends/suggestions',
        icon: Users,
      },
    ],
  },
  {
    heading: 'Start something',
    portals: [
      {
        label: 'Write a post',
        text: 'Say hello, ask something, show a photo.',
        href: '/home#create',
        icon: PencilLine,
      },
      ...creations(),
    ],
  },
  {
    heading: 'Make yourself at home',
    portals: [
      {
        label: 'Complete your profile',
        text: 'So that others recognise you.',
        href: '/profile/edit',
        icon: Compass,
      },
      {
        label: 'Choose a photo and a cover',
        text: 'The face beside everything you write.',
        href: '/profile/edit/photo',
        icon: Camera,
      },
      {
        label: 'Decide who sees what',
        text: 'Your profile, your friends, your posts.',
        href: '/profile/settings/privacy',
        icon: ShieldCheck,
      },
      {
        label: 'Choose your notifications',
        text: 'Here, by e-mail and on your devices.',
        href: '/profile/settings/notifications',
        icon: Bell,
      },
      {
        label: 'Change your settings',
        text: 'Name, address, password, appearance.',
        href: '/profile/settings',
        icon: Settings,
      },
    ],
  },
];
