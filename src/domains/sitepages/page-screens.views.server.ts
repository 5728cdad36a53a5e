import { isFrontShown, roles, wayToJoin } from '#domains/containers/container-access.rules.ts';
import type { NamedItem } from '#domains/containers/container-rows.server.ts';
import {
  firstStaffScreen,
  isForEverybody,
  type Action,
  type ContainerScreens,
} from '#domains/containers/kit/container-screens.ts';
import { kindScreens } from '#domains/containers/kit/kind-screens.views.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import { likeSubject, unlikeSubject } from '#domains/reactions/reactions.calls.ts';
import { browsedPages } from '#domains/sitepages/browse/page-browse.server.ts';
import { mayCreatePage } from '#domains/sitepages/edit/page-changes.server.ts';
import { pageFormValues } from '#domains/sitepages/edit/page-forms.views.server.ts';
import { changeMember } from '#domains/sitepages/membership/member-changes.ts';
import {
  listMembers,
  listRequests,
  listStaff,
} from '#domains/sitepages/membership/page-members.server.ts';
import { counted } from '#lib/text.ts';
import { toWall } from '#lib/time-zones.ts';
import { toWireType } from '#lib/wire-names.ts';
import { databaseNow } from '#server/clock.ts';
import {
  isViewCounted,
  pageReader,
  readOpenPage,
  readPageWithApp,
  readPageWithMembers,
} from './one-page.server.ts';
import { openState } from './opening-hours.rules.ts';
import { pageCacheTags } from './page-cache.server.ts';
import { pageMeta } from './page-meta.ts';
import { dashboardPath, pagePath, pageRoutes, tabsOf } from './page-paths.ts';
import type { PageRow } from './page-rows.server.ts';
import * as calls from './sitepages.calls.ts';
import { pageFields } from './sitepages.fields.ts';
import {
  mayAddPagePhotos,
  mayManagePage,
  mayModeratePage,
  mayToggleFollowing,
  ownsPage,
  roleLabels,
  shownRating,
  type PageApp,
} from './sitepages.rules.ts';

const ids = { container: 'pageId', member: 'member_id' };
const { screens, joinActions } = kindScreens<PageRow, unknown>({
  type: 'page',
  routes: pageRoutes,
  reader: pageReader,
  calls: {
    ...calls,
    archive: calls.closePage,
    requestMembership: calls.join,
    cancelRequest: calls.leave,
  },
  ids,
});

const likedText = 'Others see that you like this page. Its posts appear in your home feed.';
const followedText = 'Its posts appear in your home feed, whether you are a member or not.';

function likeActions({ id, isLiked, isReadable, state, membership }: PageRow): Action[] {
  const subject = { subject_type: toWireType('page'), subject_id: id };
  if (isLiked) {
    const unlike = { label: 'Unlike', call: unlikeSubject, input: subject };
    return [{ label: 'Liked', menu: { text: likedText, actions: [unlike] } }];
  }
  return isReadable && state === 'open' && membership !== 'banned'
    ? [
        {
          label: 'Like',
          call: likeSubject,
          input: { ...subject, reaction: 'like' },
          isWayIn: true,
        },
      ]
    : [];
}

const firstScreen = (page: PageRow) =>
  dashboardPath(page.id, firstStaffScreen(pageRoutes.staffScreens, page));

function actions(page: PageRow & NamedItem): Action[] {
  const { id, state, isFollowing } = page;
  const mayPublish = mayManagePage(page) && (state === 'draft' || state === 'declined');
  const publish = {
    label: state === 'draft' ? 'Publish page' : 'Submit again',
    call: calls.publishPage,
    isPrimary: true,
  };
  const follow = (label: string, on: 0 | 1): Action => ({
    label,
    call: calls.followPage,
    input: { id, follow: on },
    // Whoever joins follows.
    isWayIn: on === 1 && wayToJoin(page) === null,
  });
  const following = isFollowing
    ? { label: 'Following', menu: { text: followedText, actions: [follow('Unfollow', 0)] } }
    : follow('Follow', 1);
  return [
    ...(mayPublish ? [publish] : []),
    // Whoever waits cancels first.
    ...joinActions(page).filter(
      ({ call }) => call !== calls.join || page.membership !== 'requested',
    ),
    ...(mayToggleFollowing(page) ? [following] : []),
    ...likeActions(page),
    ...(mayModeratePage(page) ? [{ label: 'Dashboard', href: firstScreen(page) }] : []),
  ];
}

function moreActions(page: PageRow & NamedItem): Action[] {
  const { id, canInvite, isReadable, owner } = page;
  const path = pagePath(id);
  return [
    ...(canInvite ? [{ label: 'Invite friends', href: `${path}/invite` }] : []),
    ...screens.moreActions(page),
    ...(isForEverybody(page) ? [{ label: 'Recommend', href: `${path}/recommend` }] : []),
    ...(isReadable && owner && !ownsPage(page)
      ? [{ label: 'Write to the owner', href: `${path}/message` }]
      : []),
  ];
}

const stateNotices: Partial<Record<PageRow['state'], string>> = {
  draft: 'This page is a draft: only its staff sees it.',
  archived: 'This page is archived: you can read it, but nobody can post or join.',
  pending: 'This page is waiting for approval by the moderators.',
};

/** Data of pages for the screens of all kinds of containers. */
export const pageScreens: ContainerScreens<PageRow> = {
  ...screens,
  tabsOf,
  readTab(viewer, { itemId: id }, tab) {
    if (tab === 'members') return readPageWithMembers(viewer, id);
    return tab === 'about' ? readOpenPage(viewer, id) : readPageWithApp(viewer, id, tab as PageApp);
  },
  mayAddPhotos: (_, page) => mayAddPagePhotos(page),
  isViewCounted,

  speaks: mayModeratePage,

  aside: (page, viewer) => ({
    description: page.description,
    lines: [
      { label: 'Category', text: page.categoryTitle },
      {
        label: 'Opening hours',
        // The screens of visitors are cached.
        text: isMember(viewer)
          ? openState(page.openingHours, toWall(databaseNow(), viewer.timezone))
          : '',
      },
      { label: 'Location', text: page.location },
      { label: 'Price', text: page.price },
      { label: 'Website', text: page.website.replace(/^https?:\/\//, ''), href: page.website },
      { label: 'E-mail', text: page.email, href: `mailto:${page.email}` },
      { label: 'Phone', text: page.phone, href: `tel:${page.phone.replace(/[^+\d]/g, '')}` },
    ],
  }),

  facts(page) {
    const { id, isReadable } = page;
    const rating = shownRating(page);
    return [
      ...(isFrontShown(page) ? [{ text: page.categoryTitle }] : []),
      ...screens.facts(page),
      ...(isReadable ? [{ text: counted(page.followerCount, 'follower') }] : []),
      ...(isReadable && rating
        ? [{ text: rating.mean.toFixed(1), href: pagePath(id, 'reviews'), isRating: true }]
        : []),
    ];
  },
  actions,
  moreActions,
  membershipText: 'You are a member. Joining follows the page, too: you can unfollow it and stay.',
  memberActions: (page) => (mayModeratePage(page) ? [] : screens.memberActions(page)),
  notices: (page) => [
    page.membership === 'requested' &&
      'You have asked to join. The staff of the page will decide, and you will get a notification.',
    !page.isOwnerless && stateNotices[page.state],
    !page.isOwnerless &&
      page.state === 'declined' &&
      `The moderators have not approved this page. ${page.declinedReason}`.trim(),
    page.isArchivedBySite &&
      'The moderators of this site archived it, and only they can reopen it.',
  ],
  meta: pageMeta,
  cacheTags: pageCacheTags,

  archiveRole: roles.admin,

  form: {
    create: calls.createPage,
    edit: calls.editPage,
    delete: calls.deletePage,
    lead: 'A place for a group, a shop, a club: with posts, photos, members and reviews.',
    mayCreate: mayCreatePage,
    values: pageFormValues,
    fields: pageFields,
    archive: {
      lead: 'You can still read or leave an archived page, but nobody can post or join.',
    },
    content: 'posts, reviews',
    formerOwner: 'an admin',
  },

  staffLabel: 'Dashboard of the page',
  browse: browsedPages,
  requests: {
    list: listRequests,
    ids,
    searchLabel: 'Name or e-mail',
  },
  members: {
    list: listMembers,
    roleLabels,
    title: ({ memberTitle }) => memberTitle || 'Members',
    note: ({ title, role }) => title || (role > 0 ? roleLabels[role]! : ''),
    roles: {
      '': 'All roles',
      owner: 'Owner',
      admin: 'Admins',
      moderator: 'Moderators',
      member: 'Members',
    },
    change: changeMember,
    staff: listStaff,
  },
};
