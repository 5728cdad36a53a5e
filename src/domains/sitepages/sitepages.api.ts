import { viewInput } from '#domains/containers/containers.schema.ts';
import { countContainerView } from '#domains/containers/statistics/views.server.ts';
import { type Member } from '#domains/policy/viewer.ts';
import { originFor } from '#server/base-url.ts';
import { handle, type Handler, type RestRequest } from '#server/handle.ts';
import { isViewCounted, pageRef, readOpenPage, readPage } from './one-page.server.ts';
import { gutterMenu, pageTabs } from './page-menus.views.server.ts';
import * as calls from './sitepages.calls.ts';
import * as shapes from './sitepages.schema.ts';
import { informationView, pageView } from './sitepages.views.server.ts';

async function readForView(
  member: Member,
  { id, gutter_menu, profile_tabs }: { id: number; gutter_menu: number; profile_tabs: number },
  request: RestRequest,
): Promise<shapes.ViewAnswer> {
  const row = await readPage(member, id);
  if (isViewCounted(row)) countContainerView(member, pageRef(id));
  const tabs = pageTabs(row);
  return {
    response: pageView(row, originFor(request)),
    gutterMenu: gutter_menu ? gutterMenu(row) : [],
    profile_tabs: profile_tabs ? tabs.profile_tabs : [],
    tabsMenu: profile_tabs ? tabs.tabsMenu : {},
  };
}

export const sitepagesHandlers: Handler[] = [
  handle(calls.readPage, viewInput, shapes.viewAnswer, readForView, {
    summary: 'One page',
  }),
  handle(
    calls.readInformation,
    shapes.pageIdInput,
    shapes.informationAnswer,
    async (member, { id }) => informationView(await readOpenPage(member, id)),
    { summary: 'Facts about a page, by their labels' },
  ),
];
