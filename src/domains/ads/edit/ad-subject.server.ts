import type { PromotableType } from '#domains/ads/ads.rules.ts';
import { lightboxPath } from '#domains/lightbox/lightbox-route.rules.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { itemPath } from '#lib/item-path.ts';
import type { Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { containerRow, contextRow, subjectRows } from '#server/subjects.ts';

/**
 * Refuses to promote what the member does not run: not found if it is hidden, forbidden if it is
 * another's, invalid if not all members may find it. Returns its address.
 */
export async function checkPromotable(
  tx: Tx,
  member: Member,
  { type, id }: { type: PromotableType; id: number },
): Promise<string> {
  const rows = subjectRows(type);
  const [found] = await tx.execute<{ ownerIds: number[]; isForAll: boolean }>(sql`
    select own.owner_ids as "ownerIds",
      exists (
        select from (${rows(viewerFromColumn(sql`0::bigint`), sql`${id}::bigint`)}) one
      ) as "isForAll"
    from (${rows(member, sql`${id}::bigint`)}) own`);
  if (!found) throw notFound();
  if (!found.ownerIds.map(Number).includes(member.id)) throw forbidden();
  if (!found.isForAll)
    throw invalid('You can only promote what all members can find.', 'resource_id');
  const path = itemPath(type, id);
  if (path) return path;
  // A video stands where its post stands.
  const [container] = await tx.execute<{ type: ContainerType; id: number }>(sql`
    select outer_item.type, outer_item.id
    from (${contextRow(type)(member, sql`${id}::bigint`)}) context (type, id)
    cross join lateral (${containerRow('post', sql`context.id`)!}) outer_item
    where context.type = 'post'`);
  return lightboxPath({
    type: 'video',
    id,
    subjectType: container?.type ?? 'member',
    subjectId: Number(container?.id ?? found.ownerIds[0]),
  });
}
