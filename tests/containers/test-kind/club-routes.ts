import type { KindRoutes } from '#domains/containers/kit/kind-routes.ts';
import { plainStaffScreens } from '#domains/containers/kit/staff-screens.ts';

export const clubRoutes: KindRoutes = {
  area: 'clubs',
  folder: '/clubs/club',
  lists: ['/clubs', '/clubs/my-clubs'],
  tabs: { posts: 'Posts', about: 'About', members: 'Members', photos: 'Photos', videos: 'Videos' },
  publicTabs: ['about', 'photos', 'videos'],
  staffScreens: plainStaffScreens,
};
