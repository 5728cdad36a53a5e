import { containerPhotoHandlers } from '#domains/albums/container-photos/container-photos.api.ts';
import { guestMailQueue, type GuestMail } from '#domains/containers/answers/guest-mails.server.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import {
  containerContext,
  storedKind,
  wallContext,
} from '#domains/containers/container-kinds.server.ts';
import { containerSubject } from '#domains/containers/container-subject.server.ts';
import { browseHandlers } from '#domains/events/browse/browse.api.ts';
import {
  deleteCopiedCalendarKeys,
  exportedCalendarKeys,
} from '#domains/events/calendars/calendar-keys.server.ts';
import {
  messageBody,
  pruneDeletedMessages,
} from '#domains/events/changes/event-messages.server.ts';
import {
  cancelOwnerless,
  notifyOfDeletion,
} from '#domains/events/changes/owner-and-parent-ends.server.ts';
import { sendReminders } from '#domains/events/changes/reminders.server.ts';
import { editHandlers } from '#domains/events/edit/edit.api.ts';
import { checkEventQuota } from '#domains/events/edit/event-changes.server.ts';
import { composeGuestMail } from '#domains/events/mail-answers/guest-mail.server.ts';
import {
  pruneGuestsByMail,
  remindGuestsByMail,
} from '#domains/events/mail-answers/mail-answers.server.ts';
import {
  enqueueOwnAnswers,
  ownAnswersQueue,
  takeOverMailAnswers,
} from '#domains/events/mail-answers/own-answers.server.ts';
import { membershipEventHandlers } from '#domains/events/membership/membership.api.ts';
import { endSeriesAnswers } from '#domains/events/series/answer-all.server.ts';
import { extendSeries, extendSeriesQueue } from '#domains/events/series/extend-series.server.ts';
import { renewInstants } from '#domains/events/time/renew-instants.server.ts';
import { now } from '#server/clock.ts';
import { defineDomain } from '#server/domain.ts';
import { exportKey, type ExportRows } from '#server/export-rows.ts';
import { day, hour, minute } from '#server/limits.ts';
import { defineMailQueue } from '#server/mail.ts';
import { sql } from '#server/sql.ts';
import { eventCreatedActivity } from './event-activity.server.ts';
import { eventCardText, startText } from './event-card.server.ts';
import { eventNotices } from './event-notices.ts';
import { eventStaffPath } from './event-paths.ts';
import { readOpenEvent } from './event-rows.server.ts';
import { eventScreens } from './event-screens.views.server.ts';
import * as calls from './events.calls.ts';
import { maxCoHosts } from './events.rules.ts';
import { idName } from './events.schema.ts';
import { eventPages } from './page-cache.server.ts';

/** Details of the events that the member owns. */
const exportedEvents: ExportRows = (memberId) => sql`
  select ${exportKey('i.id')} as key,
    json_build_object(
      'id', i.id, 'title', i.title, 'description', i.description, 'location', i.location,
      'host', i.host, 'online_url', i.online_url, 'starts', i.starts_local, 'ends', i.ends_local,
      'timezone', i.timezone, 'status', i.status, 'modified', i.modified_at, 'messages',
      (
        select json_agg(json_build_object('text', own.body, 'sent', own.created_at) order by own.id)
        from event_messages own
        where own.event_id = i.id and own.author_id = ${memberId}
      )
    ) as item
  from containers c
  join events i on i.wall_id = c.id
  where c.type = 'event' and c.owner_id = ${memberId}`;

export const eventsDomain = defineDomain({
  name: 'events',
  containerKinds: {
    event: storedKind('event', {
      categories: { table: 'event_categories', details: 'event_walls', levels: 1 },
      editRole: roles.moderator,
      speaksForItself: false,
      isOfOwner: true,
      parents: ['group', 'page'],
      items: {
        table: 'events',
        title: (i) => sql`${i}.title`,
        words: (i) => sql`${i}.words`,
        cardText: eventCardText,
        isListed: (i) => sql`
          (${i}.status <> 'cancelled' and ${i}.ends_at > ${now()} - interval '12 months')`,
        isOver: (i) => sql`(${i}.status = 'cancelled' or ${i}.ends_at <= ${now()})`,
        upcoming: {
          isAhead: (i) =>
            sql`(${i}.status not in ('cancelled', 'postponed') and ${i}.starts_at > ${now()})`,
          note: (viewer, i) => startText(viewer, i, 'FMDy, FMMon FMDD'),
        },
        order: (i) => sql`
          ${i}.ends_at <= ${now()}, abs(extract(epoch from ${i}.starts_at - ${now()})), ${i}.id`,
      },
      menu: {
        area: 'events',
        label: 'Events',
        icon: 'calendar',
        isMore: true,
        links: [
          { label: 'Upcoming', href: '/events', icon: 'calendar' },
          { label: 'My Events', href: '/events/my-events', icon: 'own' },
          {
            label: 'Create',
            href: '/events/create',
            icon: 'create',
            portal: { label: 'Create an event', text: 'Meet at a place, or online.' },
          },
        ],
      },
      pendingPath: (id) => eventStaffPath(id, 'waiting'),
      photos: { role: roles.member },
      notificationTypes: { newPost: 'event_post' },
      membershipNotices: {
        invited: 'event_invite',
        accepted: 'event_accepted',
        requested: 'event_approve',
        answered: 'event_answered',
        answeredByMail: 'event_mail_answered',
        promoted: 'event_promote',
        ownership: 'event_ownership',
        seated: 'event_seated',
      },
      checkQuota: checkEventQuota,
      maxStaff: maxCoHosts,
      onAnswersEnd: endSeriesAnswers,
      onOwnerless: cancelOwnerless,
      onParentDeleted: notifyOfDeletion,
      search: {
        resultType: 'Event',
        label: 'Events',
        summary: (_, i) => sql`
          to_char(${i}.starts_local, 'FMMon FMDD, YYYY') || ' · ' || ${i}.description`,
      },
    }),
  },
  containerScreens: { event: eventScreens },
  contexts: { event: containerContext('event') },
  notices: eventNotices,
  notificationPaths: { event_deleted: () => '/events/my-events' },
  notificationLinks: {
    event: { isSubject: true, path: ({ subjectId }) => `/events/${subjectId}` },
  },
  exportSections: { 'events.json': exportedEvents, 'calendars.json': exportedCalendarKeys },
  handlers: [
    ...browseHandlers,
    ...editHandlers,
    ...membershipEventHandlers,
    ...containerPhotoHandlers(calls, { type: 'event', idName, readOpen: readOpenEvent }),
  ].map((handler) => ({
    ...handler,
    idField: idName,
  })),
  actionTexts: { event_message: messageBody },
  queues: [
    { name: extendSeriesQueue, schedule: '17 2 * * *', work: extendSeries },
    { name: 'event-instants', schedule: '41 2 * * *', work: renewInstants },
    { name: 'event-reminders', schedule: '*/5 * * * *', work: sendReminders },
    defineMailQueue<GuestMail>(guestMailQueue, composeGuestMail),
    { name: 'guest-reminders', schedule: '*/10 * * * *', work: remindGuestsByMail },
    { name: ownAnswersQueue, schedule: '*/10 * * * *', work: takeOverMailAnswers },
  ],
  onAddressConfirmed: enqueueOwnAnswers,
  cachedPages: [eventPages],
  limits: {
    newEvent: [[10, day]],
    eventLink: [[50, day]],
    answerEvent: [[60, hour]],
    mailAnswer: [
      [10, 30 * minute],
      [100, day],
    ],
    eventMessage: [[3, day]],
  },
  subjects: { event: { ...containerSubject('event', 'events'), context: wallContext('event') } },
  activities: [eventCreatedActivity],
  onCopied: deleteCopiedCalendarKeys,
  prunes: { mailGuests: pruneGuestsByMail, deletedEventMessages: pruneDeletedMessages },
});
