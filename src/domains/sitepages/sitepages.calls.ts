import type * as containers from '#domains/containers/containers.schema.ts';
import { linkCalls, ownershipCalls } from '#domains/containers/kit/membership.calls.ts';
import type * as kit from '#domains/containers/kit/membership.schema.ts';
import type * as requests from '#domains/containers/kit/requests.schema.ts';
import type * as browse from '#domains/sitepages/browse/browse.schema.ts';
import type * as edit from '#domains/sitepages/edit/edit.schema.ts';
import type * as settings from '#domains/sitepages/edit/settings.schema.ts';
import type * as membership from '#domains/sitepages/membership/membership.schema.ts';
import type * as statistics from '#domains/sitepages/statistics/statistics.schema.ts';
import { del, get, post } from '#lib/rest.ts';
import type * as shapes from './sitepages.schema.ts';

type Nothing = Record<never, never>;

export const browsePages = get<browse.BrowseInput, browse.PagesAnswer>('/sitepages/browse');
export const managePages = get<browse.ManageInput, browse.PagesAnswer>('/sitepages/manage');
export const readSearchForm = get<Nothing, browse.FormAnswer>('/sitepages/search-form');
export const listCategories = get<browse.CategoriesInput, browse.CategoriesAnswer>(
  '/sitepages/category',
);
export const listPackages = get<browse.PackagesInput, browse.PackagesAnswer>('/sitepages/packages');
export const readCreateForm = get<edit.CreateFormInput, edit.CreateFormAnswer>('/sitepages/create');
export const createPage = post<edit.CreateInput, shapes.PageAnswer>('/sitepages/create');
export const readPage = get<containers.ViewInput, shapes.ViewAnswer>('/sitepage/view/:id');
export const readInformation = get<shapes.PageIdInput, shapes.InformationAnswer>(
  '/sitepage/information/:id',
);
export const readEditForm = get<shapes.PageIdInput, edit.EditFormAnswer>('/sitepage/edit/:id');
export const editPage = post<edit.EditInput, shapes.PageAnswer>('/sitepage/edit/:id');
export const savePhoto = post<edit.PhotoInput, edit.PhotoAnswer>('/sitepage/photo/:id');
export const deletePage = del<containers.DeleteInput, void>('/sitepage/delete/:id');
/** As native clients send it, with their token in the headers. */
export const closePageNatively = get<shapes.PageIdInput, edit.ClosedAnswer>('/sitepage/close/:id');
export const closePage = post<shapes.PageIdInput, edit.ClosedAnswer>('/sitepage/close/:id');
export const verifyWebsite = post<shapes.PageIdInput, edit.VerifiedAnswer>(
  '/sitepage/verify-website/:id',
);
export const publishPage = post<shapes.PageIdInput, void>('/sitepage/publish/:id');

export const join = post<membership.JoinInput, kit.MembershipAnswer<membership.MembershipName>>(
  '/sitepage/join/:id',
);
export const leave = post<containers.LeaveInput, membership.LeaveAnswer>('/sitepage/leave/:id');
export const followPage = post<membership.FollowInput, membership.FollowAnswer>(
  '/sitepage/follow/:id',
);
export const acceptInvitation = post<kit.InvitedInput<'pageId'>, void>(
  '/sitepage/accept-invite/:pageId',
);
export const ignoreInvitation = post<Record<'pageId', number>, void>(
  '/sitepage/reject-invite/:pageId',
);
export const readInviteForm = get<kit.InviteFormInput, membership.InviteFormAnswer>(
  '/sitepage/invite-members/:id',
);
export const inviteMembers = post<membership.InviteInput, kit.InvitedAnswer>(
  '/sitepage/invite-members/:id',
);
export const listPendingRequests = get<requests.RequestsInput, requests.RequestsAnswer>(
  '/sitepage/pending-requests/:id',
);
export const approveRequest = post<kit.DecideInput<'member_id', 'pageId'>, kit.ApprovedAnswer>(
  '/sitepage/approve-pending/:pageId',
);
export const refuseRequest = post<kit.RefuseInput<'member_id', 'pageId'>, kit.RefusedAnswer>(
  '/sitepage/reject-pending/:pageId',
);

export const { offerOwnership, acceptOwnership, endOwnershipOffer, volunteerAsOwner } =
  ownershipCalls('/sitepage');
export const { listInviteLinks, createInviteLink, revokeInviteLink, joinByLink } =
  linkCalls<'page'>('/sitepage');
export const readAuditLog = get<kit.AuditLogInput, kit.AuditLogAnswer>('/sitepage/audit-log/:id');

export const listMembers = get<membership.MembersInput, membership.MembersAnswer>(
  '/sitepage/members/:id',
);
export const changeRole = post<membership.ChangeRoleInput, membership.RoleAnswer>(
  '/sitepage/changerole/:id',
);
export const removeMember = post<kit.MemberInput<'member_id'>, void>('/sitepage/remove-member/:id');
export const banMember = post<kit.BanInput<'member_id'>, void>('/sitepage/ban-member/:id');
export const unbanMember = post<kit.MemberInput<'member_id'>, void>('/sitepage/unban-member/:id');
export const listAdmins = get<shapes.PageIdInput, membership.MembersAnswer>(
  '/sitepage/manageadmins/:id',
);
export const changeAdmin = post<membership.ChangeAdminInput, void>('/sitepage/manageadmins/:id');
export const listFeaturedAdmins = get<shapes.PageIdInput, membership.FeaturedAdminsAnswer>(
  '/sitepage/featured-admins/:id',
);
export const featureAdmins = post<membership.FeatureAdminsInput, void>(
  '/sitepage/featured-admins/:id',
);
export const readNotificationSettings = get<
  shapes.PageIdInput,
  settings.NotificationSettingsAnswer
>('/sitepage/notification-settings/:id');
export const saveNotificationSettings = post<settings.SaveNotificationSettingsInput, void>(
  '/sitepage/notification-settings/:id',
);
export const listApps = get<shapes.PageIdInput, settings.AppsAnswer>('/sitepage/apps/:id');
export const setApp = post<settings.SetAppInput, void>('/sitepage/apps/:id');
export const readStatistics = get<statistics.StatisticsInput, statistics.StatisticsAnswer>(
  '/sitepages/statistics',
);
