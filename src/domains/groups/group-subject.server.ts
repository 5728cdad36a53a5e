import { findableContainer, staffIds } from '#domains/containers/container-access.server.ts';
import { containerLabel } from '#domains/containers/container-kinds.server.ts';
import { moderatedContainer } from '#domains/containers/container-subject.server.ts';
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
  moderated: moderatedContainer('group', 'groups'),
};
