import { photosOfContainer, videosOf } from '#domains/lightbox/lightbox-sets.server.ts';
import { countItems } from '#domains/lightbox/lightbox.server.ts';
import { pageRef, readPageAsStaff } from '#domains/sitepages/one-page.server.ts';
import * as calls from '#domains/sitepages/sitepages.calls.ts';
import {
  hasApp,
  orderedApps,
  pageActionLabels,
  pageActions,
  pageAppLabels,
  pageApps,
} from '#domains/sitepages/sitepages.rules.ts';
import * as shapes from '#domains/sitepages/sitepages.schema.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import * as settings from './page-settings.server.ts';
import * as settingsShapes from './settings.schema.ts';

export const settingsHandlers: Handler[] = [
  handle(
    calls.readNotificationSettings,
    shapes.pageIdInput,
    settingsShapes.notificationSettingsAnswer,
    async (member, { id }) => {
      const { isNotified, isMailed, actions } = await settings.readNotificationSettings(member, id);
      return {
        form: [
          { type: 'Checkbox', name: 'notification', label: 'Notify me' },
          { type: 'Checkbox', name: 'email', label: 'Also by e-mail' },
          {
            type: 'Multicheckbox',
            name: 'action_notification',
            label: 'When',
            multiOptions: pageActionLabels,
          },
        ],
        formValues: {
          notification: isNotified ? 1 : 0,
          email: isMailed ? 1 : 0,
          action_notification: pageActions.filter((action) => actions.includes(action)),
        },
      };
    },
    { summary: 'Own notification settings for a page' },
  ),
  handle(
    calls.saveNotificationSettings,
    settingsShapes.saveNotificationSettingsInput,
    noContent,
    (member, { id, notification, email, action_notification }) =>
      settings.saveNotificationSettings(member, id, {
        isNotified: notification === 1,
        isMailed: email === 1,
        actions: action_notification,
      }),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'Change your own notification settings for a page',
    },
  ),
  handle(
    calls.listApps,
    shapes.pageIdInput,
    settingsShapes.appsAnswer,
    async (member, { id }) => {
      const row = await readPageAsStaff(member, id);
      const [photos, videos] = await Promise.all([
        countItems(photosOfContainer(member, pageRef(id))),
        countItems(videosOf(member, { owner: pageRef(id), withEmbedded: true })),
      ]);
      const counts: Partial<Record<(typeof pageApps)[number], number>> = {
        photos,
        videos,
        reviews: row.reviewCount,
        discussions: row.postCount,
      };
      return {
        response: [...new Set([...orderedApps(row.appOrder), ...pageApps])].map((name) => ({
          name,
          label: pageAppLabels[name],
          enabled: hasApp(row, name) ? 1 : 0,
          count: counts[name] ?? 0,
        })),
      };
    },
    { summary: 'Tabs of your own page' },
  ),
  handle(
    calls.setApp,
    settingsShapes.setAppInput,
    noContent,
    (member, { id, name, enabled, move }) =>
      settings.setApp(member, id, name, {
        ...(enabled === undefined ? {} : { isEnabled: enabled === 1 }),
        ...(move ? { move } : {}),
      }),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'Show, hide or move a tab of your own page',
    },
  ),
];
