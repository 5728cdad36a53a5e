import { containerPhotoCalls } from '#domains/albums/container-photos/container-photos.calls.ts';
import type * as containers from '#domains/containers/containers.schema.ts';
import type * as kit from '#domains/containers/kit/kind.schema.ts';
import { plainCalls } from '#domains/containers/kit/membership.calls.ts';
import type { MemberInput, MembershipAnswer } from '#domains/containers/kit/membership.schema.ts';
import type * as browse from '#domains/events/browse/browse.schema.ts';
import type * as edit from '#domains/events/edit/edit.schema.ts';
import type * as membership from '#domains/events/membership/membership.schema.ts';
import { del, get, post, put } from '#lib/rest.ts';
import type * as shapes from './events.schema.ts';

type Nothing = Record<never, never>;

export const listEvents = get<browse.BrowseInput, browse.EventsAnswer>('/events');
export const manageEvents = get<browse.ManageInput, browse.EventsAnswer>('/events/manage');
export const readSearchForm = get<Nothing, kit.FormAnswer>('/events/search-form');
export const readEvent = get<shapes.ViewInput, shapes.EventAnswer>('/events/view/:id');
export const answerEvent = post<membership.AnswerInput, membership.AnsweredAnswer>(
  '/events/view/:id',
);

export const readCreateForm = get<edit.CreateFormInput, kit.FormAnswer>('/events/create');
export const createEvent = post<edit.CreateInput, shapes.EventAnswer>('/events/create');
export const readEditForm = get<containers.IdInput, kit.EditFormAnswer>('/events/edit/:id');
export const editEvent = put<edit.EditInput, void>('/events/edit/:id');
export const editEventByForm = post<edit.EditInput, void>('/events/edit/:id');
export const deleteEvent = del<edit.DeleteEventInput, void>('/events/delete/:id');
export const cancelEvent = post<edit.CancelInput, void>('/events/cancel/:id');
export const postponeEvent = post<edit.PostponeInput, void>('/events/postpone/:id');
export const messageGuests = post<edit.MessageInput, edit.MessagedAnswer>('/events/message/:id');
export const archiveEvent = post<kit.ArchiveInput, kit.ArchivedAnswer>('/events/archive/:id');

export const seatMember = post<MemberInput<'user_id'>, void>('/events/member/seat/:id');
export const listMembers = get<membership.MembersInput, membership.MembersAnswer>(
  '/events/member/list/:id',
);
type Membership = MembershipAnswer<shapes.MembershipName>;
/** Those of the kit, in which events have an answer as well. */
export const kitCalls = {
  ...plainCalls<'event', shapes.MembershipName>('/events'),
  join: post<membership.JoinInput, membership.JoinedAnswer>('/events/member/join/:id'),
  requestMembership: post<membership.RequestInput, Membership>('/events/member/request/:id'),
  leave: post<membership.LeaveEventInput, Membership>('/events/member/leave/:id'),
};
export const { listPhotos, addPhotos, deletePhoto } = containerPhotoCalls<'event_id'>('/events');
