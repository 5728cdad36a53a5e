import type { SQL } from 'drizzle-orm';
import { checkReadable, findContainerKind } from '#domains/containers/container-kinds.server.ts';
import { videosOf, type SetOwner } from '#domains/lightbox/lightbox-sets.server.ts';
import { readItemPage, type ItemPage } from '#domains/lightbox/lightbox.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { VideoOrder } from './video-list.schema.ts';

export interface VideoQuery {
  owner?: SetOwner | undefined;
  withEmbedded?: boolean;
  search?: string;
  orderby?: VideoOrder | undefined;
  page: number;
  limit: number;
}

const newest = sql`attached.published_at desc, attached.attachment_id desc`;
const orders: Record<VideoOrder, SQL | undefined> = {
  newest: undefined,
  views: sql`
    (select m.view_count from media m where m.id = attached.own_id) desc nulls last, ${newest}`,
  reactions: sql`
    (
      select sum(total.count)
      from reaction_totals total
      where total.subject_type = 'video' and total.subject_id = attached.own_id
    ) desc nulls last,
    ${newest}`,
  rating: sql`
    (
      select avg(r.rating) from media_ratings r where r.media_id = attached.own_id
    ) desc nulls last,
    ${newest}`,
};

/** Whether the member may post a video there; everybody on the own wall. */
export async function mayAddVideos(member: Member, owner: SetOwner | undefined): Promise<boolean> {
  if (!owner || owner.type === 'member') return true;
  const kind = findContainerKind(owner.type);
  if (!kind) return false;
  const [row] = await db.execute<{ may: boolean }>(sql`
    select ${kind.posting(member, sql`${owner.id}::bigint`)} is not null as may`);
  return row!.may;
}

/** Videos that the viewer may see. Not found for a hidden profile or container. */
export async function listVideos(
  viewer: Viewer,
  { owner, withEmbedded, search, orderby = 'newest', page, limit }: VideoQuery,
): Promise<ItemPage> {
  const set = videosOf(viewer, { owner, withEmbedded, search, order: orders[orderby] });
  const [, found] = await Promise.all([
    owner && checkReadable(viewer, owner),
    readItemPage(viewer, set, { page, limit }),
  ]);
  return found;
}
