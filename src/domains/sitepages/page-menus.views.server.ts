import { wayToJoin } from '#domains/containers/container-access.rules.ts';
import type { MenuItem } from '#lib/shapes.ts';
import type { PageRow } from './page-rows.server.ts';
import {
  asksToJoin,
  hasApp,
  mayManagePage,
  mayToggleFollowing,
  orderedApps,
  ownsPage,
  pageAppLabels,
  pageApps,
} from './sitepages.rules.ts';
import { type ViewAnswer } from './sitepages.schema.ts';

export const editMenu = (row: PageRow): MenuItem[] => [
  { name: 'edit', label: 'Edit page', url: `sitepage/edit/${row.id}`, urlParams: {} },
  row.state === 'archived'
    ? { name: 'open', label: 'Open page', url: `sitepage/close/${row.id}`, urlParams: {} }
    : { name: 'close', label: 'Close page', url: `sitepage/close/${row.id}`, urlParams: {} },
  ...(ownsPage(row)
    ? [{ name: 'delete', label: 'Delete page', url: `sitepage/delete/${row.id}`, urlParams: {} }]
    : []),
];

/** Actions of the viewer; every `url` is a call of this interface. */
export function gutterMenu(row: PageRow): MenuItem[] {
  const item = (name: string, label: string, path: string): MenuItem => ({
    name,
    label,
    url: `sitepage/${path}/${row.id}`,
    urlParams: {},
  });
  const way = wayToJoin(row);
  const isMember = row.membership === 'member';
  return [
    ...(mayManagePage(row) ? editMenu(row) : []),
    ...(isMember && !ownsPage(row) ? [item('leave', 'Leave page', 'leave')] : []),
    ...(row.membership === 'requested' ? [item('cancel', 'Cancel request', 'leave')] : []),
    ...(row.membership !== 'requested' && (way === 'join' || way === 'ask')
      ? [item('join', asksToJoin(row) ? 'Ask to join' : 'Join page', 'join')]
      : []),
    ...(way === 'accept' ? [item('accept_invite', 'Accept invitation', 'accept-invite')] : []),
    ...(row.membership === 'invited'
      ? [item('reject_invite', 'Decline invitation', 'reject-invite')]
      : []),
    ...(mayToggleFollowing(row)
      ? [item('follow', row.isFollowing ? 'Unfollow' : 'Follow', 'follow')]
      : []),
    ...(row.canInvite ? [item('invite', 'Invite friends', 'invite-members')] : []),
  ];
}

/** Tabs of a page with the calls that fill them. */
export function pageTabs(row: PageRow): Pick<ViewAnswer, 'profile_tabs' | 'tabsMenu'> {
  const calls: Partial<Record<(typeof pageApps)[number], { url: string; count: number }>> = {
    photos: { url: `sitepage/photos/index/${row.id}`, count: 0 },
    reviews: { url: `sitepage/reviews/browse/${row.id}`, count: row.reviewCount },
  };
  const tabs = [...new Set([...orderedApps(row.appOrder), ...pageApps])]
    .filter((app) => hasApp(row, app))
    .flatMap((app) => {
      const call = calls[app];
      return call
        ? [
            {
              name: app,
              label: pageAppLabels[app],
              url: call.url,
              urlParams: {},
              count: call.count,
            },
          ]
        : [];
    });
  const information = {
    name: 'information',
    label: 'Info',
    url: `sitepage/information/${row.id}`,
    urlParams: {},
    count: 0,
  };
  const members = {
    name: 'members',
    label: row.memberTitle || 'Members',
    url: `sitepage/members/${row.id}`,
    urlParams: {},
    count: row.memberCount,
  };
  const all = [
    ...(row.isReadable ? [...tabs, information] : []),
    ...(row.isMemberListShown ? [members] : []),
  ];
  return {
    profile_tabs: all,
    tabsMenu: Object.fromEntries(all.map(({ name, label }) => [name, label])),
  };
}
