import { countContainerView } from '#domains/containers/views.server.ts';
import { suggestFriends } from '#domains/friends/friend-list.server.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { noInput } from '#lib/fields.ts';
import { originFor } from '#server/base-url.ts';
import { forbidden } from '#server/errors.ts';
import {
  handle,
  handlePublic,
  handleUpload,
  noContent,
  type Handler,
  type RestRequest,
  type UploadRequest,
} from '#server/handle.ts';
import { noContentWith } from '#server/responses.ts';
import { pageRef, readOpenPage, readPage, readPageAsStaff } from './one-page.server.ts';
import { listPackages } from './packages.server.ts';
import * as changes from './page-changes.server.ts';
import type { PageFields } from './page-changes.server.ts';
import { newPageValues, pageForm, pageFormValues, searchForm } from './page-forms.views.server.ts';
import { listCategories, listPages, type PageQuery } from './page-list.server.ts';
import { featureAdmins, listAdmins, listMembers } from './page-members.server.ts';
import * as membership from './page-membership.server.ts';
import { listRequests } from './page-requests.server.ts';
import type { PageRow } from './page-rows.server.ts';
import * as settings from './page-settings.server.ts';
import { readPageStatistics } from './page-statistics.server.ts';
import * as calls from './sitepages.calls.ts';
import { pageActionLabels, pageActions, pageAppLabels, pageApps } from './sitepages.rules.ts';
import * as shapes from './sitepages.schema.ts';
import {
  categoryView,
  gutterMenu,
  informationView,
  packageView,
  pageMemberView,
  pageTabs,
  pageView,
  requestsView,
  statisticsView,
} from './sitepages.views.server.ts';

async function browse(
  viewer: Viewer,
  query: PageQuery,
  request: RestRequest,
): Promise<shapes.PagesAnswer> {
  const origin = originFor(request);
  const [{ total, pages }, mayCreate] = await Promise.all([
    listPages(viewer, query),
    isMember(viewer) ? changes.mayCreatePage(viewer) : false,
  ]);
  const withMenu = query.scope === 'managed';
  return {
    canCreate: mayCreate ? 1 : 0,
    totalItemCount: total,
    page: query.page ?? 1,
    response: pages.map((row) => pageView(row, origin, { withMenu })),
  };
}

type WireFields = Omit<shapes.EditFields, 'id'>;

/** The deepest category that was chosen. */
const toCategory = (
  fields: Pick<WireFields, 'category_id' | 'subcategory_id' | 'subsubcategory_id'>,
): number | undefined =>
  fields.subsubcategory_id || fields.subcategory_id || fields.category_id || undefined;

const toBoolean = (flag: number | undefined): boolean | undefined =>
  flag === undefined ? undefined : flag === 1;

function toCommentPolicy(fields: WireFields): PageFields['commentPolicy'] {
  if (fields.auth_comment === undefined) return undefined;
  return fields.auth_comment === 'members' ? 'members' : 'readers';
}

const toFields = (fields: WireFields): PageFields => ({
  title: fields.title,
  slug: fields.page_url,
  description: fields.body,
  overview: fields.overview,
  categoryId: toCategory(fields),
  location: fields.location,
  tags: fields.tags,
  price: fields.price,
  email: fields.email,
  website: fields.website,
  phone: fields.phone,
  memberTitle: fields.member_title,
  visibility: fields.auth_view,
  commentPolicy: toCommentPolicy(fields),
  isListed: toBoolean(fields.search),
  needsApproval: toBoolean(fields.member_approval),
  membersInvite: toBoolean(fields.member_invite),
});

async function create(
  member: Member,
  { photo: _, ...fields }: shapes.CreateFields,
  request: UploadRequest,
): Promise<shapes.PageAnswer> {
  const id = await changes.createPage(
    member,
    {
      ...toFields(fields),
      title: fields.title,
      description: fields.body,
      categoryId: toCategory(fields)!,
      packageId: fields.package_id ?? 0,
      isPublished: fields.draft === 1,
      avatar: await changes.preparePhoto(request.files),
    },
    request.creation,
  );
  return { response: pageView(await readPage(member, id), originFor(request)) };
}

async function readForView(
  member: Member,
  { id, gutter_menu, profile_tabs }: { id: number; gutter_menu: number; profile_tabs: number },
  request: RestRequest,
): Promise<shapes.ViewAnswer> {
  const row = await readPage(member, id);
  countContainerView(member, pageRef(id));
  const tabs = pageTabs(row);
  return {
    response: pageView(row, originFor(request)),
    gutterMenu: gutter_menu ? gutterMenu(row) : [],
    profile_tabs: profile_tabs ? tabs.profile_tabs : [],
    tabsMenu: profile_tabs ? tabs.tabsMenu : {},
  };
}

const membershipView = (row: PageRow): shapes.MembershipAnswer => {
  const { membership: state, member_count } = pageView(row, '');
  return { membership: state, member_count };
};

export const sitepagesHandlers: Handler[] = [
  handlePublic(
    calls.browsePages,
    shapes.browseInput,
    shapes.pagesAnswer,
    (viewer, { liked, followed, user_id, category, ...query }, request) => {
      let scope: PageQuery['scope'] = 'all';
      if (liked) scope = 'liked';
      else if (followed) scope = 'followed';
      return browse(
        viewer,
        {
          search: query.search,
          categoryId: toCategory({ ...query, category_id: query.category_id || category }) ?? 0,
          location: query.location,
          order: query.orderby,
          scope,
          memberId: user_id ?? 0,
          page: query.page,
          limit: query.limit,
        },
        request,
      );
    },
    { summary: 'Community pages that the caller may see' },
  ),
  handle(
    calls.managePages,
    shapes.manageInput,
    shapes.pagesAnswer,
    (member, { search, category_id, orderby, page, limit }, request) =>
      browse(
        member,
        { search, categoryId: category_id ?? 0, order: orderby, scope: 'managed', page, limit },
        request,
      ),
    { summary: 'Pages that the caller owns or administers, with drafts' },
  ),
  handle(
    calls.readSearchForm,
    noInput,
    shapes.formAnswer,
    async () => ({ form: searchForm(await listCategories()) }),
    { summary: 'Fields that pages can be searched by' },
  ),
  handlePublic(
    calls.listCategories,
    shapes.categoriesInput,
    shapes.categoriesAnswer,
    async () => ({ categories: (await listCategories()).map(categoryView) }),
    { summary: 'Categories of pages, three levels deep' },
  ),
  handle(
    calls.listPackages,
    shapes.packagesInput,
    shapes.packagesAnswer,
    async (_, query) => {
      const { total, packages } = await listPackages(query);
      return {
        getTotalItemCount: total,
        totalItemCount: total,
        response: packages.map(packageView),
      };
    },
    { summary: 'Packages for pages' },
  ),
  handle(
    calls.readCreateForm,
    shapes.createFormInput,
    shapes.createFormAnswer,
    async (member) => {
      if (!(await changes.mayCreatePage(member)))
        throw forbidden('You own too many pages already.');
      const [categories, { packages }] = await Promise.all([listCategories(), listPackages()]);
      return {
        form: pageForm(categories, true),
        formValues: newPageValues,
        packages: packages.map(packageView),
      };
    },
    { summary: 'Fields of a new page' },
  ),
  handleUpload(calls.createPage, changes.pagePhoto, shapes.createInput, shapes.pageAnswer, create, {
    limit: 'newPage',
    form: {
      done: 'Page created.',
      next: ({ response }) => `/pages/page/${response.page_id}`,
    },
    summary: 'Create a page',
  }),
  handle(calls.readPage, shapes.viewInput, shapes.viewAnswer, readForView, {
    summary: 'One page',
  }),
  handle(
    calls.readInformation,
    shapes.pageIdInput,
    shapes.informationAnswer,
    async (member, { id }) => informationView(await readOpenPage(member, id)),
    { summary: 'Facts about a page, by their labels' },
  ),
  handle(
    calls.readEditForm,
    shapes.pageIdInput,
    shapes.editFormAnswer,
    async (member, { id }) => {
      const row = await readPageAsStaff(member, id);
      return { form: pageForm(await listCategories(), false), formValues: pageFormValues(row) };
    },
    { summary: 'Fields of an own page with their values' },
  ),
  handle(
    calls.editPage,
    shapes.editInput,
    shapes.pageAnswer,
    async (member, { id, confirm, ...fields }, request) => {
      await changes.editPage(member, id, toFields(fields), { isConfirmed: confirm === 1 });
      return { response: pageView(await readPage(member, id), originFor(request)) };
    },
    { form: { done: 'Your changes were saved.' }, summary: 'Change some fields of an own page' },
  ),
  handleUpload(
    calls.savePhoto,
    changes.pagePhoto,
    shapes.photoInput,
    shapes.photoAnswer,
    async (member, { id }, request) => {
      await changes.savePhoto(member, id, request.files);
      const { image, image_icon, image_profile, image_normal } = pageView(
        await readPage(member, id),
        originFor(request),
      );
      return { response: { photo_id: id, image, image_icon, image_profile, image_normal } };
    },
    { summary: 'Change the picture of an own page', needs: [['photo']] },
  ),
  handle(
    calls.deletePage,
    shapes.pageIdInput,
    noContent,
    (member, { id }) => changes.deletePage(member, id),
    {
      form: { done: 'Page deleted.', next: () => '/pages/my-pages' },
      summary: 'Delete an own page with all that belongs to it',
    },
  ),
  handle(
    calls.closePage,
    shapes.pageIdInput,
    noContentWith(shapes.closedAnswer),
    async (member, { id }) => ({ closed: (await changes.closePage(member, id)) ? 1 : 0 }) as const,
    {
      form: { done: 'Your changes were saved.' },
      summary: 'Close an own page for posts and members, or open it again',
    },
  ),
  handle(
    calls.publishPage,
    shapes.pageIdInput,
    noContent,
    (member, { id }) => changes.publishPage(member, id),
    { form: { done: 'Page published.' }, summary: 'Publish a draft' },
  ),
  handle(
    calls.joinPage,
    shapes.joinInput,
    shapes.membershipAnswer,
    async (member, { id, answer }) =>
      membershipView(await membership.joinPage(member, id, answer ? [answer] : [])),
    { form: {}, summary: 'Join a page, or ask to' },
  ),
  handle(
    calls.leavePage,
    shapes.pageIdInput,
    shapes.membershipAnswer,
    async (member, { id }) => membershipView(await membership.leavePage(member, id)),
    { form: {}, summary: 'Leave a page, or cancel a request' },
  ),
  handle(
    calls.followPage,
    shapes.followInput,
    shapes.followAnswer,
    async (member, { id, follow }) => {
      const { isFollowing, followerCount } = await membership.followPage(
        member,
        id,
        toBoolean(follow),
      );
      return { isPageFollowed: isFollowing ? 1 : 0, follow_count: followerCount };
    },
    { form: {}, summary: 'Follow a page, or stop following it' },
  ),
  handle(
    calls.acceptInvite,
    shapes.answerInviteInput,
    noContent,
    (member, { pageId }) => membership.acceptInvite(member, pageId),
    { form: { done: 'You are a member now.' }, summary: 'Accept an invitation to a page' },
  ),
  handle(
    calls.rejectInvite,
    shapes.answerInviteInput,
    noContent,
    (member, { pageId }) => membership.rejectInvite(member, pageId),
    {
      form: { done: 'Invitation declined.', next: () => '/pages' },
      summary: 'Decline an invitation to a page; the inviter is not notified',
    },
  ),
  handle(
    calls.readInviteForm,
    shapes.inviteFormInput,
    shapes.inviteFormAnswer,
    async (member, { id, search }, request) => {
      const { canInvite } = await readPage(member, id);
      if (!canInvite) throw forbidden();
      const friends = await suggestFriends(member, { search, limit: 50 }, originFor(request));
      return {
        form: [
          { type: 'Checkbox', name: 'selectall', label: 'All of them' },
          {
            type: 'Multicheckbox',
            name: 'users',
            label: 'Friends',
            hasValidator: true,
            multiOptions: Object.fromEntries(
              friends.map(({ id: friendId, label }) => [String(friendId), label]),
            ),
          },
        ],
        friends,
      };
    },
    { summary: 'Friends who can be invited' },
  ),
  handle(
    calls.inviteMembers,
    shapes.inviteInput,
    noContentWith(shapes.invitedAnswer),
    async (member, { id, users, toValues }) => ({
      invited: await membership.inviteMembers(member, id, users ?? toValues ?? []),
    }),
    {
      form: { done: 'Invitations sent.' },
      summary: 'Invite friends to a page',
      needs: [['users'], ['toValues']],
    },
  ),
  handle(
    calls.listPendingRequests,
    shapes.requestsInput,
    shapes.requestsAnswer,
    async (member, { id, ...query }, request) =>
      requestsView(await listRequests(member, id, query), originFor(request)),
    { summary: 'Requests to join, for the staff of the page' },
  ),
  handle(
    calls.approveRequest,
    shapes.decideInput,
    noContent,
    (member, { pageId, member_id }) => membership.approveRequest(member, pageId, member_id),
    { form: { done: 'Request approved.' }, summary: 'Approve a request to join' },
  ),
  handle(
    calls.rejectRequest,
    shapes.decideInput,
    noContent,
    (member, { pageId, member_id }) => membership.rejectRequest(member, pageId, member_id),
    { form: { done: 'Request rejected.' }, summary: 'Reject a request to join' },
  ),
  handle(
    calls.listMembers,
    shapes.membersInput,
    shapes.membersAnswer,
    async (member, { id, ...query }, request) => {
      const { total, members } = await listMembers(member, id, query);
      return {
        totalItemCount: total,
        getTotalItemCount: total,
        response: members.map((row) => pageMemberView(row, originFor(request))),
      };
    },
    { summary: 'Members of a page' },
  ),
  handle(
    calls.changeRole,
    shapes.changeRoleInput,
    noContentWith(shapes.roleAnswer),
    async (member, { id, member_id, role, title }) => {
      await membership.changeRole(member, id, member_id, { role, title });
      return { member_id, role };
    },
    { form: { done: 'Role changed.' }, summary: 'Give a member of an own page another role' },
  ),
  handle(
    calls.removeMember,
    shapes.memberInput,
    noContent,
    (member, { id, member_id }) => membership.removeMember(member, id, member_id),
    { form: { done: 'Member removed.' }, summary: 'Remove a member from an own page' },
  ),
  handle(
    calls.listAdmins,
    shapes.pageIdInput,
    shapes.membersAnswer,
    async (member, { id }, request) => {
      const admins = await listAdmins(member, id);
      return {
        totalItemCount: admins.length,
        getTotalItemCount: admins.length,
        response: admins.map((row) => pageMemberView(row, originFor(request))),
      };
    },
    { summary: 'Owner and admins of an own page' },
  ),
  handle(
    calls.changeAdmin,
    shapes.changeAdminInput,
    noContent,
    (member, { id, user_id, action }) => membership.changeAdmin(member, id, user_id, action),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'Make somebody an admin of an own page, or no longer',
    },
  ),
  handle(
    calls.listFeaturedAdmins,
    shapes.pageIdInput,
    shapes.featuredAdminsAnswer,
    async (member, { id }, request) => ({
      response: (await listAdmins(member, id)).map((row) =>
        pageMemberView(row, originFor(request)),
      ),
    }),
    { summary: 'Admins of an own page, and whether its front shows them' },
  ),
  handle(
    calls.featureAdmins,
    shapes.featureAdminsInput,
    noContent,
    (member, { id, user_ids }) => featureAdmins(member, id, user_ids),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'Choose the admins that the front of an own page shows',
    },
  ),
  handle(
    calls.readNotificationSettings,
    shapes.pageIdInput,
    shapes.notificationSettingsAnswer,
    async (member, { id }) => {
      const { isNotified, isMailed, actions } = await settings.readNotificationSettings(member, id);
      return {
        form: [
          { type: 'Checkbox', name: 'notification', label: 'Notify me' },
          { type: 'Checkbox', name: 'email', label: 'Also by e-mail' },
          {
            type: 'Multicheckbox',
            name: 'action_notification',
            label: 'When',
            multiOptions: pageActionLabels,
          },
        ],
        formValues: {
          notification: isNotified ? 1 : 0,
          email: isMailed ? 1 : 0,
          action_notification: pageActions.filter((action) => actions.includes(action)),
        },
      };
    },
    { summary: 'Own notification settings for a page' },
  ),
  handle(
    calls.saveNotificationSettings,
    shapes.saveNotificationSettingsInput,
    noContent,
    (member, { id, notification, email, action_notification }) =>
      settings.saveNotificationSettings(member, id, {
        isNotified: notification === 1,
        isMailed: email === 1,
        actions: action_notification,
      }),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'Change the own notification settings for a page',
    },
  ),
  handle(
    calls.listApps,
    shapes.pageIdInput,
    shapes.appsAnswer,
    async (member, { id }) => {
      const row = await readPageAsStaff(member, id);
      const counts: Partial<Record<(typeof pageApps)[number], number>> = {
        reviews: row.reviewCount,
        discussions: row.postCount,
      };
      return {
        response: pageApps.map((name) => ({
          name,
          label: pageAppLabels[name],
          enabled: row.hiddenApps.includes(name) ? 0 : 1,
          count: counts[name] ?? 0,
        })),
      };
    },
    { summary: 'Tabs of an own page' },
  ),
  handle(
    calls.setApp,
    shapes.setAppInput,
    noContent,
    (member, { id, name, enabled }) => settings.setApp(member, id, name, enabled === 1),
    { form: { done: 'Your changes were saved.' }, summary: 'Show or hide a tab of an own page' },
  ),
  handle(
    calls.readStatistics,
    shapes.statisticsInput,
    shapes.statisticsAnswer,
    async (member, { page_id, type, ...query }) => {
      const statistics = statisticsView(await readPageStatistics(member, page_id, query));
      return type === 'reports' ? { ...statistics, rows: statistics.series } : statistics;
    },
    { summary: 'Numbers of an own page by day, week or month' },
  ),
];
