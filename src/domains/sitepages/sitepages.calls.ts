import type * as containers from '#domains/containers/containers.schema.ts';
import type * as requests from '#domains/containers/kit/requests.schema.ts';
import type * as browse from '#domains/sitepages/browse/browse.schema.ts';
import type * as edit from '#domains/sitepages/edit/edit.schema.ts';
import type * as settings from '#domains/sitepages/edit/settings.schema.ts';
import type * as membership from '#domains/sitepages/membership/membership.schema.ts';
import type * as ownership from '#domains/sitepages/membership/ownership.schema.ts';
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
export const readPage = get<shapes.ViewInput, shapes.ViewAnswer>('/sitepage/view/:id');
export const readInformation = get<shapes.PageIdInput, shapes.InformationAnswer>(
  '/sitepage/information/:id',
);
export const readEditForm = get<shapes.PageIdInput, edit.EditFormAnswer>('/sitepage/edit/:id');
export const editPage = post<edit.EditInput, shapes.PageAnswer>('/sitepage/edit/:id');
export const savePhoto = post<edit.PhotoInput, edit.PhotoAnswer>('/sitepage/photo/:id');
export const deletePage = del<edit.DeleteInput, void>('/sitepage/delete/:id');
/** As native clients send it, with their token in the headers. */
export const closePageNatively = get<shapes.PageIdInput, edit.ClosedAnswer>('/sitepage/close/:id');
export const closePage = post<shapes.PageIdInput, edit.ClosedAnswer>('/sitepage/close/:id');
export const verifyWebsite = post<shapes.PageIdInput, edit.VerifiedAnswer>(
  '/sitepage/verify-website/:id',
);
export const publishPage = post<shapes.PageIdInput, void>('/sitepage/publish/:id');

export const joinPage = post<membership.JoinInput, membership.MembershipAnswer>(
  '/sitepage/join/:id',
);
export const leavePage = post<containers.LeaveInput, membership.LeaveAnswer>('/sitepage/leave/:id');
export const followPage = post<membership.FollowInput, membership.FollowAnswer>(
  '/sitepage/follow/:id',
);
export const acceptInvite = post<membership.AnswerInviteInput, void>(
  '/sitepage/accept-invite/:pageId',
);
export const rejectInvite = post<membership.AnswerInviteInput, void>(
  '/sitepage/reject-invite/:pageId',
);
export const readInviteForm = get<membership.InviteFormInput, membership.InviteFormAnswer>(
  '/sitepage/invite-members/:id',
);
export const inviteMembers = post<membership.InviteInput, membership.InvitedAnswer>(
  '/sitepage/invite-members/:id',
);
export const listPendingRequests = get<requests.RequestsInput, requests.RequestsAnswer>(
  '/sitepage/pending-requests/:id',
);
export const approveRequest = post<membership.DecideInput, void>(
  '/sitepage/approve-pending/:pageId',
);
export const rejectRequest = post<membership.RejectInput, void>('/sitepage/reject-pending/:pageId');

export const offerOwnership = post<containers.OfferInput, void>('/sitepage/offer-ownership/:id');
export const acceptOwnership = post<shapes.PageIdInput, void>('/sitepage/accept-ownership/:id');
export const endOwnershipOffer = post<shapes.PageIdInput, void>(
  '/sitepage/end-ownership-offer/:id',
);
export const volunteerAsOwner = post<containers.VolunteerInput, void>('/sitepage/volunteer/:id');
export const readAuditLog = get<ownership.AuditLogInput, ownership.AuditLogAnswer>(
  '/sitepage/audit-log/:id',
);
export const listInviteLinks = get<shapes.PageIdInput, containers.InviteLinksAnswer>(
  '/sitepage/invite-links/:id',
);
export const createInviteLink = post<containers.CreateLinkInput, containers.LinkCreated>(
  '/sitepage/invite-links/:id',
);
export const revokeInviteLink = del<containers.LinkInput, void>(
  '/sitepage/invite-links/:id/:link_id',
);
export const joinByLink = post<containers.TokenInput, ownership.JoinedAnswer>(
  '/sitepage/join-by-link/:token',
);

export const listMembers = get<membership.MembersInput, membership.MembersAnswer>(
  '/sitepage/members/:id',
);
export const changeRole = post<membership.ChangeRoleInput, membership.RoleAnswer>(
  '/sitepage/changerole/:id',
);
export const removeMember = post<membership.MemberInput, void>('/sitepage/remove-member/:id');
export const banMember = post<membership.BanInput, void>('/sitepage/ban-member/:id');
export const unbanMember = post<membership.MemberInput, void>('/sitepage/unban-member/:id');
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
