import { readableContainer } from '#domains/containers/container-access.server.ts';
import { containerCreatedActivity } from '#domains/containers/container-activity.server.ts';
import { eventCreatedType } from './events.schema.ts';

/** Written when an event is created that everybody may read. */
export const eventCreatedActivity = containerCreatedActivity({
  type: eventCreatedType,
  setting: 'I create an event',
  container: 'event',
  text: 'created the event',
  isShown: readableContainer,
});
