import type { SQL } from 'drizzle-orm';
import { memberCardJson } from '#domains/members/members.server.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { andVisibleToOwner, isFriendOf, visibleAuthor } from './audience.server.ts';
import { defaultProfileAudience, defaultWallPosters } from './profile-audience.rules.ts';
import { isMember, isModerator, type SqlMember, type SqlViewer } from './viewer.ts';

/**
 * The member's audience or the default. The default is a literal, so that the planner knows it.
 * @param chosen a column of `member_settings`, null where there is no row
 */
export const profileAudience = (chosen: SQL): SQL =>
  sql`coalesce(${chosen}, ${sql.raw(`'${defaultProfileAudience}'`)})`;

/**
 * Whether all these audiences, chosen by `member`, include the viewer. Ignores blocks and ended
 * accounts.
 */
const allowsViewer = (viewer: SqlViewer, audiences: SQL[], member: SQL): SQL =>
  andVisibleToOwner(viewer, (viewpoint) =>
    allowsViewerFor(viewpoint, sql`array[${sql.join(audiences, sql`, `)}]`, member),
  );

function allowsViewerFor(viewer: SqlViewer, audiences: SQL, member: SQL): SQL {
  if (!isMember(viewer))
    return env().PUBLIC_READING ? sql`${audiences} <@ '{everyone}'` : sql`false`;
  if (isModerator(viewer)) return sql`true`;
  return sql`
    (
      ${member} = ${viewer.id}
      or case
        when ${audiences} <@ '{everyone,members}' then true
        when ${audiences} <@ '{everyone,members,friends}' then ${isFriendOf(viewer, member)}
        else false
      end
    )`;
}

/**
 * `allowsViewer` for the member's choices in these columns of `member_settings`; without a row the
 * default is members.
 */
const chosenAudienceAllows = (viewer: SqlViewer, columns: SQL[], member: SQL): SQL =>
  sql`
    coalesce(
      (
        select ${allowsViewer(viewer, columns, member)}
        from member_settings s
        where s.member_id = ${member}
      ),
      ${isMember(viewer) ? sql`true` : sql`false`}
    )`;

/**
 * Whether these audiences, columns of `member_settings`, include the viewer, for a row `s` that a
 * statement has joined to that of the member; without one the default is members.
 */
export const settingsAllow = (viewer: SqlViewer, columns: SQL[], member: SQL): SQL =>
  isMember(viewer)
    ? sql`(s.member_id is null or ${allowsViewer(viewer, columns, member)})`
    : sql`(s.member_id is not null and ${allowsViewer(viewer, columns, member)})`;

/** `maySeeProfile` without blocks and ended accounts, for statements that check those anyway. */
export const audienceAllowsProfile = (viewer: SqlViewer, member: SQL): SQL =>
  chosenAudienceAllows(viewer, [sql`s.profile_audience`], member);

/** `maySeeProfile` in SQL: the profile's page, its details and its list of friends. */
export const visibleProfile = (viewer: SqlViewer, member: SQL, status?: SQL): SQL =>
  sql`(${audienceAllowsProfile(viewer, member)} and ${visibleAuthor(viewer, member, status)})`;

/**
 * Whether somebody who sees the profile may post on its wall, for a row `s` of its settings that a
 * statement has joined.
 */
export const wallTakes = (isFriend: SQL): SQL => sql`
  case coalesce(s.wall_posts_from, ${sql.raw(`'${defaultWallPosters}'`)})
    when 'members' then true
    when 'friends' then ${isFriend}
    else false
  end`;

/** `mayPostOnWall` in SQL. */
export const canPostOnWall = (member: SqlMember, owner: SQL): SQL => sql`
  (
    ${owner} = ${member.id}
    or (
      ${visibleProfile(member, owner)}
      and case coalesce(
        (select s.wall_posts_from from member_settings s where s.member_id = ${owner}),
        ${sql.raw(`'${defaultWallPosters}'`)}
      )
        when 'members' then true
        when 'friends' then ${isFriendOf(member, owner)}
        else false
      end
    )
  )`;

/** Whether visitors could open the profile, if they may read at all. */
export const isPublicProfile = (member: SQL): SQL => sql`
  exists (
    select from member_settings s
    where s.member_id = ${member}
      and s.profile_audience = 'everyone'
  )`;

/** `visibleFriends` without blocks and ended accounts, for statements that check those anyway. */
export const audienceAllowsFriendList = (viewer: SqlViewer, member: SQL): SQL =>
  chosenAudienceAllows(viewer, [sql`s.profile_audience`, sql`s.friends_audience`], member);

/** Whether the viewer may see the member's list of friends and its count. */
export const visibleFriends = (viewer: SqlViewer, member: SQL): SQL =>
  sql`(${audienceAllowsFriendList(viewer, member)} and ${visibleAuthor(viewer, member)})`;

/**
 * A part of a profile with its own audience, such as the birthday: never wider than the profile
 * itself, which the caller checks too.
 */
export const visiblePart = (viewer: SqlViewer, audience: SQL, member: SQL): SQL =>
  allowsViewer(viewer, [audience], member);

/**
 * Whether visitors see the profile photo beside public content: not if the profile is for fewer
 * than all members.
 */
const isPhotoPublic = (member: SQL): SQL => {
  if (!env().PUBLIC_READING) return sql`false`;
  return sql`
    coalesce(
      (
        select s.profile_audience in ('everyone', 'members')
        from member_settings s
        where s.member_id = ${member}
      ),
      true
    )`;
};

/**
 * The profile photo of `alias`, a row of `members` that the viewer may see; null if this viewer may
 * not see the photo.
 */
export const avatarFor = (viewer: SqlViewer, alias: SQL): SQL =>
  isMember(viewer)
    ? sql`${alias}.avatar`
    : sql`case when ${isPhotoPublic(sql`${alias}.id`)} then ${alias}.avatar end`;

/** A `MemberCard` as JSON; null if the viewer may not see that member. */
export const memberCard = (viewer: SqlViewer, id: SQL): SQL => sql`
  (
    select ${memberCardJson(sql`card`, avatarFor(viewer, sql`card`))}
    from members card
    where card.id = ${id}
      and ${visibleCard(viewer, sql`card.id`, sql`card.status`)}
  )`;

/**
 * Whether the viewer may fetch the file `name` as a profile photo or cover of the row `m` of
 * `members`.
 */
export function visiblePictureFile(viewer: SqlViewer, name: string): SQL {
  if (isMember(viewer)) {
    const any = sql`(m.avatar = ${name} or m.cover = ${name})`;
    return isModerator(viewer)
      ? any
      : sql`(${any} and ${visibleAuthor(viewer, sql`m.id`, sql`m.status`)})`;
  }
  return sql`(m.status = 'active' and (
    (m.avatar = ${name} and ${isPhotoPublic(sql`m.id`)})
    or (m.cover = ${name} and ${audienceAllowsProfile(viewer, sql`m.id`)})))`;
}

/**
 * Name and picture in a list of people: members see those of all members, visitors those of public
 * profiles.
 */
export const visibleCard = (viewer: SqlViewer, member: SQL, status?: SQL): SQL =>
  isMember(viewer) ? visibleAuthor(viewer, member, status) : visibleProfile(viewer, member, status);
