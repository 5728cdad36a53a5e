import {
  Bell,
  Camera,
  Compass,
  ExternalLink,
  Link,
  PenLine,
  PencilLine,
  Settings,
  ShieldCheck,
  UserRoundPlus,
  Users,
  type IconNode,
} from 'lucide';

const icons: Record<string, IconNode> = {
  '/invite': UserRoundPlus,
  '/friends/suggestions': Users,
  '/home#create': PencilLine,
  '/profile/edit': Compass,
  '/profile/edit/photo': Camera,
  '/profile/settings/privacy': ShieldCheck,
  '/profile/settings/notifications': Bell,
  '/profile/settings': Settings,
};

/** The icon of a link of the portals, by its address. */
export function portalIcon(href: string): IconNode {
  if (!href.startsWith('/')) return ExternalLink;
  return icons[href] ?? (href.endsWith('/create') ? PenLine : Link);
}
