import { findableContainer, staffIds } from '#domains/containers/container-access.server.ts';
import { containerLabel } from '#domains/containers/container-kinds.server.ts';
import { sql } from '#server/sql.ts';
import type { SubjectSource } from '#server/subjects.ts';

/** A group can be reported; its posts are what people react to. */
export const groupSubject: SubjectSource = {
  rows: (viewer, id) => sql`
    select subject_group.id, ${staffIds(sql`'group'`, sql`subject_group.id`)} as owner_ids,
      false as can_comment, false as can_react
    from containers subject_group
    where subject_group.type = 'group'
      and subject_group.id = ${id}
      and ${findableContainer(viewer, sql`subject_group`)}`,
  label: containerLabel('group'),
  moderated: {
    content: (id) => sql`
      select jsonb_build_object(
        'path', '/groups/group/' || reported.id, 'body',
        reported.title || E'\n' || details.description, 'isPublic',
        reported.visibility = 'everyone', 'photoCount', 0, 'videoCount', 0
      )
      from containers reported
      join groups details on details.id = reported.id
      where reported.type = 'group' and reported.id = ${id}`,
    remove: async (tx, id) =>
      void (await tx.execute(
        sql`
          update containers
          set state = 'removed'
          where type = 'group' and id = ${id} and state <> 'deleted'`,
      )),
  },
};
