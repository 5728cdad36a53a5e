import { ownerAfterPurge } from '#domains/containers/ownership/succession.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/**
 * Albums of containers survive the member who created them, with the photos of others, and photos
 * that the container shows as its own survive whoever added them: they pass to its owner.
 */
export async function reassignContainerAlbums(memberId: number): Promise<void> {
  const owner = ownerAfterPurge(sql`a.container_type`, sql`a.container_id`, memberId);
  await db.execute(sql`
    update media m
    set owner_id = ${owner}
    from album_photos p
    join albums a on a.id = p.album_id
    where p.media_id = m.id
      and m.owner_id = ${memberId}
      and a.is_by_container`);
  await db.execute(sql`
    update albums a
    set owner_id = ${owner}
    where a.owner_id = ${memberId}
      and a.container_id is not null`);
}
