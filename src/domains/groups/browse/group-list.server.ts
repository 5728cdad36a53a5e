import type { SQL } from 'drizzle-orm';
import type { NamedContainer } from '#domains/containers/browse/browse-kind.ts';
import {
  findableContainer,
  inRowOf,
  readableContainer,
  shownMembership,
} from '#domains/containers/container-access.server.ts';
import {
  completeRows,
  joinedMembership,
  type NamedItem,
  type SelectedRow,
} from '#domains/containers/container-rows.server.ts';
import {
  briefKind,
  listCategories,
  listStatement,
  readFullList,
  readList,
  uncounted,
  type ContainerList,
  type ListedKind,
} from '#domains/containers/kit/container-list.server.ts';
import {
  groupColumns,
  groupsFor,
  memberListShown,
  type GroupRow,
} from '#domains/groups/group-rows.server.ts';
import type { GroupOrder } from '#domains/groups/groups.rules.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { prefixQuery, searchWords } from '#lib/search-words.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export interface GroupQuery {
  search?: string;
  /** 0: all. */
  categoryId?: number;
  order?: GroupOrder;
  /** Groups that this member belongs to; 0: all. */
  memberId?: number;
  /** Groups that the viewer belongs to, owned ones first, archived ones included. */
  isOwn?: boolean;
  page?: number;
  limit?: number;
}

const orders: Record<GroupOrder, SQL> = {
  newest: sql`c.created_at desc, c.id desc`,
  members: sql`c.member_count desc, c.id desc`,
};

function scopeOf(viewer: Viewer, { isOwn = false, memberId = 0 }: GroupQuery): SQL {
  if (isOwn)
    return isMember(viewer)
      ? sql`(ms.state = 'member' and c.state in ('open', 'archived'))`
      : sql`false`;
  const isListed = sql`(c.state = 'open' and c.is_listed)`;
  if (!memberId) return isListed;
  // Which closed groups others belong to is known to their members only, and so are hidden members.
  return sql`
    (
      ${isListed}
      and ${memberListShown(viewer)}
      and ${shownMembership(viewer, memberId, sql`c`)}
    )`;
}

/** Its title, description, place or category has words that begin so; by the index of words. */
function hasWords(search: string): SQL {
  const words = searchWords(search);
  if (!words.length) return sql`false`;
  return sql`
    c.id in (
      select w.id
      from container_words w
      where w.type = 'group' and w.words @@ to_tsquery('simple', ${prefixQuery(words)})
    )`;
}

const groupKind: ListedKind = {
  type: 'group',
  columns: groupColumns,
  from: groupsFor,
};
const briefGroup = briefKind('group');

/** A page of the list with the total, in one statement; of a brief kind without the total. */
export function groupsStatement(viewer: Viewer, query: GroupQuery = {}, kind = groupKind): SQL {
  const { search = '', categoryId = 0, order = 'newest', page = 1, limit = 20 } = query;
  const conditions = [
    sql`c.type = 'group'`,
    scopeOf(viewer, query),
    ...(search ? [hasWords(search)] : []),
    ...(categoryId ? [sql`g.category_id = ${categoryId}::bigint`] : []),
    findableContainer(viewer, sql`c`),
  ];
  const sorted = query.isOwn ? sql`ms.role desc, ${orders[order]}` : orders[order];
  const matching = sql`
    from containers c
    join groups g on g.id = c.id
    ${joinedMembership(viewer)}
    where ${sql.join(conditions, sql` and `)}`;
  const listed = sql`
    listed as materialized (
      select c.id, row_number() over () as position
      from (
        select c.id, c.created_at, c.member_count
        ${matching}
        order by ${sorted}
        limit ${limit}
        offset ${(page - 1) * limit}
      ) c
    )`;
  const total = kind === briefGroup ? uncounted : sql`(select count(*)::int ${matching})`;
  return listStatement(viewer, kind, { listed, total });
}

export const listGroups = (
  viewer: Viewer,
  query: GroupQuery = {},
): Promise<ContainerList<GroupRow>> =>
  readFullList(viewer, 'group', query.search ?? '', groupsStatement(viewer, query));

/** The first of `isOwn`, by what a column shows of them. */
export const listOwnGroups = async (viewer: Member, limit: number): Promise<NamedContainer[]> =>
  (await readList<NamedContainer>('', groupsStatement(viewer, { isOwn: true, limit }, briefGroup)))
    .rows;

/** At most so many friends, and groups of each, are looked at for suggestions. */
const friendsAtMost = 200;
const groupsOfFriend = 20;
const groupsNearby = 200;

/**
 * Open groups that the member does not belong to: those that friends belong to, the most friends
 * first, then those at the place in the member's own profile.
 */
export async function suggestGroups(
  member: Member,
  limit = 5,
): Promise<Array<GroupRow & NamedItem>> {
  const viewer = inRowOf('group', member);
  const rows = await db.execute<SelectedRow<GroupRow & NamedItem>>(sql`
    with joined_by_friends as materialized (
      select joined.id, count(*)::int as friends
      from (
        select f.friend_id
        from friendships f
        where f.member_id = ${member.id}
        limit ${friendsAtMost}
      ) friend
      cross join lateral (
        select fm.id
        from memberships fm
        where fm.member_id = friend.friend_id
          and fm.type = 'group'
          and fm.state = 'member'
        limit ${groupsOfFriend}
      ) joined
      group by joined.id
    ),
      hometown as materialized (
        select plainto_tsquery('simple', folded(details.location)) as words
        from profile_details details
        where details.member_id = ${member.id} and details.location <> ''
      ),
      nearby as materialized (
        select w.id
        from hometown
        join container_words w on w.type = 'group' and w.words @@ hometown.words
        join groups g on g.id = w.id and to_tsvector('simple', folded(g.location)) @@ hometown.words
        limit ${groupsNearby}
      ),
      candidates as (
        select id, max(friends) as friends, bool_or(is_nearby) as is_nearby
        from (
          select id, friends, false as is_nearby from joined_by_friends
          union all
          select id, 0, true from nearby
        ) found
        group by id
      )
    select ${groupColumns(viewer)}, c.id as "itemId"
    from candidates
    join ${groupsFor(viewer)} on true
    where c.type = 'group'
      and c.id = candidates.id
      and c.state = 'open'
      and c.is_listed
      and c.join_policy = 'open'
      and coalesce(ms.state, 'none') = 'none'
      and ms.removed_at is null
      and (candidates.is_nearby or ${memberListShown(member)})
      and ${readableContainer(viewer, sql`c`)}
    order by
      case when ${memberListShown(member)} then candidates.friends else 0 end desc, c.member_count desc, c.id desc
    limit ${limit}`);
  return completeRows<GroupRow & NamedItem>(member, 'group', rows);
}

export const listGroupCategories = () => listCategories('group_categories');
