import type { z } from 'zod';
import { countContainerPhotos } from '#domains/albums/container-photos/container-photos.server.ts';
import { viewInput } from '#domains/containers/containers.schema.ts';
import { formAnswer } from '#domains/containers/kit/kind.schema.ts';
import { listView } from '#domains/containers/kit/plain.views.server.ts';
import { countContainerView } from '#domains/containers/statistics/views.server.ts';
import { mayCreateGroup } from '#domains/groups/edit/group-changes.server.ts';
import { searchForm } from '#domains/groups/edit/group-forms.views.server.ts';
import * as calls from '#domains/groups/groups.calls.ts';
import * as shapes from '#domains/groups/groups.schema.ts';
import { groupAnswerView, groupView } from '#domains/groups/groups.views.server.ts';
import { groupRef, readGroup } from '#domains/groups/one-group.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { noInput } from '#lib/fields.ts';
import { originFor } from '#server/base-url.ts';
import { handle, handlePublic, type Handler, type RestRequest } from '#server/handle.ts';
import * as browseShapes from './browse.schema.ts';
import { listGroupCategories, listGroups, suggestGroups } from './group-list.server.ts';

async function browse(
  viewer: Viewer,
  {
    text,
    search_text,
    search,
    category_id,
    user_id = 0,
    ...query
  }: z.output<typeof browseShapes.manageInput> & { user_id?: number },
  request: RestRequest,
  { isOwn = false } = {},
): Promise<browseShapes.GroupsAnswer> {
  const origin = originFor(request);
  const words = (text || search_text || search) ?? '';
  const [found, canCreate] = await Promise.all([
    listGroups(viewer, {
      ...query,
      search: words,
      categoryId: category_id,
      memberId: user_id,
      isOwn,
    }),
    isMember(viewer) ? mayCreateGroup(viewer) : false,
  ]);
  return listView(found, { page: query.page, canCreate }, (row) =>
    groupView(row, origin, { withMenu: isOwn }),
  );
}

export const browseHandlers: Handler[] = [
  handlePublic(
    calls.listGroups,
    browseShapes.browseInput,
    browseShapes.groupsAnswer,
    (viewer, query, request) => browse(viewer, query, request),
    { summary: 'Groups that the caller may find' },
  ),
  handlePublic(
    calls.browseGroups,
    browseShapes.browseInput,
    browseShapes.groupsAnswer,
    (viewer, query, request) => browse(viewer, query, request),
    { summary: 'The same as `GET /groups`' },
  ),
  handle(
    calls.manageGroups,
    browseShapes.manageInput,
    browseShapes.groupsAnswer,
    (member, query, request) => browse(member, query, request, { isOwn: true }),
    { summary: 'Groups that the caller belongs to, those they own first' },
  ),
  handle(
    calls.listSuggestedGroups,
    browseShapes.suggestedInput,
    browseShapes.groupsAnswer,
    async (member, { limit }, request) => {
      const rows = await suggestGroups(member, limit);
      const options = { page: 1, canCreate: await mayCreateGroup(member) };
      return listView({ total: rows.length, rows }, options, (row) =>
        groupView(row, originFor(request)),
      );
    },
    { summary: 'Open groups of friends of the caller' },
  ),
  handle(
    calls.readSearchForm,
    noInput,
    formAnswer,
    async () => searchForm(await listGroupCategories()),
    { summary: 'Fields that groups can be searched by' },
  ),
  handlePublic(
    calls.readGroup,
    viewInput,
    shapes.groupAnswer,
    async (viewer, { id, gutter_menu, profile_tabs }, request) => {
      const row = await readGroup(viewer, id);
      if (row.isReadable) countContainerView(viewer, groupRef(id));
      const tabs = profile_tabs === 1;
      return groupAnswerView(row, originFor(request), {
        menu: gutter_menu === 1,
        tabs,
        photoCount: tabs && row.isReadable ? await countContainerPhotos(viewer, groupRef(id)) : 0,
      });
    },
    { summary: 'One group, or only the public part of a closed one' },
  ),
];
