import {
  findableContainer,
  readableContainer,
} from '#domains/containers/container-access.server.ts';
import { containerSummary } from '#domains/containers/container-kinds.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { isContainerType, type ContainerType } from '#lib/container-types.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export type SharedType = 'post' | 'photo' | 'video' | ContainerType;

/** A container inside a share. */
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

/**
 * Adds the containers that the viewer may know of to the shares of them: one statement, if there are
 * any.
 */
export async function addSharedContainers(viewer: Viewer, rows: Share[], on: Tx): Promise<void> {
  const shares = rows.filter(({ sharedType }) => sharedType && isContainerType(sharedType));
  if (!shares.length) return;
  const containers = await on.execute<SharedContainer>(sql`
    select c.type, c.id, c.title, c.avatar,
      case
        -- Whoever is invited to a secret one knows its name only.
        when c.is_listed or ${readableContainer(viewer, sql`c`)}
        then ${containerSummary(sql`c`)}
        else ''
      end as summary
    from containers c
    where (c.type, c.id) in (
      select shared.type, shared.id
      from unnest(
        ${sql.param(shares.map((row) => row.sharedType!))}::text[],
        ${sql.param(shares.map((row) => row.sharedId!))}::bigint[]
      ) shared (type, id)
    )
      and c.state in ('open', 'archived')
      and ${findableContainer(viewer, sql`c`)}`);
  for (const row of shares)
    row.sharedContainer =
      containers.find(
        ({ type, id }) => type === row.sharedType && Number(id) === Number(row.sharedId),
      ) ?? null;
}
