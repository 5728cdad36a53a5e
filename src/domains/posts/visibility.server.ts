import type { SQL } from 'drizzle-orm';
import {
  containerOfActivity,
  postColumns,
  visibleActivity,
} from '#domains/activities/activity.server.ts';
import {
  readableContainerPost,
  readableOrFound,
} from '#domains/containers/container-access.server.ts';
import { wallId } from '#domains/containers/container-items.server.ts';
import { albumsShown } from '#domains/containers/container-kinds.server.ts';
import { sortKeyAt } from '#domains/containers/sort-key-now.server.ts';
import {
  andVisibleToOwner,
  audienceAllowsContent,
  composedForMembers,
  isBlockBetween,
  visibleAuthor,
} from '#domains/policy/audience.server.ts';
import { settingsAllow, visibleProfile } from '#domains/policy/profile-audience.server.ts';
import { isMember, type Member, type SqlViewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';
import { posts } from './posts.table.ts';

const isInContainer = sql`${posts.audience} = 'container'`;
const isPublished = (): SQL => sql`${posts.publishedAt} <= ${now()}`;
const isOnOwnWall = sql`${posts.objectId} = ${posts.authorId}`;

/** A post in the name of a page has no author that could be blocked. */
const isAuthorVisible = (viewer: SqlViewer): SQL =>
  sql`(${posts.subjectType} <> 'member' or ${visibleAuthor(viewer, sql`${posts.authorId}`)})`;

/** The condition on a post in a container besides that on the container. */
const isContainerAuthorVisible = (viewer: SqlViewer): SQL =>
  sql`(${isPublished()} and ${isAuthorVisible(viewer)})`;

/** For a post on a wall: its audience, and after a block with the owner of the wall its author alone. */
const isOnWallFor = (viewer: SqlViewer): SQL => {
  const isAllowed = audienceAllowsContent(viewer, {
    author: sql`${posts.authorId}`,
    audience: sql`${posts.audience}`,
    publishedAt: sql`${posts.publishedAt}`,
    wallOwner: sql`${posts.objectId}`,
  });
  const isOwn = isMember(viewer) ? sql`or ${posts.authorId} = ${viewer.id}` : sql``;
  const isBlocked = isBlockBetween(sql`${posts.authorId}`, sql`${posts.objectId}`);
  return sql`(${isAllowed} and (${isOnOwnWall} ${isOwn} or not ${isBlocked}))`;
};

/**
 * Whether the viewer sees the members besides the author that it concerns: the owner of
 * another's wall with the profile, the new friend with both lists of friends, and with an album the
 * profile of its owner. The author of a post on another's wall sees it, and so do both new friends.
 */
function areOthersVisible(viewer: SqlViewer, isOnWall: SQL): SQL {
  const [author, friend] = [sql`${posts.authorId}`, sql`${posts.friendId}`];
  const me = isMember(viewer) ? sql`${viewer.id}` : sql`null`;
  const isFriend = sql`((${friend}, ${author}) in ((${me}, m.id), (m.id, ${me}))) is true`;
  const audiences = [
    sql`s.profile_audience`,
    sql`case when ${friend} is null then 'everyone' else s.friends_audience end`,
  ];
  return sql`
    (
      (${isOnOwnWall} or not ${isOnWall}) and ${friend} is null and ${posts.albumId} is null
      or not exists (
        select from members m
        left join member_settings s on s.member_id = m.id
        where m.id = any (
            array[
              case when ${isOnWall} and ${author} <> coalesce(${me}, 0) then ${posts.objectId} end,
              ${friend},
              case when ${isOnWall} and (${posts.albumId} is not null or ${friend} is not null)
                then ${author}
              end
            ]
          )
          and not (
            ${visibleAuthor(viewer, sql`m.id`, sql`m.status`)}
            and (${isFriend} or ${settingsAllow(viewer, audiences, sql`m.id`)})
          )
      )
    )`;
}

/** The wall of another, for posts about nothing. */
const isWallVisible = (viewer: SqlViewer): SQL => {
  const [author, owner] = [sql`${posts.authorId}`, sql`${posts.objectId}`];
  const isOwn = isMember(viewer) ? sql`or ${viewer.id} in (${author}, ${owner})` : sql``;
  return sql`(${isOnOwnWall} ${isOwn} or ${visibleProfile(viewer, owner)})`;
};

/** The container where a post about nothing stands. */
const isContainerVisible = (viewer: SqlViewer): SQL => sql`
  exists (
    select from containers c
    where c.type = ${posts.objectType}
      and c.id = ${posts.objectId}
      and ${readableContainerPost(viewer, sql`c`, sql`${posts.sortKey}`)}
  )`;

/** Feed items about photos of a member's album are for those who may open the album. */
const isAlbumVisible = (viewer: SqlViewer, isOnWall: SQL): SQL => sql`
  (
    ${posts.albumId} is null
    or not ${isOnWall}
    or (
      select ${audienceAllowsContent(viewer, {
        author: sql`${posts.authorId}`,
        audience: sql`a.audience`,
        publishedAt: sql`a.created_at`,
      })}
      from albums a
      where a.id = ${posts.albumId} and a.container_id is null and a.owner_id = ${posts.authorId}
    )
  )`;

/** Later than every post: a sort key for what is no post in a container, but the container itself. */
const latest = sql.raw('9223372036854775807');

/**
 * In the container where it stands, as old as the album that it is about, and of the one that it is
 * about: both asked by one condition, and neither of ordinary posts on walls.
 */
const areContainersVisible = (viewer: SqlViewer): SQL => {
  const about = containerOfActivity(postColumns(sql`posts`), wallId);
  const key = sql`
    case
      when ${posts.albumId} is null then ${posts.sortKey}
      else (
        select least(${posts.sortKey}, ${sortKeyAt(sql`a.created_at`)})
        from albums a
        where a.id = ${posts.albumId}
          and a.container_type = ${posts.objectType}
          and a.container_id = ${posts.objectId}
      )
    end`;
  return sql`
    (
      not ${isInContainer} and ${posts.itemId} is null
      or not exists (
        select from (
          values
            (case when ${isInContainer} then ${posts.objectType} end, ${posts.objectId}, ${key}, false),
            (${about.type}, ${about.id}, ${latest}, ${about.isFound})
        ) required (type, id, sort_key, is_found)
        where required.type is not null
          and not coalesce(
            (
              select ${readableOrFound(viewer, sql`c`, sql`required.sort_key`, sql`required.is_found`)}
                and (${posts.albumId} is null or ${albumsShown(viewer, sql`c`)})
              from containers c
              where c.type = required.type and c.id = required.id
            ),
            false
          )
      )
    )`;
};

/** The container that a post on a wall is about. */
const isItemVisible = (viewer: SqlViewer): SQL => {
  const about = containerOfActivity(postColumns(sql`posts`), wallId);
  return sql`
    (
      ${posts.itemId} is null
      or ${about.type} is null
      or coalesce(
        (
          select ${readableOrFound(viewer, sql`c`, latest, about.isFound)}
          from containers c
          where c.type = ${about.type} and c.id = ${about.id}
        ),
        false
      )
    )`;
};

const isActivityVisible = (viewer: SqlViewer): SQL =>
  visibleActivity(viewer, postColumns(sql`posts`));

/** The condition of every read of `posts`. */
export const visibleTo = composedForMembers((viewer) =>
  andVisibleToOwner(
    viewer,
    (one) => sql`
      (
        ${isAuthorVisible(one)}
        and case when ${isInContainer} then ${isPublished()} else ${isOnWallFor(one)} end
        and ${areContainersVisible(one)}
        and ${areOthersVisible(one, sql`not (${isInContainer})`)}
        and ${isAlbumVisible(one, sql`not (${isInContainer})`)}
        and ${isActivityVisible(one)}
      )`,
  ),
);

/** `visibleTo` for posts on walls of members only: the first part of the home feed. */
export const visibleOnWalls = composedForMembers((viewer) =>
  andVisibleToOwner(
    viewer,
    (one) => sql`
      (
        not (${isInContainer})
        and ${isOnWallFor(one)}
        and ${visibleAuthor(one, sql`${posts.authorId}`)}
        and ${isItemVisible(one)}
        and ${areOthersVisible(one, sql`true`)}
        and ${isAlbumVisible(one, sql`true`)}
        and ${isActivityVisible(one)}
      )`,
  ),
);

/** `visibleTo` for posts of a container that the statement has found readable. */
export const visibleInContainer = composedForMembers((viewer) => isContainerAuthorVisible(viewer));

/** `visibleTo` for shares only, which are about no item (check `posts_share`). */
export const visibleShares = (viewer: SqlViewer): SQL =>
  andVisibleToOwner(
    viewer,
    (one) => sql`
      (
        ${posts.sharedId} is not null
        and ${isAuthorVisible(one)}
        and case
          when ${isInContainer} then ${isPublished()} and ${isContainerVisible(one)}
          else ${isOnWallFor(one)} and ${isWallVisible(one)}
        end
      )`,
  );

/**
 * `visibleTo`, and all that stands on the own wall or was written in the own name: what the member
 * may delete, wherever it is and whoever may read it by now.
 */
export const visibleOrDeletable = (member: Member): SQL => sql`
  (
    ${visibleTo(member)}
    or (${posts.objectType} = 'member' and ${posts.objectId} = ${member.id})
    or (${posts.subjectType} = 'member' and ${posts.authorId} = ${member.id})
  )`;
