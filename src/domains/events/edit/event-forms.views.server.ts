import { answers } from '#domains/containers/answers/answers.rules.ts';
import type { KindCategory } from '#domains/containers/kit/container-list.server.ts';
import { categoryOptions } from '#domains/containers/kit/plain.views.server.ts';
import type { EventRow } from '#domains/events/event-rows.server.ts';
import { eventFields, eventWallFields, newEventFields } from '#domains/events/events.fields.ts';
import { answerLabels, answerNumbers } from '#domains/events/events.rules.ts';
import { lastDay } from '#domains/events/time/event-times.server.ts';
import { toFormFields, toWireValues } from '#lib/field-list.ts';
import { selectField, type FormField } from '#lib/shapes.ts';

/** Labels of the fields that are in no list. */
export const eventTimeLabels = {
  scope: 'Change',
  starttime: 'Start',
  endtime: 'End',
  timezone: 'Time zone',
  all_day: 'All day',
  category_id: 'Category',
  rrule: 'Repeats',
  repeats_every: 'Every',
  repeats_until: 'Until',
  repeats_count: 'Or this many times',
};

const date = (name: string, label: string): FormField => ({
  type: 'Date',
  name,
  label,
  hasValidator: true,
});

/** Fields that native clients draw for a new or existing event, with the values of a new one. */
export function eventForm(categories: KindCategory[], isNew: boolean): FormField[] {
  const { title, description, ...others } = eventFields;
  return [
    ...toFormFields({ title, description }, isNew),
    date('starttime', 'Start'),
    date('endtime', 'End'),
    { type: 'Text', name: 'timezone', label: 'Time zone', maxlength: 64 },
    { type: 'Checkbox', name: 'all_day', label: 'All day' },
    ...toFormFields(others, isNew),
    ...(isNew ? toFormFields(newEventFields, isNew) : []),
    { type: 'File', name: 'photo', label: 'Photo' },
    selectField('category_id', 'Category', { 0: 'None', ...categoryOptions(categories) }),
    ...toFormFields(eventWallFields, isNew),
    ...(isNew ? [{ type: 'Text', name: 'rrule', label: 'Repeats', maxlength: 200 }] : []),
    { type: 'Submit', name: 'submit', label: isNew ? 'Create event' : 'Save' },
  ];
}

const timeValues = ({ startsLocal, endsLocal, isAllDay }: EventRow) => ({
  starttime: startsLocal.replace('T', ' '),
  endtime: isAllDay ? lastDay(endsLocal) : endsLocal.replace('T', ' '),
});

/**
 * Values of the form for an existing event; times are those of its zone, of whole days the last day,
 * and empty while it is postponed.
 */
export const eventFormValues = (row: EventRow): Record<string, string | number> => ({
  ...toWireValues({ ...eventFields, ...eventWallFields }, row),
  ...(row.status === 'postponed' ? { starttime: '', endtime: '' } : timeValues(row)),
  timezone: row.timezone,
  all_day: row.isAllDay ? 1 : 0,
  category_id: row.categoryId,
  series_id: row.seriesId ?? 0,
});

/** The field with which somebody answers. */
export const rsvpSelect = selectField(
  'rsvp',
  'Are you coming?',
  Object.fromEntries(
    answers.map((answer) => [String(answerNumbers[answer]), answerLabels[answer]]),
  ),
);

export const searchForm = (categories: KindCategory[]): FormField[] => [
  { type: 'Text', name: 'search_text', label: 'Search events', maxlength: 100 },
  { type: 'Text', name: 'location', label: 'Place', maxlength: 100 },
  selectField('category_id', 'Category', { '': 'All', ...categoryOptions(categories) }),
  selectField('order', 'Sort by', {
    'starttime ASC': 'By date',
    'creation_date DESC': 'Newest',
    'member_count DESC': 'Most guests',
  }),
];
