import { defineDomain } from '#server/domain.ts';
import { day } from '#server/limits.ts';
import { pageCreatedActivity } from './page-activity.server.ts';
import { pageSubject } from './page-subject.server.ts';
import { reviewsHandlers } from './reviews.api.ts';
import { reviewSubject } from './reviews.server.ts';
import { sitepagesHandlers } from './sitepages.api.ts';
import { countRecentJoins, trendingQueue } from './trending.server.ts';

export const sitepagesDomain = defineDomain({
  name: 'sitepages',
  handlers: [...sitepagesHandlers, ...reviewsHandlers],
  limits: {
    newPage: [[10, day]],
    review: [[10, day]],
  },
  queues: [{ name: trendingQueue, schedule: '17 * * * *', work: countRecentJoins }],
  subjects: { page: pageSubject, page_review: reviewSubject },
  activities: [pageCreatedActivity],
});
