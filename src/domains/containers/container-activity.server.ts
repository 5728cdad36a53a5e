import { defineActivity, type Activity } from '#domains/activities/activity.server.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { capitalize } from '#lib/text.ts';
import { sql } from '#server/sql.ts';
import { namedRows } from './container-items.server.ts';

type Definition = Parameters<typeof defineActivity<{ id: number; title: string }>>[0];

interface ContainerActivity extends Pick<Definition, 'type' | 'setting' | 'onWall'> {
  container: ContainerType;
  /** The headline between the author's name and the container: 'created the group'. */
  text: string;
}

/** A container as the item of a feed item, which shows no more of it. */
export const containerItem = sql`json_build_object('id', c.id, 'title', c.title)`;

type ShownItem = Pick<Definition, 'item' | 'isVisible' | 'card' | 'about' | 'isFound'>;

/** A kind of feed item about one container or item, which ends its headline. */
export function containerActivity({
  container,
  text,
  ...own
}: ContainerActivity & ShownItem): Activity {
  const start = capitalize(text);
  return defineActivity<{ id: number; title: string }>({
    ...own,
    container,
    headline: ({ item }) =>
      item ? { text, item: { type: container, id: item.id, label: item.title } } : undefined,
    title: ({ itemId }) => {
      const { from, id, title } = namedRows(container, sql`headlined`);
      return sql`
        select ${sql.raw(`'${start} '`)} || ${title}
        from ${from}
        where headlined.type = ${sql.raw(`'${container}'`)} and ${id} = ${itemId}`;
    },
  });
}

/**
 * A kind of feed item that says that a container was created, and shows it as a card. Its item is
 * not asked for rights: the post was, and the card is for itself.
 */
export const containerCreatedActivity = (
  own: ContainerActivity & Pick<Definition, 'isFound'>,
): Activity =>
  containerActivity({
    ...own,
    about: 'container',
    card: own.container,
    item: (_viewer, { itemId }) => {
      const { from, id, title } = namedRows(own.container);
      return sql`
        select json_build_object('id', ${id}, 'title', ${title})
        from ${from}
        where c.type = ${sql.raw(`'${own.container}'`)} and ${id} = ${itemId}`;
    },
  });
