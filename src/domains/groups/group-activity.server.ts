import { defineActivity } from '#domains/activities/activity.server.ts';
import { readableContainer } from '#domains/containers/container-access.server.ts';
import { sql } from '#server/sql.ts';
import { groupCreatedType } from './groups.schema.ts';

/** Written when a group is created that everybody may read. */
export const groupCreatedActivity = defineActivity<{ id: number; title: string }>({
  type: groupCreatedType,
  setting: 'I create a group',
  item: (viewer, { itemId }) => sql`
    select json_build_object('id', c.id, 'title', c.title)
    from containers c
    where c.type = 'group' and c.id = ${itemId} and ${readableContainer(viewer, sql`c`)}`,
  headline: ({ item }) =>
    item
      ? { text: 'created the group', item: { type: 'group', id: item.id, label: item.title } }
      : undefined,
  title: ({ itemId }) => sql`
    select 'Created the group ' || created.title
    from containers created
    where created.type = 'group' and created.id = ${itemId}`,
});
