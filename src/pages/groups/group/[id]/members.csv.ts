import { groupScreens } from '#domains/groups/group-screens.views.server.ts';
import { memberFileRoute } from '#layouts/containers/routes.ts';

export const POST = memberFileRoute(groupScreens);
