import { roles } from '#domains/containers/container-access.rules.ts';
import { kindPaths } from '#domains/containers/kit/kind-paths.ts';
import type { KindRoutes } from '#domains/containers/kit/kind-routes.ts';
import { plainStaffScreens, staffScreens } from '#domains/containers/kit/staff-screens.ts';

export const eventRoutes: KindRoutes = {
  area: 'events',
  folder: '/events/event',
  publicLists: ['/events', '/events/ongoing', '/events/past'],
  lists: ['/events', '/events/ongoing', '/events/past', '/events/my-events'],
  tabs: { posts: 'Posts', members: 'Guests', photos: 'Photos', videos: 'Videos', about: 'About' },
  publicTabs: ['about', 'photos', 'videos'],
  staffScreens: [
    ...plainStaffScreens.slice(0, 1),
    ...staffScreens(roles.moderator, [
      {
        name: 'changes',
        label: 'Message or cancel',
        heading: 'Settings',
        icon: 'mail',
        lead: 'Guests who are going or might come are notified about what you do here.',
      },
    ]),
    ...plainStaffScreens.slice(1),
  ],
};

export const { path: eventPath, staffPath: eventStaffPath } = kindPaths(eventRoutes);

/** Names the list of all dates of a series, which a link to it unfolds. */
export const allDatesId = 'all-dates';
