import { originFor } from '#server/base-url.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import * as calls from './schedule.calls.ts';
import { cancelScheduled, editScheduled, listScheduled } from './schedule.server.ts';
import {
  editScheduledInput,
  scheduledIdInput,
  scheduledList,
  scheduledListInput,
  scheduledPost,
} from './scheduled-posts.schema.ts';

export const scheduleHandlers: Handler[] = [
  handle(
    calls.listScheduled,
    scheduledListInput,
    scheduledList,
    (member, page, request) => listScheduled(member, page, originFor(request)),
    {
      summary: 'Own posts that are to be published later',
    },
  ),
  handle(
    calls.editScheduled,
    editScheduledInput,
    scheduledPost,
    (member, { schedule_id, body, auth_view: audience, schedule_time: publishAt }, request) =>
      editScheduled(member, schedule_id, { body, audience, publishAt }, originFor(request)),
    { limit: 'post', summary: 'Change text, privacy or time of a post for later' },
  ),
  handle(
    calls.cancelScheduled,
    scheduledIdInput,
    noContent,
    (member, { schedule_id }) => cancelScheduled(member, schedule_id),
    {
      summary: 'Drop a post for later',
    },
  ),
];
