import { containerCreatedActivity } from '#domains/containers/container-activity.server.ts';
import { pageCreatedType } from './sitepages.schema.ts';

/** Written when a page is published for the first time. */
export const pageCreatedActivity = containerCreatedActivity({
  type: pageCreatedType,
  setting: 'I create a page',
  container: 'page',
  text: 'created the page',
  isFound: true,
});
