import type { SQL } from 'drizzle-orm';
import {
  findableContainer,
  readableContainer,
} from '#domains/containers/container-access.server.ts';
import { itemsOf, namedRows } from '#domains/containers/container-items.server.ts';
import { containerSummary } from '#domains/containers/container-kinds.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { isContainerType, type ContainerType } from '#lib/container-types.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export type SharedType = 'post' | 'photo' | 'video' | ContainerType;

/** A container or item inside a share. */
export interface SharedContainer extends Record<string, unknown> {
  type: ContainerType;
  id: number;
  title: string;
  avatar: string | null;
  summary: string;
}

interface Share {
  sharedType: SharedType | null;
  sharedId: number | null;
  sharedContainer: SharedContainer | null;
}

/** Those that shares name, of one kind or of several without items. */
function selectShared(viewer: Viewer, shares: Share[], type: string): SQL {
  const { from, id, title, isItem } = namedRows(type);
  return sql`
    select c.type, ${id}, ${title} as title, c.avatar,
      case
        -- Whoever is invited to a secret one knows its name only.
        when c.is_listed or ${readableContainer(viewer, sql`c`)}
        then ${isItem ? containerSummary(sql`c`, sql`i`) : containerSummary(sql`c`)}
        else ''
      end as summary
    from ${from}
    where (c.type, ${id}) in (
      select shared.type, shared.id
      from unnest(
        ${sql.param(shares.map((row) => row.sharedType!))}::text[],
        ${sql.param(shares.map((row) => row.sharedId!))}::bigint[]
      ) shared (type, id)
    )
      and c.state in ('open', 'archived')
      and ${findableContainer(viewer, sql`c`)}`;
}

/**
 * Adds the containers and items that the viewer may know of to the shares of them: one statement, if
 * there are any, and one for each kind with items.
 */
export async function addSharedContainers(viewer: Viewer, rows: Share[], on: Tx): Promise<void> {
  const shares = rows.filter(({ sharedType }) => sharedType && isContainerType(sharedType));
  const bySource = Map.groupBy(shares, ({ sharedType }) =>
    itemsOf(sharedType!) ? sharedType! : '',
  );
  for (const [type, named] of bySource) {
    const found = await on.execute<SharedContainer>(selectShared(viewer, named, type));
    for (const row of named)
      row.sharedContainer =
        found.find(
          ({ id, type: kind }) => kind === row.sharedType && Number(id) === Number(row.sharedId),
        ) ?? null;
  }
}
