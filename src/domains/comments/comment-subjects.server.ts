import type { SQL } from 'drizzle-orm';
import { reportedMedia } from '#domains/media/reported-media.server.ts';
import type { SqlViewer } from '#domains/policy/viewer.ts';
import { isCommentType, type ItemType } from '#lib/wire-names.ts';
import { locatedRows, stepsOf } from '#server/located.ts';
import { sql } from '#server/sql.ts';
import {
  subjects,
  type Located,
  type Moderated,
  type SubjectRows,
  type SubjectSource,
} from '#server/subjects.ts';
import { otherContext, postContext } from './comment-context.server.ts';
import { visibleComment } from './visibility.server.ts';

/** The one subject of a comment. */
const under = (viewer: SqlViewer, id: number | SQL, parent: Located): SQL => sql`
  select one.can_comment
  from (${locatedRows(viewer, parent)}) one
  where exists (
    select from comments target_comment
    where target_comment.id = ${id}
      and target_comment.subject_type = ${parent.type}::subject_type
      and target_comment.subject_id = ${parent.id}
  )`;

const isSubject = (type: ItemType, ofPosts: boolean): boolean =>
  !isCommentType(type) && (type === 'post') === ofPosts;

/** Selects the comment, and what is known of its subject. */
const located =
  (ofPosts: boolean) =>
  (id: SQL): SQL => {
    const each = subjects().flatMap(([type]) =>
      isSubject(type, ofPosts)
        ? [
            sql`
              select step.depth + 1, step.type, step.id, step.form
              from (${stepsOf(type, sql`named.subject_id`)}) step (depth, type, id, form)
              where named.subject_type = ${type}::subject_type`,
          ]
        : [],
    );
    const own = sql`
      select 0 as depth, ${ofPosts ? sql`'post_comment'` : sql`'comment'`} as type, named.id,
        null::text as form`;
    return sql`
      select step.*
      from comments named
      cross join lateral (${sql.join([own, ...each], sql` union all `)}) step
      where named.id = ${id} and (named.subject_type = 'post') = ${ofPosts}`;
  };

/**
 * A comment that the viewer may see. It takes no reactions where comments are closed on its subject,
 * which is found once, in a CTE: its rules are most of the statement.
 */
const commentRows =
  (ofPosts: boolean): SubjectRows =>
  (viewer, id, item) => {
    const each = item
      ? item.parents.map((parent) => under(viewer, id, parent))
      : subjects().flatMap(([type, rows]) =>
          isSubject(type, ofPosts)
            ? [
                sql`
                  select one.can_comment
                  from comments target_comment
                  cross join lateral (${rows(viewer, sql`target_comment.subject_id`)}) one
                  where target_comment.id = ${id}
                    and target_comment.subject_type = ${type}::subject_type`,
              ]
            : [],
        );
    return sql`
      with context as materialized (
        ${each.length ? sql.join(each, sql` union all `) : sql`select false as can_comment where false`}
      )
      select c.id, array[c.author_id] as owner_ids, false as can_comment,
        (select context.can_comment from context) as can_react
      from comments c
      where c.id = ${id}
        and ${visibleComment(viewer)}
        and exists (select from context)`;
  };

const moderated: Moderated = {
  content: (id) => sql`
    select jsonb_build_object(
      'body', reported.body, 'isPublic', false, 'photoCount', (reported.media_id is not null)::int,
      'path', '/comments/' || reported.id
    )
    from comments reported
    where reported.id = ${id}`,
  files: (tx, id) =>
    reportedMedia(tx, sql`select c.media_id, 0 as position from comments c where c.id = ${id}`),
  remove: async (tx, id) => void (await tx.execute(sql`delete from comments where id = ${id}`)),
};
export const postCommentSubject: SubjectSource = {
  rows: commentRows(true),
  moderated,
  context: postContext,
  located: located(true),
  seen: commentRows(true),
};
export const commentSubject: SubjectSource = {
  rows: commentRows(false),
  moderated,
  context: otherContext,
  located: located(false),
  seen: commentRows(false),
};
