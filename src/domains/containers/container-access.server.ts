import type { SQL } from 'drizzle-orm';
import {
  andVisibleToOwner,
  hasFriendInCommon,
  isFriendOf,
} from '#domains/policy/audience.server.ts';
import { visibleProfile } from '#domains/policy/profile-audience.server.ts';
import {
  isMember,
  isModerator,
  visitor,
  type SqlMember,
  type SqlViewer,
} from '#domains/policy/viewer.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { now } from '#server/clock.ts';
import { entriesOf } from '#server/domain.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { roles } from './container-access.rules.ts';
import {
  ifAdmitted,
  ifParentOpen,
  inKnownParent,
  inParentSince,
  inReadableParent,
  isOpenFor,
  narrowedKey,
  parentFacts,
} from './container-parents.server.ts';

// The rules of container-access.rules.ts as conditions on a row `c` of containers. Each is one probe
// of the membership by its primary key, so that lists walk their own index and stop at their limit.

const membershipIn = (member: SqlMember, type: SQL, id: SQL, condition: SQL): SQL => sql`
  exists (
    select from memberships ms
    where ms.type = ${type}
      and ms.id = ${id}
      and ms.member_id = ${member.id}
      and ${condition}
  )`;

const membershipOf = (member: SqlMember, c: SQL, condition: SQL): SQL =>
  member.facts
    ? sql`((${condition}) is true)`
    : membershipIn(member, sql`${c}.type`, sql`${c}.id`, condition);

/** A value from the row `ms` of the viewer's membership, whatever its state; null without one. */
const fromMembership = (member: SqlMember, c: SQL, value: SQL): SQL =>
  member.facts
    ? value
    : sql`
      (
        select ${value}
        from memberships ms
        where ms.type = ${c}.type and ms.id = ${c}.id and ms.member_id = ${member.id}
      )`;

/** The member belongs to it. */
export const isInContainer = (member: SqlMember, c: SQL): SQL =>
  ifAdmitted(member, c, isMemberOf(member, c));

const isMemberOf = (member: SqlMember, c: SQL): SQL =>
  membershipOf(member, c, sql`ms.state = 'member'`);

/** The member has at least that role in it. */
export const hasRole = (member: SqlMember, c: SQL, role: number = roles.moderator): SQL =>
  ifAdmitted(member, c, membershipOf(member, c, sql`ms.role >= ${role} and ms.state = 'member'`));

/**
 * The member is of the staff of that container, of which no more is asked: for what the statement
 * has found readable.
 */
export const isStaffOf = (member: SqlMember, type: SQL, id: SQL): SQL =>
  membershipIn(member, type, id, sql`ms.role >= ${roles.moderator} and ms.state = 'member'`);

/** For a row `ms` of memberships: a ban ends by itself, without anybody writing it. */
export const isBanInForce = (): SQL =>
  sql`ms.state = 'banned' and (ms.banned_until is null or ms.banned_until > ${now()})`;

const isBanned = (member: SqlMember, c: SQL): SQL => membershipOf(member, c, isBanInForce());

/** Whether neither it nor its parent has banned the member. */
const isWelcome = (member: SqlMember, c: SQL): SQL =>
  ifAdmitted(member, c, sql`not ${isBanned(member, c)}`);

const isFromOpening = (c: SQL, sortKey: SQL): SQL =>
  sql`(${c}.public_from is null or ${sortKey} >= ${c}.public_from)`;

const isForReading = (c: SQL): SQL => sql`${c}.state in ('open', 'archived')`;

const isForModerators = (member: SqlMember, c: SQL): SQL =>
  isModerator(member) ? sql`(${c}.owner_id is null or ${c}.state = 'pending')` : sql`false`;

/**
 * The membership is read once, and not at all where everybody may read: the statement of a feed has
 * this condition many times, and each probe in it costs even when it is never run.
 * @param known a condition on `c` under which everybody may know it, and that invitations count
 * @param isInvitationEnough a condition on that; by default always
 */
function readableFor(
  viewer: SqlViewer,
  c: SQL,
  whileOutside: SQL,
  known?: SQL,
  isInvitationEnough: SQL = sql`true`,
): SQL {
  if (!isMember(viewer)) {
    if (!env().PUBLIC_READING) return sql`false`;
    const isPublic = sql`(${c}.visibility = 'everyone' and ${whileOutside})`;
    return sql`(${isForReading(c)} and ${known ? sql`(${known} or ${isPublic})` : isPublic})`;
  }
  const isOpenToAll = sql`(${c}.visibility in ('everyone', 'registered') and ${whileOutside})`;
  return sql`
    case
      when ${c}.state in ('removed', 'deleted') then false
      when ${isForReading(c)} and ${known ? sql`(${known} or ${isOpenToAll})` : isOpenToAll} then true
      else ${isForModerators(viewer, c)} or coalesce(
        ${fromMembership(
          viewer,
          c,
          sql`
            case
              when ms.state = 'member' then ${isForReading(c)} or ms.role >= ${roles.moderator}
              when ${isBanInForce()} then false
              ${known ? sql`when ms.state = 'invited' and ${isForReading(c)} and ${isInvitationEnough} then true` : sql``}
            end`,
        )},
        ${isForReading(c)} and ${whileOutside} and ${isVisibleToFriends(viewer, c)}
      )
    end`;
}

/**
 * For members a function, although it repeats two conditions: few containers are for friends, and
 * their tables would be opened by each of the many conditions on containers in a statement, also
 * where none is.
 */
const isVisibleToFriends = (member: SqlMember, c: SQL): SQL => {
  const isFriend = member.preview
    ? sql`(
        ${isFriendOf(member, sql`${c}.owner_id`)}
        or ${c}.visibility = 'friends_of_friends' and ${hasFriendInCommon(member, sql`${c}.owner_id`)}
      )`
    : sql`is_friend_of_owner(${c}.owner_id, ${member.id}, ${c}.visibility = 'friends_of_friends')`;
  return sql`
    case
      when ${c}.visibility not in ('friends', 'friends_of_friends') then false
      when ${c}.owner_id = ${member.id} then true
      else ${isFriend}
    end`;
};

const readable = (viewer: SqlViewer, c: SQL): SQL =>
  inReadableParent(
    viewer,
    c,
    isMember(viewer) && viewer.facts ? sql`facts.is_readable` : readableFor(viewer, c, sql`true`),
  );

/**
 * The viewer for a statement that selects rows `c` of that type with all their columns, which ask the
 * same of each: the membership is then that of `joinedMembership`, and the rest is asked there once.
 */
export const inRowOf = (type: ContainerType, viewer: SqlViewer): SqlViewer =>
  isMember(viewer)
    ? {
        ...viewer,
        facts: {
          mayHaveParent: entriesOf('containerKinds').get(type)?.parents !== undefined,
          isOfOwner: entriesOf('containerKinds').get(type)?.isOfOwner === true,
        },
      }
    : viewer;

/** Joins what is asked once, behind the membership `ms`. */
export const joinedFacts = (member: SqlMember): SQL => sql`
  cross join lateral (
    select ${readableFor(member, sql`c`, sql`true`)} as is_readable
      ${member.facts?.mayHaveParent ? sql`, ${parentFacts({ ...member, facts: undefined }, sql`c`)}` : sql``}
    -- Asked once, and not in each place that reads it.
    offset 0
  ) facts`;

/** `mayRead` in SQL. */
export const readableContainer = (viewer: SqlViewer, c: SQL): SQL =>
  andVisibleToOwner(viewer, (one) => readable(one, c));

/** `mayReadPost` in SQL, for a post with that sort key. */
export const readableContainerPost = (viewer: SqlViewer, c: SQL, sortKey: SQL): SQL =>
  andVisibleToOwner(viewer, (one) =>
    inParentSince(one, c, sortKey, readableFor(one, c, isFromOpening(c, sortKey))),
  );

/**
 * `mayReadPost` in SQL, and `mayFind` where `isFound` holds: for a statement that asks one of many
 * containers. A sort key that is null is read by nobody.
 */
export const readableOrFound = (viewer: SqlViewer, c: SQL, sortKey: SQL, isFound: SQL): SQL =>
  andVisibleToOwner(viewer, (one) => {
    const whileOutside = isFromOpening(c, sortKey);
    const readable = isMember(one)
      ? readableFor(one, c, whileOutside, sql`(${isFound} and ${c}.is_listed)`, isFound)
      : readableFor(one, c, whileOutside);
    return sql`(${sortKey} is not null and ${inParentSince(one, c, sortKey, readable)})`;
  });

/**
 * Selects the sort key from which on the viewer reads what stands in that container: 0 if all of
 * it, null if nothing. Lists of one container ask once, as a bound of their index; a list that asks
 * for each row would step over all that is from before the opening.
 */
export const readableFrom = (viewer: SqlViewer, type: SQL, id: SQL): SQL => {
  const c = sql`c`;
  const isReadFromStart = andVisibleToOwner(viewer, (one) =>
    readableFor(one, c, isFromOpening(c, sql`0`)),
  );
  return sql`
    (
      select case
        when ${readableContainer(viewer, c)} then ${firstKey(viewer, c, isReadFromStart)}
      end
      from containers c
      where c.type = ${type} and c.id = ${id}
    )`;
};

/**
 * As `readableFrom`, of a row `c` that the viewer may read.
 * @param isReadFromStart whether the viewer reads all in it, leaving its parent aside
 */
export const firstKey = (viewer: SqlViewer, c: SQL, isReadFromStart: SQL): SQL =>
  narrowedKey(
    viewer,
    c,
    sql`case when ${c}.public_from is null or ${isReadFromStart} then 0 else ${c}.public_from end`,
  );

const knownFor = (viewer: SqlViewer, c: SQL): SQL => {
  const isClosed = sql`(${c}.is_listed and ${c}.visibility = 'members')`;
  if (!isMember(viewer))
    return inReadableParent(viewer, c, readableFor(viewer, c, sql`true`, isClosed));
  const known = readableFor(viewer, c, sql`true`, sql`${c}.is_listed`);
  return inKnownParent(viewer, c, isMemberOf(viewer, c), known);
};

/** `mayKnow` in SQL. */
export const knownContainer = (viewer: SqlViewer, c: SQL): SQL =>
  andVisibleToOwner(viewer, (one) => knownFor(one, c));

/** `mayFind` in SQL. */
export const findableContainer = (viewer: SqlViewer, c: SQL): SQL =>
  andVisibleToOwner(viewer, (one) =>
    isMember(one)
      ? inReadableParent(one, c, readableFor(one, c, sql`true`, sql`${c}.is_listed`))
      : readable(one, c),
  );

/**
 * `mayReadMembers` in SQL.
 * @param isForReaders a condition: whoever reads its posts reads the list too
 * @param isForMembers a condition: whoever belongs to it does
 */
export const membersReadable = (
  viewer: SqlViewer,
  c: SQL,
  isForReaders: SQL = sql`true`,
  isForMembers: SQL = sql`true`,
): SQL =>
  andVisibleToOwner(viewer, (one) => {
    const isReadable = readable(one, c);
    if (!isMember(one)) return sql`(${isReadable} and ${isForReaders})`;
    if (isModerator(one))
      return sql`
        (
          ${isReadable}
          or ${inReadableParent(one, c, sql`${c}.is_listed and ${isForReading(c)}`)}
        )`;
    const isReader = sql`(${isForReaders} and ${isWelcome(one, c)})`;
    return sql`(${isReadable} and (${isInContainer(one, c)} and ${isForMembers} or ${isReader}))`;
  });

/**
 * That member belongs to it and the viewer may know so: both it and the profile can be seen, and
 * the viewer is not banned from it, as for the list of its members.
 */
export const shownMembership = (viewer: SqlViewer, memberId: number, c: SQL): SQL => sql`
  (
    exists (
      select from memberships other
      where other.type = ${c}.type
        and other.id = ${c}.id
        and other.member_id = ${memberId}
        and other.state = 'member'
    )
    and ${visibleProfile(viewer, sql`${memberId}::bigint`)}
    and ${readableContainer(viewer, c)}
    ${isMember(viewer) ? sql`and ${isWelcome(viewer, c)}` : sql``}
  )`;

/**
 * Open, and in lists for everybody. Members know all of these (`mayKnow`), so that the planner gets
 * conditions that an index has, and nothing that it has to guess.
 */
export const listedContainer = (viewer: SqlViewer, c: SQL): SQL =>
  andVisibleToOwner(viewer, (one) => {
    const listed = sql`${c}.state = 'open' and ${c}.is_listed`;
    return inReadableParent(
      one,
      c,
      isMember(one) ? listed : sql`${listed} and ${readableFor(one, c, sql`true`)}`,
    );
  });

/** For the rows `c` of an open container and `ms` of somebody in it: 'now', 'approval', or null. */
const postingAs = (c: SQL): SQL => sql`
  case
    when ms.role >= ${roles.moderator} then 'now'
    when ${c}.post_policy = 'staff' then null
    when ${c}.post_policy = 'approval' or ms.published_posts < ${c}.newcomer_posts then 'approval'
    else 'now'
  end`;

/** `mayPost` in SQL: 'now', 'approval', or null. */
export const postingIn = (member: SqlMember, c: SQL): SQL => sql`
  case
    when ${isOpenFor(member, c)} then ${fromMembership(
      member,
      c,
      sql`case when ms.state = 'member' then ${postingAs(c)} end`,
    )}
  end`;

/** `mayAddPhotos` in SQL. */
export const photosAddable = (member: SqlMember, c: SQL, photoRole: number): SQL => {
  const isStaff = sql`ms.role >= ${roles.moderator}`;
  const isAdding = fromMembership(
    member,
    c,
    sql`
      ms.state = 'member'
      and ms.role >= ${photoRole}
      and (${c}.photo_policy = 'members' or ${isStaff})
      and case ${c}.state
        when 'open' then ${postingAs(c)} = 'now'
        else ${c}.state in ('draft', 'pending') and ${isStaff}
      end`,
  );
  return ifParentOpen(member, c, sql`coalesce(${isAdding}, false)`);
};

/** Whether visitors could read what was written there at that sort key, if they may read at all. */
export const isPublicContainer = (c: SQL, sortKey: SQL): SQL =>
  inParentSince(
    visitor,
    c,
    sortKey,
    sql`
      ${c}.visibility = 'everyone'
      and ${isForReading(c)}
      and ${isFromOpening(c, sortKey)}`,
  );

/**
 * Array of the ids of its staff, whom its content concerns beside the author.
 * @param first the one of them to name first, else the owner: who wrote in its name
 */
export const staffIds = (type: SQL, id: SQL, first = sql`0`): SQL => sql`
  array(
    select ms.member_id
    from memberships ms
    where ms.type = ${type} and ms.id = ${id} and ms.role > 0
    order by ms.member_id <> ${first}, ms.role desc, ms.member_id
  )`;

/** `mayComment` in SQL, for a viewer who may read the post. */
export const commentableFor = (member: SqlMember, c: SQL): SQL => sql`
  (
    ${isOpenFor(member, c)}
    and coalesce(
      ${fromMembership(
        member,
        c,
        sql`
          case
            when ${isBanInForce()} then false
            when ${c}.comment_policy = 'readers' then true
            else ms.state = 'member'
              and (${c}.comment_policy = 'members' or ms.role >= ${roles.moderator})
          end`,
      )},
      ${c}.comment_policy = 'readers'
    )
  )`;

/** Whether a viewer who may read it reacts to the container itself. */
export const reactableFor = (viewer: SqlViewer, c: SQL): SQL =>
  isMember(viewer) ? sql`(${isOpenFor(viewer, c)} and not ${isBanned(viewer, c)})` : sql`false`;

/** Selects the container whose current picture or cover is that file, if the viewer may know it. */
export const shownContainerPicture = (viewer: SqlViewer, name: string): SQL => sql`
  select from containers c
  where (c.avatar = ${name} or c.cover = ${name}) and ${knownContainer(viewer, sql`c`)}`;
