import type * as containers from '#domains/containers/containers.schema.ts';
import type * as requests from '#domains/containers/kit/requests.schema.ts';
import type * as browse from '#domains/groups/browse/browse.schema.ts';
import type * as edit from '#domains/groups/edit/edit.schema.ts';
import type * as membership from '#domains/groups/membership/membership.schema.ts';
import type * as photos from '#domains/groups/photos/group-photos.schema.ts';
import { del, get, post, put } from '#lib/rest.ts';
import type * as shapes from './groups.schema.ts';

type Nothing = Record<never, never>;

export const listGroups = get<browse.BrowseInput, browse.GroupsAnswer>('/groups');
export const browseGroups = get<browse.BrowseInput, browse.GroupsAnswer>('/groups/browse');
export const manageGroups = get<browse.ManageInput, browse.GroupsAnswer>('/groups/manage');
export const listSuggestedGroups = get<browse.SuggestedInput, browse.GroupsAnswer>(
  '/groups/suggested',
);
export const readSearchForm = get<Nothing, browse.FormAnswer>('/groups/search-form');
export const readGroup = get<browse.ViewInput, shapes.GroupAnswer>('/groups/view/:id');

export const readCreateForm = get<Nothing, browse.FormAnswer>('/groups/create');
export const createGroup = post<edit.CreateInput, shapes.GroupAnswer>('/groups/create');
export const readEditForm = get<shapes.GroupIdInput, edit.EditFormAnswer>('/groups/edit/:id');
export const editGroup = put<edit.EditInput, void>('/groups/edit/:id');
export const editGroupByForm = post<edit.EditInput, void>('/groups/edit/:id');
export const deleteGroup = del<edit.DeleteInput, void>('/groups/delete/:id');
export const archiveGroup = post<edit.ArchiveInput, edit.ArchivedAnswer>('/groups/archive/:id');
export const saveCover = post<edit.CoverInput, edit.CoverAnswer>('/groups/coverphoto/:id');

export const joinGroup = post<membership.JoinInput, membership.MembershipAnswer>(
  '/groups/member/join/:id',
);
export const requestMembership = post<membership.RequestInput, membership.MembershipAnswer>(
  '/groups/member/request/:id',
);
export const cancelRequest = post<shapes.GroupIdInput, void>('/groups/member/request-cancel/:id');
export const acceptInvitation = post<membership.JoinInput, void>('/groups/member/accept/:id');
export const ignoreInvitation = post<shapes.GroupIdInput, void>('/groups/member/ignore/:id');
export const leaveGroup = post<containers.LeaveInput, membership.MembershipAnswer>(
  '/groups/member/leave/:id',
);
export const readInviteForm = get<membership.InviteFormInput, browse.FormAnswer>(
  '/groups/member/invite/:id',
);
export const inviteMembers = post<membership.InviteInput, membership.InvitedAnswer>(
  '/groups/member/invite/:id',
);
export const resendInvitation = post<membership.MemberInput, void>('/groups/member/resend/:id');
export const listMembers = get<membership.MembersInput, membership.MembersAnswer>(
  '/groups/member/list/:id',
);
export const listPendingRequests = get<requests.RequestsInput, requests.RequestsAnswer>(
  '/groups/pending-requests/:id',
);
export const approveRequest = post<membership.MembersOfInput, void>('/groups/member/approve/:id');
export const refuseRequest = post<membership.RefuseInput, void>('/groups/member/cancel/:id');
export const removeMember = post<membership.MemberInput, void>('/groups/member/remove/:id');
export const promoteMember = post<membership.MemberInput, void>('/groups/member/promote/:id');
export const demoteMember = post<membership.MemberInput, void>('/groups/member/demote/:id');
export const editMember = put<membership.EditMemberInput, void>('/groups/member/edit/:id');
export const editMemberByForm = post<membership.EditMemberInput, void>('/groups/member/edit/:id');
export const banMember = post<membership.BanInput, void>('/groups/member/ban/:id');
export const unbanMember = post<membership.MemberInput, void>('/groups/member/unban/:id');
export const markRead = post<shapes.GroupIdInput, void>('/groups/member/read/:id');
export const setOptions = post<membership.OptionsInput, void>('/groups/member/options/:id');

export const listInviteLinks = get<shapes.GroupIdInput, containers.InviteLinksAnswer>(
  '/groups/invite-links/:id',
);
export const createInviteLink = post<containers.CreateLinkInput, containers.LinkCreated>(
  '/groups/invite-links/:id',
);
export const revokeInviteLink = del<containers.LinkInput, void>(
  '/groups/invite-links/:id/:link_id',
);
export const joinByLink = post<membership.JoinByLinkInput, membership.JoinedAnswer>(
  '/groups/join-by-link/:token',
);
export const offerOwnership = post<membership.MemberInput, void>('/groups/offer-ownership/:id');
export const acceptOwnership = post<shapes.GroupIdInput, void>('/groups/accept-ownership/:id');
export const endOwnershipOffer = post<shapes.GroupIdInput, void>('/groups/end-ownership-offer/:id');
export const volunteerAsOwner = post<containers.VolunteerInput, void>('/groups/volunteer/:id');

export const listPhotos = get<photos.PhotosInput, photos.PhotosAnswer>('/groups/photo/list');
export const addPhotos = post<photos.AddPhotosInput, photos.AddedPhotosAnswer>(
  '/groups/photo/list',
);
export const deletePhoto = del<photos.DeletePhotoInput, void>('/groups/photo/delete');
