import { pageScreens } from '#domains/sitepages/page-screens.views.server.ts';
import { memberFileRoute } from '#layouts/containers/routes.ts';

export const POST = memberFileRoute(pageScreens);
