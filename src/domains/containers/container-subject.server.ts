import { visitor } from '#domains/policy/viewer.ts';
import { containerNames, type ContainerType } from '#lib/container-types.ts';
import { sql } from '#server/sql.ts';
import type { Moderated } from '#server/subjects.ts';
import { inReadableParent } from './container-parents.server.ts';

/**
 * A container as moderators see it when it was reported, and how they remove it.
 * @param details the kind's own table, with the column `description`
 */
export function moderatedContainer(type: ContainerType, details: string): Moderated {
  const kind = sql.raw(`'${type}'`);
  const folder = sql.raw(`'${containerNames[type].folder}/'`);
  return {
    content: (id) => sql`
      select jsonb_build_object(
        'path', ${folder} || reported.id, 'body',
        reported.title || E'\n' || details.description, 'isPublic',
        ${inReadableParent(visitor, sql`reported`, sql`reported.visibility = 'everyone'`)}, 'photoCount', 0, 'videoCount', 0
      )
      from containers reported
      join ${sql.identifier(details)} details on details.id = reported.id
      where reported.type = ${kind} and reported.id = ${id}`,
    remove: async (tx, id) =>
      void (await tx.execute(
        sql`
          update containers
          set state = 'removed'
          where type = ${kind} and id = ${id} and state <> 'deleted'`,
      )),
  };
}
