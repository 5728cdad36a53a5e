import { roles } from '#domains/containers/container-access.rules.ts';
import { storedKind } from '#domains/containers/container-kinds.server.ts';
import { browseHandlers } from '#domains/sitepages/browse/browse.api.ts';
import { countRecentJoins, trendingQueue } from '#domains/sitepages/browse/trending.server.ts';
import { editHandlers } from '#domains/sitepages/edit/edit.api.ts';
import { settingsHandlers } from '#domains/sitepages/edit/settings.api.ts';
import { membershipHandlers } from '#domains/sitepages/membership/membership.api.ts';
import { requestsHandlers } from '#domains/sitepages/membership/requests.api.ts';
import { staffHandlers } from '#domains/sitepages/membership/staff.api.ts';
import { reviewsHandlers } from '#domains/sitepages/reviews/reviews.api.ts';
import { reviewSubject } from '#domains/sitepages/reviews/reviews.server.ts';
import { statisticsHandlers } from '#domains/sitepages/statistics/statistics.api.ts';
import { defineDomain } from '#server/domain.ts';
import { day } from '#server/limits.ts';
import { sql } from '#server/sql.ts';
import { pageCreatedActivity } from './page-activity.server.ts';
import { pageSubject } from './page-subject.server.ts';
import { sitepagesHandlers } from './sitepages.api.ts';

export const sitepagesDomain = defineDomain({
  name: 'sitepages',
  containerKinds: {
    page: storedKind('page', {
      noun: 'page',
      editRole: roles.admin,
      path: (id) => `/pages/page/${id}`,
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
  handlers: [
    ...browseHandlers,
    ...editHandlers,
    ...sitepagesHandlers,
    ...membershipHandlers,
    ...requestsHandlers,
    ...staffHandlers,
    ...settingsHandlers,
    ...statisticsHandlers,
    ...reviewsHandlers,
  ],
  limits: {
    newPage: [[10, day]],
    review: [[10, day]],
  },
  queues: [{ name: trendingQueue, schedule: '17 * * * *', work: countRecentJoins }],
  subjects: { page: pageSubject, page_review: reviewSubject },
  activities: [pageCreatedActivity],
});
