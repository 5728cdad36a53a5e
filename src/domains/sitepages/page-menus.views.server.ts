import { wayToJoin } from '#domains/containers/container-access.rules.ts';
import { toMenuItem, type MenuItem } from '#lib/shapes.ts';
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
  type PageApp,
} from './sitepages.rules.ts';
import { type ViewAnswer } from './sitepages.schema.ts';

const itemOf =
  ({ id }: PageRow) =>
  (name: string, label: string, path = name): MenuItem =>
    toMenuItem(name, label, `sitepage/${path}/${id}`);

export function editMenu(row: PageRow): MenuItem[] {
  const item = itemOf(row);
  return [
    item('edit', 'Edit page'),
    row.state === 'archived' ? item('open', 'Reopen page', 'close') : item('close', 'Archive page'),
    ...(ownsPage(row) ? [item('delete', 'Delete page')] : []),
  ];
}

/** Actions of the viewer; every `url` is a call of this interface. */
export function gutterMenu(row: PageRow): MenuItem[] {
  const item = itemOf(row);
  const way = wayToJoin(row);
  const isMember = row.membership === 'member';
  return [
    ...(mayManagePage(row) ? editMenu(row) : []),
    ...(isMember && !ownsPage(row) ? [item('leave', 'Leave page')] : []),
    ...(row.membership === 'requested' ? [item('cancel', 'Cancel request', 'leave')] : []),
    ...(row.membership !== 'requested' && (way === 'join' || way === 'ask')
      ? [item('join', asksToJoin(row) ? 'Ask to join' : 'Join page')]
      : []),
    ...(way === 'accept' ? [item('accept_invite', 'Accept invitation', 'accept-invite')] : []),
    ...(row.membership === 'invited'
      ? [item('reject_invite', 'Decline invitation', 'reject-invite')]
      : []),
    ...(mayToggleFollowing(row) ? [item('follow', row.isFollowing ? 'Unfollow' : 'Follow')] : []),
    ...(row.canInvite ? [item('invite', 'Invite friends', 'invite-members')] : []),
  ];
}

/** Tabs of a page with the calls that fill them. */
export function pageTabs(row: PageRow): Pick<ViewAnswer, 'profile_tabs' | 'tabsMenu'> {
  const item = itemOf(row);
  const tab = (name: string, label: string, path = name, count = 0) => ({
    ...item(name, label, path),
    count,
  });
  const ofApps: Partial<Record<PageApp, ReturnType<typeof tab>>> = {
    photos: tab('photos', pageAppLabels.photos, 'photos/index'),
    reviews: tab('reviews', pageAppLabels.reviews, 'reviews/browse', row.reviewCount),
  };
  const tabs = [...new Set([...orderedApps(row.appOrder), ...pageApps])]
    .filter((app) => hasApp(row, app))
    .flatMap((app) => ofApps[app] ?? []);
  const members = tab('members', row.memberTitle || 'Members', 'members', row.memberCount);
  const all = [
    ...(row.isReadable ? [...tabs, tab('information', 'Info')] : []),
    ...(row.isMemberListShown ? [members] : []),
  ];
  return {
    profile_tabs: all,
    tabsMenu: Object.fromEntries(all.map(({ name, label }) => [name, label])),
  };
}
