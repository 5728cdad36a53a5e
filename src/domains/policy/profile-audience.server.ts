import type { SQL } from 'drizzle-orm';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { andVisibleToOwner, isFriendOf, visibleAuthor } from './audience.server.ts';
import { defaultProfileAudience } from './profile-audience.rules.ts';
import { isMember, isModerator, type Viewer } from './viewer.ts';

/**
 * What a member has chosen, written out: the planner then knows it. @param chosen a column of
 * `member_settings`, null where there is no row
 */
export const profileAudience = (chosen: SQL): SQL =>
  sql`coalesce(${chosen}, ${sql.raw(`'${defaultProfileAudience}'`)})`;

/**
 * Whether all these audiences, which `member` chose, take the viewer in. Says nothing about blocks
 * and ended accounts.
 */
const isIn = (viewer: Viewer, audiences: SQL[], member: SQL): SQL =>
  andVisibleToOwner(viewer, (one) =>
    isInFor(one, sql`array[${sql.join(audiences, sql`, `)}]`, member),
  );

function isInFor(viewer: Viewer, audiences: SQL, member: SQL): SQL {
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
 * As `isIn`, of what `member` has chosen in these columns; who has chosen nothing is there for
 * members.
 */
const isInChosen = (viewer: Viewer, columns: SQL[], member: SQL): SQL =>
  sql`
    coalesce(
      (
        select ${isIn(viewer, columns, member)} from member_settings s where s.member_id = ${member}
      ),
      ${isMember(viewer) ? sql`true` : sql`false`}
    )`;

/** `maySeeProfile` without blocks and ended accounts, where they are asked for anyway. */
export const openProfile = (viewer: Viewer, member: SQL): SQL =>
  isInChosen(viewer, [sql`s.profile_audience`], member);

/** `maySeeProfile` in SQL: the profile's page, its details and its list of friends. */
export const visibleProfile = (viewer: Viewer, member: SQL, status?: SQL): SQL =>
  sql`(${openProfile(viewer, member)} and ${visibleAuthor(viewer, member, status)})`;

/** `visibleFriends` without blocks and ended accounts, where they are asked for anyway. */
export const openFriends = (viewer: Viewer, member: SQL): SQL =>
  isInChosen(viewer, [sql`s.profile_audience`, sql`s.friends_audience`], member);

/** The list of somebody's friends, and their number. */
export const visibleFriends = (viewer: Viewer, member: SQL): SQL =>
  sql`(${openFriends(viewer, member)} and ${visibleAuthor(viewer, member)})`;

/**
 * A part of a profile with an audience of its own, such as the birthday: never more than the
 * profile itself, which the caller asks for too.
 */
export const visiblePart = (viewer: Viewer, audience: SQL, member: SQL): SQL =>
  isIn(viewer, [audience], member);

/**
 * Whether visitors are shown the profile photo beside public content: not of profiles for fewer
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
 * The profile photo of `alias`, a row of `members` whom the viewer may see; null where it is not
 * for this viewer.
 */
export const avatarFor = (viewer: Viewer, alias: SQL): SQL =>
  isMember(viewer)
    ? sql`${alias}.avatar`
    : sql`case when ${isPhotoPublic(sql`${alias}.id`)} then ${alias}.avatar end`;

/**
 * Whether the viewer may fetch the file `name` as a profile photo or cover of the row `m` of
 * `members`.
 */
export function visiblePictureFile(viewer: Viewer, name: string): SQL {
  if (isMember(viewer)) {
    const any = sql`(m.avatar = ${name} or m.cover = ${name})`;
    return isModerator(viewer)
      ? any
      : sql`(${any} and ${visibleAuthor(viewer, sql`m.id`, sql`m.status`)})`;
  }
  return sql`(m.status = 'active' and (
    (m.avatar = ${name} and ${isPhotoPublic(sql`m.id`)})
    or (m.cover = ${name} and ${openProfile(viewer, sql`m.id`)})))`;
}

/**
 * Name and picture in a list of people: members see everybody's, visitors those of public profiles.
 */
export const visibleCard = (viewer: Viewer, member: SQL, status?: SQL): SQL =>
  isMember(viewer) ? visibleAuthor(viewer, member, status) : visibleProfile(viewer, member, status);
