import { defineActivity, type Activity } from '#domains/activities/activity.server.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { sql } from '#server/sql.ts';

type Definition = Parameters<typeof defineActivity<{ id: number; title: string }>>[0];

interface ContainerActivity extends Pick<Definition, 'type' | 'setting' | 'isVisible'> {
  container: ContainerType;
  /** The headline between the author's name and the container: 'created the group'. */
  text: string;
  /** Selects `id` and `title` of the container as one JSON object, if the viewer may see it here. */
  item: NonNullable<Definition['item']>;
}

/** A kind of feed item about one container, which ends its headline. */
export function containerActivity({ container, text, ...own }: ContainerActivity): Activity {
  const start = `${text[0]!.toUpperCase()}${text.slice(1)}`;
  return defineActivity<{ id: number; title: string }>({
    ...own,
    headline: ({ item }) =>
      item ? { text, item: { type: container, id: item.id, label: item.title } } : undefined,
    title: ({ itemId }) => sql`
      select ${sql.raw(`'${start} '`)} || headlined.title
      from containers headlined
      where headlined.type = ${sql.raw(`'${container}'`)} and headlined.id = ${itemId}`,
  });
}
