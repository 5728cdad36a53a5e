import type { SQL } from 'drizzle-orm';
import { isMember, visitor, type SqlViewer } from '#domains/policy/viewer.ts';
import { containerNames, type ContainerType } from '#lib/container-types.ts';
import { sql } from '#server/sql.ts';
import type { Moderated, SubjectRows, SubjectSource } from '#server/subjects.ts';
import {
  commentableFor,
  findableContainer,
  reactableFor,
  readableContainer,
  staffIds,
} from './container-access.server.ts';
import { itemsOf, namedRows, wallId } from './container-items.server.ts';
import { containerLabel } from './container-kinds.server.ts';
import { inReadableParent } from './container-parents.server.ts';

/**
 * Whether the viewer comments on the container `c` itself, and reacts to it. Its screens offer
 * neither: people comment on its posts there.
 */
const rightsIn = (viewer: SqlViewer, c: SQL) => {
  const isReadable = readableContainer(viewer, c);
  return {
    comment: isMember(viewer) ? sql`(${isReadable} and ${commentableFor(viewer, c)})` : sql`false`,
    react: sql`(${isReadable} and ${reactableFor(viewer, c)})`,
  };
};

/** For the subject of a kind whose containers, or items, are commented on, liked and reported. */
export const containerSubjectRows =
  (type: ContainerType): SubjectRows =>
  (viewer, id) => {
    const kind = sql.raw(`'${type}'`);
    const items = itemsOf(type);
    const c = sql`subject_container`;
    const isFindable = findableContainer(viewer, c);
    const may = rightsIn(viewer, c);
    if (!items)
      return sql`
        select ${c}.id, ${staffIds(kind, sql`${c}.id`)} as owner_ids,
          ${may.comment} as can_comment, ${may.react} as can_react
        from containers ${c}
        where ${c}.type = ${kind} and ${c}.id = ${id} and ${isFindable}`;
    const item = sql`subject_item`;
    const onWall = (condition: SQL) => sql`
      exists (
        select from containers ${c}
        where ${c}.type = ${kind} and ${c}.id = ${item}.wall_id and ${condition}
      )`;
    // One table, whose row is locked.
    return sql`
      select ${item}.id, ${staffIds(kind, sql`${item}.wall_id`)} as owner_ids,
        ${onWall(may.comment)} as can_comment, ${onWall(may.react)} as can_react
      from ${sql.identifier(items.table)} ${item}
      where ${item}.id = ${id}
        and ${onWall(isFindable)}`;
  };

/**
 * A container or item as moderators see it when it was reported, and how they remove it: with an
 * item its wall, where its owner would go on.
 * @param details the kind's own table, with the column `description`; of items where it has any
 */
export function moderatedContainer(type: ContainerType, details: string): Moderated {
  const kind = sql.raw(`'${type}'`);
  return {
    content: (id) => {
      // Read late: the kind of the tests has a name only in servers that have the kind.
      const folder = sql.raw(`'${containerNames[type].folder}/'`);
      const named = namedRows(type, sql`reported`);
      return sql`
      select jsonb_build_object(
        'path', ${folder} || ${named.id}, 'body',
        ${named.title} || E'\n' || details.description, 'isPublic',
        ${inReadableParent(visitor, sql`reported`, sql`reported.visibility = 'everyone'`)}, 'photoCount', 0, 'videoCount', 0
      )
      from ${named.from}
      join ${sql.identifier(details)} details on details.id = ${named.id}
      where reported.type = ${kind} and ${named.id} = ${id}`;
    },
    remove: async (tx, id) =>
      void (await tx.execute(
        sql`
          update containers
          set state = 'removed'
          where type = ${kind} and id = ${wallId(type, sql`${id}`)} and state <> 'deleted'`,
      )),
  };
}

const containerCard = (type: ContainerType) => (id: SQL) => {
  const named = namedRows(type);
  return sql`
    select ${named.title} as title, c.avatar as picture
    from ${named.from}
    where c.type = ${sql.raw(`'${type}'`)} and ${named.id} = ${id}`;
};

/** The source of a kind of which moderators see what was reported, by its own table. */
export const containerSubject = (type: ContainerType, details: string): SubjectSource => ({
  rows: containerSubjectRows(type),
  label: containerLabel(type),
  card: containerCard(type),
  moderated: moderatedContainer(type, details),
});
