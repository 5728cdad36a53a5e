import { roles } from '#domains/containers/container-access.rules.ts';
import {
  commentableFor,
  findableContainer,
  reactableFor,
  readableContainer,
} from '#domains/containers/container-access.server.ts';
import { containerLabel } from '#domains/containers/container-kinds.server.ts';
import { moderatedContainer } from '#domains/containers/container-subject.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import type { SubjectSource } from '#server/subjects.ts';

/**
 * A page can be liked, commented on and reported; its screens offer comments on posts and reviews
 * alone.
 */
export const pageSubject: SubjectSource = {
  rows: (viewer, id) => sql`
    select subject_page.id,
      array(
        select staff.member_id
        from memberships staff
        where staff.type = 'page' and staff.id = subject_page.id and staff.role >= ${roles.admin}
        order by staff.role desc, staff.member_id
      ) as owner_ids,
      ${
        isMember(viewer)
          ? sql`(${readableContainer(viewer, sql`subject_page`)}
              and ${commentableFor(viewer, sql`subject_page`)})`
          : sql`false`
      } as can_comment,
      (
        ${readableContainer(viewer, sql`subject_page`)}
        and ${reactableFor(viewer, sql`subject_page`)}
      ) as can_react
    from containers subject_page
    where subject_page.type = 'page'
      and subject_page.id = ${id}
      and ${findableContainer(viewer, sql`subject_page`)}`,
  label: containerLabel('page'),
  moderated: moderatedContainer('page', 'sitepages'),
};
