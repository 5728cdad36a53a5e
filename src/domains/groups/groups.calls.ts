import { containerPhotoCalls } from '#domains/albums/container-photos/container-photos.calls.ts';
import type * as containers from '#domains/containers/containers.schema.ts';
import type * as kit from '#domains/containers/kit/kind.schema.ts';
import { plainCalls } from '#domains/containers/kit/membership.calls.ts';
import type * as browse from '#domains/groups/browse/browse.schema.ts';
import type * as edit from '#domains/groups/edit/edit.schema.ts';
import type * as membership from '#domains/groups/membership/membership.schema.ts';
import { del, get, post, put } from '#lib/rest.ts';
import type * as shapes from './groups.schema.ts';

type Nothing = Record<never, never>;

export const listGroups = get<browse.BrowseInput, browse.GroupsAnswer>('/groups');
export const browseGroups = get<browse.BrowseInput, browse.GroupsAnswer>('/groups/browse');
export const manageGroups = get<browse.ManageInput, browse.GroupsAnswer>('/groups/manage');
export const listSuggestedGroups = get<browse.SuggestedInput, browse.GroupsAnswer>(
  '/groups/suggested',
);
export const readSearchForm = get<Nothing, kit.FormAnswer>('/groups/search-form');
export const readGroup = get<containers.ViewInput, shapes.GroupAnswer>('/groups/view/:id');

export const readCreateForm = get<Nothing, kit.FormAnswer>('/groups/create');
export const createGroup = post<edit.CreateInput, shapes.GroupAnswer>('/groups/create');
export const readEditForm = get<containers.IdInput, kit.EditFormAnswer>('/groups/edit/:id');
export const editGroup = put<edit.EditInput, void>('/groups/edit/:id');
export const editGroupByForm = post<edit.EditInput, void>('/groups/edit/:id');
export const deleteGroup = del<containers.DeleteInput, void>('/groups/delete/:id');
export const archiveGroup = post<kit.ArchiveInput, kit.ArchivedAnswer>('/groups/archive/:id');
export const saveCover = post<edit.CoverInput, edit.CoverAnswer>('/groups/coverphoto/:id');

export const listMembers = get<membership.MembersInput, membership.MembersAnswer>(
  '/groups/member/list/:id',
);
export const kitCalls = plainCalls<'group', shapes.MembershipName>('/groups');
export const { listPhotos, addPhotos, deletePhoto } = containerPhotoCalls<'group_id'>('/groups');
