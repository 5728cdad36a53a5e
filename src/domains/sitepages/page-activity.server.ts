import { defineActivity } from '#domains/activities/activity.server.ts';
import { findableContainer } from '#domains/containers/container-access.server.ts';
import { sql } from '#server/sql.ts';
import { pageCreatedType } from './sitepages.schema.ts';

/** Written when a page is published for the first time. */
export const pageCreatedActivity = defineActivity<{ id: number; title: string }>({
  type: pageCreatedType,
  setting: 'I create a page',
  item: (viewer, { itemId }) => sql`
    select json_build_object('id', c.id, 'title', c.title)
    from containers c
    where c.type = 'page' and c.id = ${itemId} and ${findableContainer(viewer, sql`c`)}`,
  headline: ({ item }) =>
    item
      ? { text: 'created the page', item: { type: 'page', id: item.id, label: item.title } }
      : undefined,
  title: ({ itemId }) => sql`
    select 'Created the page ' || created.title
    from containers created
    where created.type = 'page' and created.id = ${itemId}`,
});
