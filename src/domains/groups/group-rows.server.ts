import type { SQL } from 'drizzle-orm';
import { isBanInForce, readableContainer } from '#domains/containers/container-access.server.ts';
import {
  containerColumns,
  joinedMembership,
  type ContainerRow,
} from '#domains/containers/container-rows.server.ts';
import { seenPostTotal } from '#domains/containers/statistics/statistics.server.ts';
import { isMember, isModerator, type SqlViewer } from '#domains/policy/viewer.ts';
import type { DetailRow } from '#lib/field-list.ts';
import { selectDetails } from '#server/field-columns.ts';
import { sql } from '#server/sql.ts';
import { groupFields } from './groups.fields.ts';

/**
 * A group for one viewer. Viewers who cannot read it know its name, picture, description and the
 * number of members.
 */
export interface GroupRow extends ContainerRow, DetailRow<typeof groupFields> {
  /** Counts the posts that the viewer reads. */
  postCount: number;
  modifiedAt: string;
  categoryId: number;
  categoryTitle: string;
  /** 0 none, 1 highlights, 2 all. */
  notify: number;
  /** Posts that the viewer, a member, has not read. */
  isUnread: boolean;
}

/** `from` of all statements about groups: `c`, `g`, the category and the viewer's membership. */
export const groupsFor = (viewer: SqlViewer): SQL => sql`
  containers c
  join groups g on g.id = c.id
  join group_categories category on category.id = g.category_id
  ${joinedMembership(viewer)}`;

/**
 * Whether the list of members is for that reader too; of `groupsFor`. It is never for visitors
 * (docs/security.md).
 */
export function memberListShown(viewer: SqlViewer): SQL {
  if (!isMember(viewer)) return sql`false`;
  if (isModerator(viewer)) return sql`true`;
  return sql`(
    ms.state = 'member'
    or (
      g.member_list = 'readers'
      and (${isBanInForce()}) is not true
    )
  ) is true`;
}

const isForReaders = (viewer: SqlViewer): SQL =>
  isMember(viewer) ? sql`g.member_list = 'readers'` : sql`false`;

/** Visitors have read nothing, and have no news. */
const unreadColumn = (viewer: SqlViewer): SQL =>
  isMember(viewer)
    ? sql`
      (
        ms.state = 'member' and c.newest_sort_key > coalesce(ms.last_read_sort_key, 0)
      ) is true as "isUnread"`
    : sql`false as "isUnread"`;

/** The front that visitors see ends with the description. */
const shownRules = (viewer: SqlViewer): SQL =>
  isMember(viewer)
    ? sql`g.rules`
    : sql`case when ${readableContainer(viewer, sql`c`)} then g.rules else '' end`;

const { description: _description, rules: _rules, ...otherFields } = groupFields;

/**
 * The columns of a `GroupRow`. The description is empty for those who are invited to a secret group.
 */
export const groupColumns = (viewer: SqlViewer): SQL => sql`
  ${containerColumns(viewer, isForReaders(viewer))}, ${selectDetails(otherFields, sql`g`)},
  ${seenPostTotal(viewer, sql`c`)} as "postCount",
  g.modified_at::text as "modifiedAt",
  case
    when c.is_listed or ${readableContainer(viewer, sql`c`)} then g.description
    else ''
  end as description, ${shownRules(viewer)} as rules, category.id as "categoryId",
  category.title as "categoryTitle", coalesce(ms.notify, 1) as notify, ${unreadColumn(viewer)}`;
