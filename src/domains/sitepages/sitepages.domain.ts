import { roles } from '#domains/containers/container-access.rules.ts';
import { hasRole } from '#domains/containers/container-access.server.ts';
import { storedKind } from '#domains/containers/container-kinds.server.ts';
import { browseHandlers } from '#domains/sitepages/browse/browse.api.ts';
import { countRecentJoins, trendingQueue } from '#domains/sitepages/browse/trending.server.ts';
import { editHandlers } from '#domains/sitepages/edit/edit.api.ts';
import { checkPageQuota } from '#domains/sitepages/edit/page-changes.server.ts';
import { settingsHandlers } from '#domains/sitepages/edit/settings.api.ts';
import { countSubmitted } from '#domains/sitepages/host/host-pages.server.ts';
import { hostHandlers } from '#domains/sitepages/host/host.api.ts';
import { pageMailHandlers } from '#domains/sitepages/marketing/page-mail.api.ts';
import { composePageMail, pageMailQueue } from '#domains/sitepages/marketing/page-mail.server.ts';
import { membershipHandlers } from '#domains/sitepages/membership/membership.api.ts';
import { staffHandlers } from '#domains/sitepages/membership/staff.api.ts';
import { packageEndQueue, settlePackages } from '#domains/sitepages/packages/package-end.server.ts';
import { pagePhotosHandlers } from '#domains/sitepages/photos/page-photos.api.ts';
import { reviewSubject } from '#domains/sitepages/reviews/review-subject.server.ts';
import { reviewsHandlers } from '#domains/sitepages/reviews/reviews.api.ts';
import { statisticsHandlers } from '#domains/sitepages/statistics/statistics.api.ts';
import { defineDomain } from '#server/domain.ts';
import { day, hour } from '#server/limits.ts';
import { defineMailQueue } from '#server/mail.ts';
import { sql } from '#server/sql.ts';
import { exportedPages, exportedReviews } from './export.server.ts';
import { pageCreatedActivity } from './page-activity.server.ts';
import { communityPages } from './page-cache.server.ts';
import { pageNotices } from './page-notices.ts';
import {
  pageNotificationChoices,
  refusesPageAction,
  refusesPageMail,
} from './page-notification-choices.server.ts';
import { dashboardPath } from './page-paths.ts';
import { pageScreens } from './page-screens.views.server.ts';
import { pageSubject } from './page-subject.server.ts';
import { sitepagesHandlers } from './sitepages.api.ts';

export const sitepagesDomain = defineDomain({
  name: 'sitepages',
  containerKinds: {
    page: storedKind('page', {
      categories: { table: 'page_categories', details: 'sitepages', levels: 3 },
      editRole: roles.admin,
      childrenCreatable: (member, c) => sql`
        (
          ${hasRole(member, c, roles.admin)}
          and not exists (
            select from sitepages p where p.id = ${c}.id and 'events' = any (p.hidden_apps)
          )
        )`,
      menu: {
        area: 'pages',
        label: 'Pages',
        icon: 'flag',
        links: [
          { label: 'Home', href: '/pages', icon: 'flag' },
          { label: 'My Pages', href: '/pages/my-pages', icon: 'own' },
          { label: 'Liked Pages', href: '/pages/liked-pages', icon: 'thumb' },
          {
            label: 'Create a Page',
            href: '/pages/create',
            icon: 'create',
            portal: {
              label: 'Create a page',
              text: 'For a shop, a club, a place or a cause.',
            },
          },
        ],
      },
      speaksForItself: true,
      isOfOwner: true,
      isFollowedByMembers: true,
      asksByJoining: true,
      membershipNotices: {
        invited: 'page_invite',
        accepted: 'page_accepted',
        requested: 'page_request',
        promoted: 'page_admin',
        ownership: 'page_ownership',
        followed: 'page_follow',
      },
      checkQuota: checkPageQuota,
      notificationTypes: { newPost: 'page_post' },
      notificationChoices: { refuses: refusesPageAction, refusesMail: refusesPageMail },
      pendingPath: (id) => dashboardPath(id, 'admin/posts'),
      photos: {
        role: roles.admin,
        isHidden: (c) => sql`
          exists (
            select from sitepages p where p.id = ${c}.id and 'photos' = any (p.hidden_apps)
          )`,
      },
      search: {
        resultType: 'Sitepage',
        label: 'Pages',
        summary: (c) => sql`
          (
            select category.title || ' · ' || p.description
            from sitepages p
            join page_categories category on category.id = p.category_id
            where p.id = ${c}.id
          )`,
      },
    }),
  },
  containerScreens: { page: pageScreens },
  exportSections: { 'pages.json': exportedPages, 'page-reviews.json': exportedReviews },
  exportedSettings: {
    page_notification_settings: {
      key: 't.page_id',
      columns: ['page_id', 'is_notified', 'is_mailed', 'actions'],
    },
  },
  badges: { submissions: countSubmitted },
  handlers: [
    ...browseHandlers,
    ...editHandlers,
    ...sitepagesHandlers,
    ...membershipHandlers,
    ...staffHandlers,
    ...settingsHandlers,
    ...statisticsHandlers,
    ...reviewsHandlers,
    ...pagePhotosHandlers,
    ...pageMailHandlers,
    ...hostHandlers,
  ],
  notificationChoices: pageNotificationChoices,
  notices: pageNotices,
  notificationPaths: {
    page_request: (_, id) => dashboardPath(id, 'admin/requests'),
    page_submitted: () => '/admin/pages',
  },
  notificationLinks: {
    // It needs the page and its album.
    page_photo: {
      path: ({ subjectId, objectId, parent }) =>
        parent?.id ? `/pages/${subjectId}/albums/${parent.id}/photo/${objectId}` : null,
    },
  },
  cachedPages: [communityPages],
  limits: {
    newPage: [[10, day]],
    review: [[10, day]],
    /** Per address, for all pages and senders. */
    pageMailTo: [[1, 7 * day]],
    pageLink: [[50, day]],
    pageWebsite: [[10, hour]],
  },
  queues: [
    { name: trendingQueue, schedule: '17 * * * *', work: countRecentJoins },
    { name: packageEndQueue, schedule: '37 * * * *', work: settlePackages },
    defineMailQueue(pageMailQueue, composePageMail),
  ],
  subjects: { page: pageSubject, page_review: reviewSubject },
  activities: [pageCreatedActivity],
  containerRows: {
    page_reviews: ({ type, id }) => sql`${type} = 'page' and page_id = ${id}`,
  },
});
