import type { SQL } from 'drizzle-orm';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import type { SqlViewer } from '#domains/policy/viewer.ts';
import { isCommentType } from '#lib/wire-names.ts';
import { sql } from '#server/sql.ts';
import { subjects } from '#server/subjects.ts';

/**
 * Condition on a comment `c`: the viewer may see its author and, for a reply, the author of its
 * parent.
 */
export const visibleComment = (viewer: SqlViewer): SQL => sql`
  (
    ${visibleAuthor(viewer, sql`c.author_id`)}
    and (
      c.parent_id is null
        or exists (
          select from comments parent
          where parent.id = c.parent_id
            and ${visibleAuthor(viewer, sql`parent.author_id`)}
        )
    )
  )`;

/** Condition on a comment `c`: visible to whoever may see its subject. */
export function seenComment(viewer: SqlViewer): SQL {
  const under = subjects()
    .filter(([type]) => !isCommentType(type))
    .map(
      ([type, rows]) =>
        sql`
          (c.subject_type = ${type}::subject_type and exists (${rows(viewer, sql`c.subject_id`)}))`,
    );
  return sql`
    ${visibleComment(viewer)}
    and ${under.length ? sql`(${sql.join(under, sql` or `)})` : sql`false`}`;
}
