import { pageScreens } from '#domains/sitepages/page-screens.views.server.ts';
import { feedRoute } from '#layouts/containers/routes.ts';

export const access = 'public';

export const GET = feedRoute(pageScreens);
