import { del, get, post } from '#lib/rest.ts';
import type * as shapes from './sitepages.schema.ts';

type Nothing = Record<never, never>;

export const browsePages = get<shapes.BrowseInput, shapes.PagesAnswer>('/sitepages/browse');
export const managePages = get<shapes.ManageInput, shapes.PagesAnswer>('/sitepages/manage');
export const readSearchForm = get<Nothing, shapes.FormAnswer>('/sitepages/search-form');
export const listCategories = get<shapes.CategoriesInput, shapes.CategoriesAnswer>(
  '/sitepages/category',
);
export const listPackages = get<shapes.PackagesInput, shapes.PackagesAnswer>('/sitepages/packages');
export const readCreateForm = get<shapes.CreateFormInput, shapes.CreateFormAnswer>(
  '/sitepages/create',
);
export const createPage = post<shapes.CreateInput, shapes.PageAnswer>('/sitepages/create');
export const readPage = get<shapes.ViewInput, shapes.ViewAnswer>('/sitepage/view/:id');
export const readInformation = get<shapes.PageIdInput, shapes.InformationAnswer>(
  '/sitepage/information/:id',
);
export const readEditForm = get<shapes.PageIdInput, shapes.EditFormAnswer>('/sitepage/edit/:id');
export const editPage = post<shapes.EditInput, shapes.PageAnswer>('/sitepage/edit/:id');
export const savePhoto = post<shapes.PhotoInput, shapes.PhotoAnswer>('/sitepage/photo/:id');
export const deletePage = del<shapes.PageIdInput, void>('/sitepage/delete/:id');
export const closePage = post<shapes.PageIdInput, shapes.ClosedAnswer>('/sitepage/close/:id');
export const publishPage = post<shapes.PageIdInput, void>('/sitepage/publish/:id');

export const joinPage = post<shapes.JoinInput, shapes.MembershipAnswer>('/sitepage/join/:id');
export const leavePage = post<shapes.PageIdInput, shapes.MembershipAnswer>('/sitepage/leave/:id');
export const followPage = post<shapes.FollowInput, shapes.FollowAnswer>('/sitepage/follow/:id');
export const acceptInvite = post<shapes.AnswerInviteInput, void>('/sitepage/accept-invite/:pageId');
export const rejectInvite = post<shapes.AnswerInviteInput, void>('/sitepage/reject-invite/:pageId');
export const readInviteForm = get<shapes.InviteFormInput, shapes.InviteFormAnswer>(
  '/sitepage/invite-members/:id',
);
export const inviteMembers = post<shapes.InviteInput, shapes.InvitedAnswer>(
  '/sitepage/invite-members/:id',
);
export const listPendingRequests = get<shapes.RequestsInput, shapes.RequestsAnswer>(
  '/sitepage/pending-requests/:id',
);
export const approveRequest = post<shapes.DecideInput, void>('/sitepage/approve-pending/:pageId');
export const rejectRequest = post<shapes.DecideInput, void>('/sitepage/reject-pending/:pageId');

export const listMembers = get<shapes.MembersInput, shapes.MembersAnswer>('/sitepage/members/:id');
export const changeRole = post<shapes.ChangeRoleInput, shapes.RoleAnswer>(
  '/sitepage/changerole/:id',
);
export const removeMember = post<shapes.MemberInput, void>('/sitepage/remove-member/:id');
export const listAdmins = get<shapes.PageIdInput, shapes.MembersAnswer>(
  '/sitepage/manageadmins/:id',
);
export const changeAdmin = post<shapes.ChangeAdminInput, void>('/sitepage/manageadmins/:id');
export const listFeaturedAdmins = get<shapes.PageIdInput, shapes.FeaturedAdminsAnswer>(
  '/sitepage/featured-admins/:id',
);
export const featureAdmins = post<shapes.FeatureAdminsInput, void>('/sitepage/featured-admins/:id');
export const readNotificationSettings = get<shapes.PageIdInput, shapes.NotificationSettingsAnswer>(
  '/sitepage/notification-settings/:id',
);
export const saveNotificationSettings = post<shapes.SaveNotificationSettingsInput, void>(
  '/sitepage/notification-settings/:id',
);
export const listApps = get<shapes.PageIdInput, shapes.AppsAnswer>('/sitepage/apps/:id');
export const setApp = post<shapes.SetAppInput, void>('/sitepage/apps/:id');
export const readStatistics = get<shapes.StatisticsInput, shapes.StatisticsAnswer>(
  '/sitepages/statistics',
);
