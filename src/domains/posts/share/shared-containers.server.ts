import type { SQL } from 'drizzle-orm';
import { findActivity } from '#domains/activities/activity.server.ts';
import {
  findableContainer,
  readableContainer,
} from '#domains/containers/container-access.server.ts';
import { itemsOf, namedRows } from '#domains/containers/container-items.server.ts';
import {
  containerSummary,
  findContainerKind,
  isBlockedByOwner,
} from '#domains/containers/container-kinds.server.ts';
import { isOpenFor } from '#domains/containers/container-parents.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { isContainerType, type ContainerType } from '#lib/container-types.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export type SharedType = 'post' | 'photo' | 'video' | ContainerType;

/** A container or item inside a share, or whose creation a post is about. */
export interface SharedContainer extends Record<string, unknown> {
  type: ContainerType;
  id: number;
  title: string;
  avatar: string | null;
  cover: string | null;
  summary: string;
  /** For members of the site, of what they may find. */
  memberCount: number | null;
  /** The viewer joins by one press: nobody lets them in, and there are no rules to accept. */
  canJoin: boolean;
}

interface Share {
  type: string;
  item: unknown;
  sharedType: SharedType | null;
  sharedId: number | null;
  sharedContainer: SharedContainer | null;
}

interface Named {
  type: ContainerType;
  id: number;
}

/** The container that the post shares, or whose creation it is about. */
function containerNamed({ type, item, sharedType, sharedId }: Share): Named | undefined {
  if (sharedType && isContainerType(sharedType)) return { type: sharedType, id: Number(sharedId) };
  const card = findActivity(type)?.card;
  return card && item ? { type: card, id: Number((item as { id: number }).id) } : undefined;
}

/** Whether whoever joins the row `c` accepts rules. */
function hasRules(types: ContainerType[]): SQL {
  const cases = types.flatMap((type) => {
    const rules = findContainerKind(type)?.rules;
    return rules ? [sql`when ${type} then coalesce(${rules(sql`c.id`)}, '') <> ''`] : [];
  });
  return cases.length ? sql`case c.type ${sql.join(cases, sql` `)} else false end` : sql`false`;
}

const canJoin = (viewer: Viewer, types: ContainerType[]): SQL =>
  isMember(viewer)
    ? sql`(
        ${isOpenFor(viewer, sql`c`)}
        and c.join_policy = 'open'
        and not exists (
          select from memberships ms
          where ms.type = c.type
            and ms.id = c.id
            and ms.member_id = ${viewer.id}
            and (ms.state <> 'none' or ms.removed_at is not null)
        )
        and not ${hasRules(types)}
        and not ${isBlockedByOwner(
          { type: sql`c.type`, ownerId: sql`c.owner_id`, parentId: sql`c.parent_id` },
          sql`${viewer.id}::bigint`,
        )}
      )`
    : sql`false`;

/** Those that shares name, of one kind or of several without items. */
function selectShared(viewer: Viewer, named: Named[], type: string): SQL {
  const { from, id, title, isItem } = namedRows(type);
  // Whoever is invited to a secret one knows its name only.
  const isFrontShown = sql`(c.is_listed or ${readableContainer(viewer, sql`c`)})`;
  const hasMore = !isItem && isMember(viewer);
  return sql`
    select c.type, ${id}, ${title} as title, c.avatar,
      ${hasMore ? sql`case when ${isFrontShown} then c.cover end` : sql`null`} as cover,
      case
        when ${isFrontShown}
        then ${
          itemsOf(type)?.cardText?.(viewer, sql`i`, sql`c`) ??
          containerSummary(sql`c`, isItem ? { type, row: sql`i` } : undefined)
        }
        else ''
      end as summary,
      ${hasMore ? sql`case when ${isFrontShown} then c.member_count end` : sql`null`}
        as "memberCount",
      ${isItem ? sql`false` : canJoin(viewer, [...new Set(named.map((one) => one.type))])} as "canJoin"
    from ${from}
    where (c.type, ${id}) in (
      select shared.type, shared.id
      from unnest(
        ${sql.param(named.map((one) => one.type))}::text[],
        ${sql.param(named.map((one) => one.id))}::bigint[]
      ) shared (type, id)
    )
      and c.state in ('open', 'archived')
      and ${findableContainer(viewer, sql`c`)}`;
}

/**
 * Adds the containers and items that the viewer may know of to the posts that share them or are about
 * their creation: one statement, if there are any, and one for each kind with items.
 */
export async function addSharedContainers(viewer: Viewer, rows: Share[], on: Tx): Promise<void> {
  const shares = rows.flatMap((row) => {
    const named = containerNamed(row);
    return named ? [{ row, named }] : [];
  });
  const bySource = Map.groupBy(shares, ({ named }) => (itemsOf(named.type) ? named.type : ''));
  for (const [type, some] of bySource) {
    const all = some.map(({ named }) => named);
    const found = await on.execute<SharedContainer>(selectShared(viewer, all, type));
    for (const { row, named } of some)
      row.sharedContainer =
        found.find((one) => one.type === named.type && Number(one.id) === named.id) ?? null;
  }
}
