import {
  atOnce,
  atOnceFromSite,
  fromSite,
  noticeIn,
} from '#domains/notifications/notification-kinds.ts';

const notice = noticeIn('Events');

/** Types of notifications about events, in the order of the settings. */
export const eventNotices = {
  event_invite: notice('invited you to an event.', 'Somebody invites you to an event'),
  event_approve: notice('asked to come to your event.', 'Somebody asks to come to your event'),
  event_answered: notice('signed up for your event.', 'Somebody signs up for your event', {
    push: false,
  }),
  event_mail_answered: notice(
    'Somebody without an account signed up for your event.',
    'Somebody without an account signs up for your event',
    { ...fromSite, push: false },
  ),
  event_accepted: notice(
    'accepted your request to come to an event.',
    'Your request to come to an event is accepted',
  ),
  event_promote: notice(
    'made you a co-host of an event.',
    'Somebody makes you a co-host of an event',
    atOnce,
  ),
  event_ownership: notice(
    'offered you an event to host.',
    'Somebody offers you an event to host',
    atOnce,
  ),
  event_post: notice(
    'posted in one of your events.',
    'Somebody posts in an event you want all posts from',
  ),
  event_cancelled: notice(
    '{item:An event you responded to} was cancelled.',
    'An event you responded to is cancelled',
    atOnceFromSite,
  ),
  event_deleted: notice(
    'An event you responded to was deleted.',
    'An event you responded to is deleted',
    atOnceFromSite,
  ),
  event_moved: notice(
    'An event you responded to has a new time or place.',
    'An event you responded to has a new time or place',
    atOnceFromSite,
  ),
  event_asks: notice(
    'An event you responded to is now on another day. Are you still coming?',
    'An event you responded to is on another day',
    atOnceFromSite,
  ),
  event_postponed: notice(
    '{item:An event you responded to} was postponed. Its new time is not known yet.',
    'An event you responded to is postponed',
    atOnceFromSite,
  ),
  event_reminder: notice(
    'An event you responded to starts soon.',
    'An event you responded to starts soon',
    atOnceFromSite,
  ),
  event_message: notice(
    'wrote to the guests of an event.',
    'A host writes to the guests of an event',
    atOnce,
  ),
  event_unanswered: notice(
    'Nobody responded to the last six dates of your event. Is it still on?',
    'Nobody responds to one of your events any more',
    atOnceFromSite,
  ),
  event_seated: notice('You got a place at an event.', 'You get a place at an event', {
    hasNoActor: true,
  }),
};

declare module '#domains/notifications/notification-kinds.ts' {
  interface NoticeTypes {
    events: keyof typeof eventNotices;
  }
}
