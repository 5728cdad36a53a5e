import { kindPaths } from '#domains/containers/kit/kind-paths.ts';
import type { KindRoutes } from '#domains/containers/kit/kind-routes.ts';
import { plainStaffScreens } from '#domains/containers/kit/staff-screens.ts';

export const eventRoutes: KindRoutes = {
  area: 'events',
  folder: '/events/event',
  publicLists: ['/events', '/events/ongoing', '/events/past'],
  lists: ['/events', '/events/ongoing', '/events/past', '/events/my-events'],
  tabs: { posts: 'Posts', members: 'Guests', photos: 'Photos', videos: 'Videos', about: 'About' },
  publicTabs: ['about', 'photos', 'videos'],
  staffScreens: plainStaffScreens,
};

export const { path: eventPath, staffPath: eventStaffPath } = kindPaths(eventRoutes);
