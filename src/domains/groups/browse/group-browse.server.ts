import type { BrowseKind } from '#domains/containers/browse/browse-kind.ts';
import type { GroupRow } from '#domains/groups/group-rows.server.ts';
import { groupOrderLabels, privacyName, type GroupOrder } from '#domains/groups/groups.rules.ts';
import { counted } from '#lib/text.ts';
import {
  listGroupCategories,
  listGroups,
  listOwnGroups,
  suggestGroups,
} from './group-list.server.ts';

/** The lists of groups. */
export const browsedGroups: BrowseKind<GroupRow> = {
  label: 'Groups',
  summary: 'Groups',
  icon: 'people',
  lists: {
    '/groups/browse': {
      tab: 'Browse',
      title: 'Groups',
      scope: 'all',
      emptyText: 'There are no groups yet. Create the first one.',
      publicEmptyText: 'There are no open groups yet.',
    },
    '/groups/my-groups': {
      tab: 'My Groups',
      title: 'My Groups',
      scope: 'own',
      isOwn: true,
      emptyText: 'You are not in any groups yet.',
    },
  },
  create: { label: 'Create a Group', href: '/groups/create' },
  orders: groupOrderLabels,
  texts: { search: 'Search' },
  list(viewer, { texts, order, scope, ...query }) {
    return listGroups(viewer, {
      ...query,
      ...texts,
      order: order as GroupOrder,
      isOwn: scope === 'own',
    });
  },
  listOwn: listOwnGroups,
  suggest: (viewer) => suggestGroups(viewer),
  beside: { title: 'Suggested groups', list: (viewer) => suggestGroups(viewer) },
  listCategories: async () =>
    (await listGroupCategories()).map(({ id, title }) => [id, title] as [number, string]),
  tile: (group) => [
    ...(group.isUnread ? [{ text: 'New posts', isStrong: true }] : []),
    ...(group.state === 'archived' ? [{ text: 'Archived', isStrong: true }] : []),
    { text: privacyName(group) },
    { text: group.categoryTitle },
    { text: counted(group.memberCount, 'member') },
  ],
};
