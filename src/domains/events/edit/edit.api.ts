import { idInput } from '#domains/containers/containers.schema.ts';
import { editFormAnswer, formAnswer } from '#domains/containers/kit/kind.schema.ts';
import { archiveHandler } from '#domains/containers/kit/lifecycle.api.ts';
import { checkNotArchived } from '#domains/containers/membership/staff.server.ts';
import { listEventCategories } from '#domains/events/browse/event-list.server.ts';
import {
  cancelEvent,
  deleteEvent,
  postponeEvent,
} from '#domains/events/changes/cancel-event.server.ts';
import { messageGuests } from '#domains/events/changes/event-messages.server.ts';
import { eventPath } from '#domains/events/event-paths.ts';
import { eventRef, readEvent, readEventAsStaff } from '#domains/events/event-rows.server.ts';
import * as calls from '#domains/events/events.calls.ts';
import { eventFields, eventWallFields, newEventFields } from '#domains/events/events.fields.ts';
import * as shapes from '#domains/events/events.schema.ts';
import { eventAnswerView } from '#domains/events/events.views.server.ts';
import { lastDay, toWholeDays, type EventTimes } from '#domains/events/time/event-times.server.ts';
import { storeAvatar } from '#domains/media/public-pictures.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { saveContainerPicture } from '#domains/profiles/pictures/container-pictures.server.ts';
import { toFieldValues } from '#lib/field-list.ts';
import { toRule } from '#lib/recurrence-choices.ts';
import { counted } from '#lib/text.ts';
import { originFor } from '#server/base-url.ts';
import { forbidden, invalid } from '#server/errors.ts';
import {
  handle,
  handleUpload,
  noContent,
  type Handler,
  type UploadRequest,
} from '#server/handle.ts';
import { checkLimits } from '#server/limits.ts';
import { noContentWith } from '#server/responses.ts';
import type { FileRules } from '#server/uploads/uploads.ts';
import * as editShapes from './edit.schema.ts';
import * as changes from './event-changes.server.ts';
import { eventForm, eventFormValues } from './event-forms.views.server.ts';
import { checkParent } from './event-parent.server.ts';

const eventPhoto: FileRules = { fields: /^photo$/, takes: 'pictures', max: 1 };

type Fields = Partial<editShapes.CreateFields>;

const toFields = (input: Fields): changes.EventChanges => ({
  ...toFieldValues({ ...eventFields, ...eventWallFields }, input),
  categoryId: input.category_id,
});

/** Forms send minutes alone: sent unchanged they keep the seconds that a call has set. */
const withSeconds = (given: string | undefined, stored: string): string =>
  !given || given === `${stored.slice(0, 16)}:00` ? stored : given;

/** The times of the input; what is absent stays as it was, and so does what is empty of a postponed one. */
function toTimes(
  { starttime, endtime, timezone, all_day }: Fields,
  before: changes.StoredTimes,
): { times: EventTimes; isAllDay: boolean } {
  const isAllDay = all_day === undefined ? before.isAllDay : all_day === 1;
  for (const [field, given] of Object.entries({ starttime, endtime }))
    if (given === '' && !before.isPostponed)
      throw invalid('Please choose a day and a time.', field);
  const endsLocal = before.isAllDay ? lastDay(before.endsLocal) : before.endsLocal;
  const times = {
    startsLocal: withSeconds(starttime, before.startsLocal),
    endsLocal: withSeconds(endtime, endsLocal),
    timezone: timezone ?? before.timezone,
  };
  return { times: isAllDay ? toWholeDays(times) : times, isAllDay };
}

const toRrule = (input: Fields, { startsLocal }: EventTimes): string => {
  const { repeats = '', repeats_every: every = 1 } = input;
  const { repeats_until: until = '', repeats_count: count = 0 } = input;
  if (!input.rrule && !repeats && (until || count))
    throw invalid('Please choose how it repeats.', 'rrule');
  return input.rrule || toRule({ repeats, every, until, count }, startsLocal.slice(0, 10));
};

async function create(
  member: Member,
  input: editShapes.CreateFields,
  request: UploadRequest,
): Promise<shapes.EventAnswer> {
  const { title } = input;
  const parent = editShapes.toParent(input);
  await checkParent(member, parent);
  const times = toTimes(input, {
    startsLocal: '',
    endsLocal: '',
    timezone: member.timezone,
    isAllDay: false,
    isPostponed: false,
  });
  const rule = toRrule(input, times.times);
  // Before the picture is stored.
  await checkLimits(['newEvent', member.id]);
  if (rule) changes.planSeries(rule, times.times);
  const id = await changes.createEvent(
    member,
    {
      ...toFields(input),
      ...toFieldValues(newEventFields, input),
      ...times,
      title,
      avatar: await storeAvatar(request.files),
      parent,
      rule,
    },
    request.creation,
  );
  return eventAnswerView(await readEvent(member, id), originFor(request));
}

async function edit(
  member: Member,
  { id, confirm, scope, ...input }: editShapes.EditFields,
  request: UploadRequest,
): Promise<void> {
  const row = await readEventAsStaff(member, id);
  const schedule = (before: changes.StoredTimes) => {
    const times = toTimes(input, before);
    // A new zone alone says nothing of when a postponed one takes place.
    const hasTimes = !before.isPostponed || Boolean(input.starttime || input.endtime);
    return { ...(hasTimes ? times : {}), rule: toRrule(input, times.times) };
  };
  const change = () =>
    changes.editEvent(member, row, toFields(input), {
      isConfirmed: confirm === 1,
      scope,
      schedule,
    });
  if (!request.files.length) return change();
  await saveContainerPicture(member, eventRef(row.id), 'profile', request, change);
}

export const editHandlers: Handler[] = [
  handle(
    calls.readCreateForm,
    editShapes.createFormInput,
    formAnswer,
    async (member, parent) => {
      await checkParent(member, editShapes.toParent(parent));
      if (!(await changes.mayCreateEvent(member)))
        throw forbidden('You already host too many events.');
      return eventForm(await listEventCategories(), true);
    },
    { summary: 'Fields of a new event' },
  ),
  handleUpload(calls.createEvent, eventPhoto, editShapes.createInput, shapes.eventAnswer, create, {
    form: { done: 'Event created.', next: ({ response }) => eventPath(response.event_id) },
    summary: 'Create an event, or a series',
  }),
  handle(
    calls.readEditForm,
    idInput,
    editFormAnswer,
    async (member, { id }) => {
      const row = await readEventAsStaff(member, id);
      checkNotArchived(row);
      return {
        form: eventForm(await listEventCategories(), false),
        formValues: eventFormValues(row),
      };
    },
    { summary: 'Fields of your own event with their values' },
  ),
  handleUpload(calls.editEvent, eventPhoto, editShapes.editInput, noContent, edit, {
    summary: 'Change some fields of your own event',
  }),
  handleUpload(calls.editEventByForm, eventPhoto, editShapes.editInput, noContent, edit, {
    form: { done: 'Your changes were saved.' },
    summary: 'The same as `PUT`, for forms',
  }),
  handle(
    calls.deleteEvent,
    editShapes.deleteEventInput,
    noContent,
    (member, { id, ...options }) => deleteEvent(member, id, options),
    {
      needs: [['password']],
      form: { done: 'Event deleted.', next: () => '/events/my-events' },
      summary:
        'Delete your own event, or dates of a series; what others have responded to is cancelled instead',
    },
  ),
  handle(
    calls.cancelEvent,
    editShapes.cancelInput,
    noContent,
    async (member, { id, ...options }) => {
      await cancelEvent(member, await readEvent(member, id), options);
    },
    {
      form: { done: 'The event is cancelled. Guests will be notified.' },
      summary: 'Cancel an event, which stays to be read',
    },
  ),
  handle(
    calls.postponeEvent,
    editShapes.postponeInput,
    noContent,
    async (member, { id, reason }) => {
      await postponeEvent(member, await readEventAsStaff(member, id), reason);
    },
    {
      form: { done: 'The event is postponed. Guests will be notified.' },
      summary: 'Postpone an event to a time that is not known yet',
    },
  ),
  handle(
    calls.messageGuests,
    editShapes.messageInput,
    noContentWith(editShapes.messagedAnswer),
    async (member, { id, ...message }, { creation }) => {
      const event = await readEventAsStaff(member, id);
      return messageGuests(member, event, message, creation);
    },
    {
      form: {
        counted: {
          text: (count) => `Sent to ${counted(count, 'guest')}.`,
          of: ({ notified }) => notified,
        },
      },
      summary: 'Write to the guests of an event, three times a day',
    },
  ),
  archiveHandler(calls.archiveEvent, 'event'),
];
