import type { PageStatistics } from './page-statistics.server.ts';
import { type StatisticsAnswer } from './statistics.schema.ts';

export function statisticsView({ page, series }: PageStatistics): StatisticsAnswer {
  return {
    page_id: page.id,
    totals: {
      views: page.viewCount,
      likes: page.likeCount,
      comments: page.commentCount,
      followers: page.followerCount,
      members: page.memberCount,
      reviews: page.reviewCount,
      posts: page.postCount,
    },
    series: series.map((row) => ({
      date: row.day,
      views: row.views,
      viewers: row.viewers,
      visitor_views: row.visitorViews,
      posts: row.posts,
      reviews: row.reviews,
      likes: row.likes,
      comments: row.comments,
      followers: row.follows - row.unfollows,
      members: row.joins - row.leaves,
    })),
  };
}
