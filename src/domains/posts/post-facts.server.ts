import type { SQL } from 'drizzle-orm';
import {
  commentableFor,
  isPublicContainer,
  isStaffOf,
  postingIn,
  staffIds,
} from '#domains/containers/container-access.server.ts';
import { isBlockBetween } from '#domains/policy/audience.server.ts';
import { canPostOnWall, isPublicProfile } from '#domains/policy/profile-audience.server.ts';
import { isMember, isModerator, type SqlMember, type SqlViewer } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';

/**
 * A condition on the container `c` of the post, or on the post itself if it stands on a wall.
 * @param isJoined whether the statement has joined the row `c` to that of the post
 */
function byContainer(p: SQL, inContainer: SQL, onWall: SQL, isJoined = false): SQL {
  const asked = isJoined
    ? inContainer
    : sql`(
        select ${inContainer}
        from containers c
        where c.type = ${p}.object_type and c.id = ${p}.object_id
      )`;
  return sql`
    case when ${p}.audience = 'container' then coalesce(${asked}, false) else ${onWall} end`;
}

const c = sql`c`;

/**
 * Whether visitors could read it, if visitors may read at all: then it can be shared. A post on
 * the wall of somebody else is for those who may open that wall, and after a block for nobody.
 */
export const isPublicPost = (p: SQL, isJoined = false): SQL =>
  byContainer(
    p,
    isPublicContainer(c, sql`${p}.sort_key`),
    sql`
      (
        ${p}.audience = 'everyone'
        and (
          ${p}.object_id = ${p}.author_id
          or (
            ${isPublicProfile(sql`${p}.object_id`)}
            and not ${isBlockBetween(sql`${p}.author_id`, sql`${p}.object_id`)}
          )
        )
      )`,
    isJoined,
  );

/** Whether the container lets the viewer comment and react; always on walls. */
export const isOpenForComments = (viewer: SqlViewer, p: SQL, isJoined = false): SQL =>
  isMember(viewer) ? byContainer(p, commentableFor(viewer, c), sql`true`, isJoined) : sql`false`;

/**
 * Columns of `PostFacts` of the post `p`.
 * @param isModerated `isModerated` of it, as the statement has it already, with its container `c`
 */
export const factColumns = (viewer: SqlViewer, p: SQL, isModerated?: SQL): SQL => sql`
  ${p}.author_id as "authorId", ${p}.subject_type as "subjectType",
  ${p}.object_type as "objectType", ${p}.object_id as "objectId", ${p}.audience,
  (${p}.audience = 'container' and ${p}.item_id is not null) as "isSystemPost",
  ${p}.can_comment as "canComment", ${p}.can_share as "canShare",
  ${p}.is_closed_by_staff as "isClosedByStaff",
  ${isPublicPost(p, isModerated !== undefined)} as "isPublic",
  ${isOpenForComments(viewer, p, isModerated !== undefined)} as "isOpenForComments",
  ${isModerated ?? isModeratedBy(viewer, p)} as "isModerated"`;

/** Whether the viewer owns the wall of the post, or is staff of its container. */
export const isModeratedBy = (viewer: SqlViewer, p: SQL): SQL =>
  isMember(viewer)
    ? sql`
      case
        when ${p}.audience = 'container'
          then ${isStaffOf(viewer, sql`${p}.object_type`, sql`${p}.object_id`)}
        else ${p}.object_id = ${viewer.id}
      end`
    : sql`false`;

/**
 * Selects `can_edit` and `can_delete` for a video of the post with that id: the rules of
 * `mayEditPost`, `mayDeletePost` and `checkRewriting` in SQL.
 */
export function videoRights(member: SqlMember, id: SQL): SQL {
  const p = sql`p`;
  const isWritable = byContainer(
    p,
    sql`${postingIn(member, c)} = 'now'`,
    canPostOnWall(member, sql`p.object_id`),
  );
  return sql`
    select own.is_own
        and not (p.audience = 'container' and p.item_id is not null)
        and ${isWritable} as can_edit,
      (own.is_own or own.is_moderated or ${isModerator(member)}) as can_delete
    from posts p
    cross join lateral (
      select one.is_moderated,
        case p.subject_type
          when 'member' then p.author_id = ${member.id}
          else one.is_moderated
        end as is_own
      from (select ${isModeratedBy(member, p)} as is_moderated) one
    ) own
    where p.id = ${id}`;
}

/**
 * Members besides the author who may delete comments on the post: the owner of the wall, or the
 * staff of the container.
 */
export const wallOwnerIds = (p: SQL): SQL => sql`
  case
    when ${p}.object_type = 'member' then array[${p}.object_id]
    else ${staffIds(sql`${p}.object_type`, sql`${p}.object_id`)}
  end`;
