import { z } from 'zod';
import { originFor } from '#server/base-url.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { readBadges } from './badges.server.ts';
import {
  deleteNotifications,
  markAllRead,
  markRead,
  markUnread,
} from './notification-changes.server.ts';
import * as calls from './notifications.calls.ts';
import {
  badges,
  deleteInput,
  notificationInput,
  notificationList,
  notificationsInput,
} from './notifications.schema.ts';
import { listNotifications } from './notifications.server.ts';

const needs = [['action_id'], ['notification_id']];

export const notificationsHandlers: Handler[] = [
  handle(
    calls.listNotifications,
    notificationsInput,
    notificationList,
    (member, { page, limit, unread }, request) =>
      listNotifications(member, { page, limit, isUnread: unread === 1 }, originFor(request)),
    { summary: 'The notifications of the caller, newest first' },
  ),
  handle(calls.readBadges, z.object({}), badges, (member) => readBadges(member), {
    summary: 'The numbers of the three badges',
  }),
  handle(calls.markAllRead, z.object({}), noContent, (member) => markAllRead(member), {
    summary: 'Mark every notification as read',
  }),
  handle(calls.markRead, notificationInput, noContent, (member, id) => markRead(member, id), {
    summary: 'Mark one as read',
    needs,
  }),
  handle(calls.markUnread, notificationInput, noContent, (member, id) => markUnread(member, id), {
    summary: 'Mark one as unread',
    needs,
  }),
  handle(
    calls.deleteNotifications,
    deleteInput,
    noContent,
    (member, ids) => deleteNotifications(member, ids),
    {
      summary: 'Take one or several off the list',
      needs,
    },
  ),
];
