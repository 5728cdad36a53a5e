import { defineActivity } from '#domains/activities/activity.server.ts';

const nouns: Record<string, string | undefined> = { photo: 'a photo', video: 'a video' };

export const shareKind = defineActivity({
  type: 'share',
  headline: ({ sharedKind = '' }) => ({ text: `shared ${nouns[sharedKind] ?? 'a post'}` }),
});
