import { friendEvents } from '#domains/live/friend-events.server.ts';
import { defineDomain } from '#server/domain.ts';
import { day } from '#server/limits.ts';
import { expiredStoriesQueue, expireStories } from './expire-stories.server.ts';
import { storiesHandlers } from './stories.api.ts';
import { reportedStoryAttachments, storyAttachments, storySubject } from './visibility.server.ts';

export const storiesDomain = defineDomain({
  name: 'stories',
  handlers: storiesHandlers,
  limits: {
    story: [[30, day]],
  },
  queues: [{ name: expiredStoriesQueue, schedule: '*/5 * * * *', work: expireStories }],
  subjects: { story: storySubject },
  attachments: { story: storyAttachments, reported_story: reportedStoryAttachments },
  liveEvents: { story: friendEvents('stories') },
});
