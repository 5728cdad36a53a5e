import { sql, type SQL } from 'drizzle-orm';
import { env } from '#server/env.ts';
import { visibleAuthor } from './audience.server.ts';
import { isMember, type Viewer } from './viewer.ts';

const audienceOf = (member: SQL): SQL => sql`coalesce((select s.profile_audience from member_settings s where s.member_id = ${member}), 'everyone')`;

/** `maySeeProfile` in SQL: the profile's page, its details and its list of friends. */
export function visibleProfile(viewer: Viewer, member: SQL): SQL {
  if (!isMember(viewer)) return env().PUBLIC_READING ? sql`(${audienceOf(member)} = 'everyone' and ${visibleAuthor(viewer, member)})` : sql`false`;
  if (viewer.role !== 'member') return visibleAuthor(viewer, member);
  return sql`((${member} = ${viewer.id} or case ${audienceOf(member)} when 'everyone' then true when 'members' then true
      when 'friends' then exists (select from friendships f where f.member_id = ${viewer.id} and f.friend_id = ${member}) else false end)
    and ${visibleAuthor(viewer, member)})`;
}

/** Name and picture in a list of people: members see everybody's, visitors those of public profiles. */
export const visibleCard = (viewer: Viewer, member: SQL): SQL => (isMember(viewer) ? visibleAuthor(viewer, member) : visibleProfile(viewer, member));
