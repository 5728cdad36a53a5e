import { sql, type SQL } from 'drizzle-orm';
import { env } from '#server/env.ts';
import { alsoSeenByMember, isFriendOf, visibleAuthor } from './audience.server.ts';
import { defaultProfileAudience } from './profile-audience.rules.ts';
import { isMember, isModerator, type Viewer } from './viewer.ts';

/** What a member has chosen, written out: the planner then knows it. @param chosen a column of `member_settings`, null where there is no row */
export const profileAudience = (chosen: SQL): SQL => sql`coalesce(${chosen}, ${sql.raw(`'${defaultProfileAudience}'`)})`;

const audienceOf = (member: SQL): SQL => profileAudience(sql`(select s.profile_audience from member_settings s where s.member_id = ${member})`);

/** Whether an audience that `member` chose takes the viewer in. Says nothing about blocks and ended accounts. */
const isIn = (viewer: Viewer, audience: SQL, member: SQL): SQL => alsoSeenByMember(viewer, (one) => isInFor(one, audience, member));

function isInFor(viewer: Viewer, audience: SQL, member: SQL): SQL {
  if (!isMember(viewer)) return env().PUBLIC_READING ? sql`${audience} = 'everyone'` : sql`false`;
  if (isModerator(viewer)) return sql`true`;
  return sql`(${member} = ${viewer.id} or case ${audience} when 'everyone' then true when 'members' then true
    when 'friends' then ${isFriendOf(viewer, member)} else false end)`;
}

/** `maySeeProfile` in SQL: the profile's page, its details and its list of friends. */
export const visibleProfile = (viewer: Viewer, member: SQL, status?: SQL): SQL =>
  sql`(${isIn(viewer, audienceOf(member), member)} and ${visibleAuthor(viewer, member, status)})`;

/** A part of a profile with an audience of its own, such as the birthday: never more than the profile itself, which the caller asks for too. */
export const visiblePart = (viewer: Viewer, audience: SQL, member: SQL): SQL => isIn(viewer, audience, member);

/** The list of somebody's friends, and their number. */
export const visibleFriends = (viewer: Viewer, member: SQL): SQL =>
  sql`(${visibleProfile(viewer, member)} and ${isIn(viewer, sql`coalesce((select s.friends_audience from member_settings s where s.member_id = ${member}), 'everyone')`, member)})`;

/** Name and picture in a list of people: members see everybody's, visitors those of public profiles. */
export const visibleCard = (viewer: Viewer, member: SQL, status?: SQL): SQL =>
  isMember(viewer) ? visibleAuthor(viewer, member, status) : visibleProfile(viewer, member, status);
