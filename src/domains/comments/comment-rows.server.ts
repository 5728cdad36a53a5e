import type { SQL } from 'drizzle-orm';
import { pictureJson } from '#domains/media/picture-json.server.ts';
import { mentionsIn } from '#domains/mentions/mentions.server.ts';
import { blockedWith, isWithoutBlocks, visibleAuthor } from '#domains/policy/audience.server.ts';
import { avatarFor } from '#domains/policy/profile-audience.server.ts';
import type { SqlViewer } from '#domains/policy/viewer.ts';
import { myReaction, reactionCounts } from '#domains/reactions/reactions.server.ts';
import { sql } from '#server/sql.ts';

/** The subject type of a comment, which reactions to it are stored under. */
export const commentType = (comment: SQL) =>
  sql`
    (
      case
        when ${comment}.subject_type = 'post' then 'post_comment'
        else 'comment'
      end
    )::subject_type`;

/**
 * Columns of a comment `alias` with author `author`; the rows are `CommentRow`s without replies.
 */
function plainColumns(viewer: SqlViewer, alias: SQL, author: SQL): SQL {
  const type = commentType(alias);
  return sql`
    ${alias}.id, ${alias}.subject_type as "subjectType", ${alias}.subject_id as "subjectId",
    ${alias}.author_id as "authorId", ${alias}.parent_id as "parentId", ${alias}.body,
    ${alias}.created_at::text as "createdAt", ${alias}.edited_at::text as "editedAt",
    case
      when ${alias}.media_id is not null then (
        select ${pictureJson(sql`pic`)}
        from media pic
        where pic.id = ${alias}.media_id
      )
    end as photo,
    ${mentionsIn(viewer, sql`${alias}.body`)} as mentions, ${author}.displayname,
    ${author}.username, ${avatarFor(viewer, author)} as avatar,
    ${reactionCounts(viewer, type, sql`${alias}.id`)} as counts,
    ${myReaction(viewer, type, sql`${alias}.id`)} as mine`;
}

/**
 * Columns of a comment `c` by `author`. Use in a subquery over `comments c join members author on
 * author.id = c.author_id`.
 */
export function commentColumns(viewer: SqlViewer): SQL {
  const c = sql`c`;
  return sql`
    ${plainColumns(viewer, c, sql`author`)},
    (
      select count(*)::int
      from comments r
      where r.parent_id = c.id
        and ${visibleAuthor(viewer, sql`r.author_id`)}
    ) as "replyCount"`;
}

export const repliesShown = 3;

/**
 * The oldest replies of `c`, as JSON.
 * @param including a reply that is included wherever it is in the order
 */
export function repliesOf(viewer: SqlViewer, count = repliesShown, including?: number): SQL {
  const [order, limit] =
    including === undefined ? [sql`r.id`, count] : [sql`r.id = ${including} desc, r.id`, count + 1];
  return sql`
    (
      select json_agg(reply order by reply.id)
      from (
        select ${plainColumns(viewer, sql`r`, sql`ra`)}, 0 as "replyCount"
        from comments r
        join members ra on ra.id = r.author_id
        where r.parent_id = c.id
          and ${visibleAuthor(viewer, sql`r.author_id`)}
        order by ${order}
        limit ${limit}
      ) reply
    )`;
}

/**
 * Selects the newest top-level comment that the viewer may see, as JSON of a `CommentRow`, or null.
 */
export function newestComment(viewer: SqlViewer, type: SQL, id: SQL): SQL {
  return sql`
    (
      select row_to_json(newest)
      from (
        select ${commentColumns(viewer)}
        from comments c
        join members author on author.id = c.author_id
        where c.subject_type = ${type}
          and c.subject_id = ${id}
          and c.parent_id is null
          and ${visibleAuthor(viewer, sql`c.author_id`)}
        order by c.id desc
        limit 1
      ) newest
    )`;
}

/** Selects how many comments and replies the viewer may see. */
export function commentCount(viewer: SqlViewer, type: SQL, id: SQL): SQL {
  const total = sql`
    coalesce(
      (
        select t.count
        from comment_totals t
        where t.subject_type = ${type}
          and t.subject_id = ${id}
      ),
      0
    )`;
  if (isWithoutBlocks(viewer)) return total;
  // Totals already exclude inactive members. Comments of blocked members, and the replies to them,
  // are subtracted here.
  const blocked = blockedWith(viewer);
  return sql`
    ${total} - (
      select count(*)::int
      from comments c
      join members m on m.id = c.author_id and m.status = 'active'
      left join comments parent on parent.id = c.parent_id
      left join members pm on pm.id = parent.author_id
      where c.subject_type = ${type}
        and c.subject_id = ${id}
        and c.author_id = any (${blocked})
        and (c.parent_id is null or pm.status = 'active')
    ) - (
      select count(*)::int
      from comments c
      join members m on m.id = c.author_id and m.status = 'active'
      join comments r on r.parent_id = c.id
      join members rm on rm.id = r.author_id and rm.status = 'active'
      where c.subject_type = ${type}
        and c.subject_id = ${id}
        and c.author_id = any (${blocked})
        and c.parent_id is null
        and r.author_id <> all (${blocked})
    )`;
}
