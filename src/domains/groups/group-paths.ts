import { kindPaths } from '#domains/containers/kit/kind-paths.ts';
import type { KindRoutes } from '#domains/containers/kit/kind-routes.ts';
import { plainStaffScreens } from '#domains/containers/kit/staff-screens.ts';

export const groupRoutes: KindRoutes = {
  area: 'groups',
  folder: '/groups/group',
  lists: ['/groups/browse', '/groups/my-groups'],
  front: 'posts',
  tabs: {
    posts: 'Posts',
    members: 'Members',
    photos: 'Photos',
    videos: 'Videos',
    events: 'Events',
    about: 'About',
  },
  publicTabs: ['about', 'photos', 'videos', 'events'],
  staffScreens: plainStaffScreens,
};

export const { path: groupPath, staffPath: groupStaffPath } = kindPaths(groupRoutes);
