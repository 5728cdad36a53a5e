import { activitiesDomain } from '#domains/activities/activities.domain.ts';
import { adsDomain } from '#domains/ads/ads.domain.ts';
import { albumsDomain } from '#domains/albums/albums.domain.ts';
import { archiveDomain } from '#domains/archive/archive.domain.ts';
import { authDomain } from '#domains/auth/auth.domain.ts';
import { commentsDomain } from '#domains/comments/comments.domain.ts';
import { containersDomain } from '#domains/containers/containers.domain.ts';
import { eventsDomain } from '#domains/events/events.domain.ts';
import { friendsDomain } from '#domains/friends/friends.domain.ts';
import { groupsDomain } from '#domains/groups/groups.domain.ts';
import { lightboxDomain } from '#domains/lightbox/lightbox.domain.ts';
import { liveDomain } from '#domains/live/live.domain.ts';
import { mediaDomain } from '#domains/media/media.domain.ts';
import { membersDomain } from '#domains/members/members.domain.ts';
import { mentionsDomain } from '#domains/mentions/mentions.domain.ts';
import { messagesDomain } from '#domains/messages/messages.domain.ts';
import { moderationDomain } from '#domains/moderation/moderation.domain.ts';
import { notificationsDomain } from '#domains/notifications/notifications.domain.ts';
import { policyDomain } from '#domains/policy/policy.domain.ts';
import { portalsDomain } from '#domains/portals/portals.domain.ts';
import { postsDomain } from '#domains/posts/posts.domain.ts';
import { profilesDomain } from '#domains/profiles/profiles.domain.ts';
import { reactionsDomain } from '#domains/reactions/reactions.domain.ts';
import { searchDomain } from '#domains/search/search.domain.ts';
import { settingsDomain } from '#domains/settings/settings.domain.ts';
import { sitepagesDomain } from '#domains/sitepages/sitepages.domain.ts';
import { storiesDomain } from '#domains/stories/stories.domain.ts';
import type { Domain } from '#server/domain.ts';

/**
 * Every domain, in import order: each imports only from those above it (eslint.config.js refuses
 * the rest). A domain that is not here does not exist for the product.
 */
export const domains: Domain[] = [
  membersDomain,
  authDomain,
  policyDomain,
  notificationsDomain,
  activitiesDomain,
  friendsDomain,
  settingsDomain,
  liveDomain,
  moderationDomain,
  reactionsDomain,
  mediaDomain,
  containersDomain,
  mentionsDomain,
  commentsDomain,
  lightboxDomain,
  albumsDomain,
  profilesDomain,
  sitepagesDomain,
  groupsDomain,
  eventsDomain,
  adsDomain,
  portalsDomain,
  postsDomain,
  messagesDomain,
  storiesDomain,
  searchDomain,
  archiveDomain,
];

/** Every REST call of every domain. */
export const handlers = domains.flatMap(({ handlers = [] }) => handlers);
