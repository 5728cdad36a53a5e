import { findableContainer } from '#domains/containers/container-access.server.ts';
import { containerActivity } from '#domains/containers/container-activity.server.ts';
import { sql } from '#server/sql.ts';
import { pageCreatedType } from './sitepages.schema.ts';

/** Written when a page is published for the first time. */
export const pageCreatedActivity = containerActivity({
  type: pageCreatedType,
  setting: 'I create a page',
  container: 'page',
  text: 'created the page',
  item: (viewer, { itemId }) => sql`
    select json_build_object('id', c.id, 'title', c.title)
    from containers c
    where c.type = 'page' and c.id = ${itemId} and ${findableContainer(viewer, sql`c`)}`,
});
