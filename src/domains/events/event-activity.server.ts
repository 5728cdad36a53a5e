import { containerCreatedActivity } from '#domains/containers/container-activity.server.ts';
import { eventCreatedType } from './events.schema.ts';

/**
 * Written when an event is created that everybody may read, who reads the group or page in which it
 * lies: there it stands on its wall.
 */
export const eventCreatedActivity = containerCreatedActivity({
  type: eventCreatedType,
  setting: 'I create an event',
  container: 'event',
  text: 'created the event',
  onWall: 'posts',
});
