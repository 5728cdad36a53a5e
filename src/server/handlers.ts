import { archiveHandlers } from '#domains/archive/archive.api.ts';
import { importHandlers } from '#domains/archive/import/import.api.ts';
import { authHandlers } from '#domains/auth/auth.api.ts';
import { passkeysHandlers } from '#domains/auth/passkeys/passkeys.api.ts';
import { twoFactorHandlers } from '#domains/auth/two-factor/two-factor.api.ts';
import { commentsHandlers } from '#domains/comments/comments.api.ts';
import { friendsHandlers } from '#domains/friends/friends.api.ts';
import { invitesHandlers } from '#domains/friends/invites/invites.api.ts';
import { liveHandlers } from '#domains/live/live.api.ts';
import { albumsHandlers } from '#domains/media/albums/albums.api.ts';
import { videoListHandlers } from '#domains/media/viewer/video-list.api.ts';
import { viewerHandlers } from '#domains/media/viewer/viewer.api.ts';
import { messagesHandlers } from '#domains/messages/messages.api.ts';
import { contactHandlers } from '#domains/moderation/contact/contact.api.ts';
import { helpHandlers } from '#domains/moderation/help/help.api.ts';
import { queueHandlers } from '#domains/moderation/queue/queue.api.ts';
import { moderationHandlers } from '#domains/moderation/reports.api.ts';
import { muteHandlers } from '#domains/notifications/mute/mute.api.ts';
import { notificationsHandlers } from '#domains/notifications/notifications.api.ts';
import { preferencesHandlers } from '#domains/notifications/preferences/preferences.api.ts';
import { pushHandlers } from '#domains/notifications/push/push.api.ts';
import { policyHandlers } from '#domains/policy/policy.api.ts';
import { linkPreviewHandlers } from '#domains/posts/links/link-preview.api.ts';
import { postsHandlers } from '#domains/posts/posts.api.ts';
import { scheduleHandlers } from '#domains/posts/schedule/schedule.api.ts';
import { videoChangesHandlers } from '#domains/posts/video/video-changes.api.ts';
import { videoPostHandlers } from '#domains/posts/video/video-post.api.ts';
import { detailsHandlers } from '#domains/profiles/details/details.api.ts';
import { picturesHandlers } from '#domains/profiles/pictures/pictures.api.ts';
import { privacyHandlers } from '#domains/profiles/privacy/privacy.api.ts';
import { profilesHandlers } from '#domains/profiles/profiles.api.ts';
import { reactionsHandlers } from '#domains/reactions/reactions.api.ts';
import { searchHandlers } from '#domains/search/search.api.ts';
import { settingsHandlers } from '#domains/settings/settings.api.ts';
import { subscriptionsHandlers } from '#domains/settings/subscriptions/subscriptions.api.ts';
import { storiesHandlers } from '#domains/stories/stories.api.ts';
import type { Handler } from './handle.ts';

/** Every call of every area; what is not here does not exist. */
export const handlers: Handler[] = [
  ...searchHandlers,
  ...authHandlers,
  ...twoFactorHandlers,
  ...passkeysHandlers,
  ...archiveHandlers,
  ...importHandlers,
  ...policyHandlers,
  ...notificationsHandlers,
  ...preferencesHandlers,
  ...muteHandlers,
  ...pushHandlers,
  ...friendsHandlers,
  ...invitesHandlers,
  ...contactHandlers,
  ...helpHandlers,
  ...settingsHandlers,
  ...subscriptionsHandlers,
  ...privacyHandlers,
  ...moderationHandlers,
  ...queueHandlers,
  ...reactionsHandlers,
  ...commentsHandlers,
  ...viewerHandlers,
  ...videoListHandlers,
  ...albumsHandlers,
  ...profilesHandlers,
  ...detailsHandlers,
  ...picturesHandlers,
  ...postsHandlers,
  ...videoPostHandlers,
  ...videoChangesHandlers,
  ...linkPreviewHandlers,
  ...scheduleHandlers,
  ...liveHandlers,
  ...messagesHandlers,
  ...storiesHandlers,
];
