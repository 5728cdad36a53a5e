import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import { addPhotos, type StoredPhoto } from '#domains/media/photos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { attachPhotos } from './album-changes.server.ts';
import { automaticTitles } from './albums.rules.ts';

/**
 * Adds a new profile photo or cover to its automatic album, which is created with the first one.
 */
export async function keepInAlbum(
  tx: Tx,
  member: Member,
  type: 'profile' | 'cover',
  photos: StoredPhoto[],
): Promise<{ albumId: number; kept: PictureRow[] }> {
  // Locks an existing row too.
  const [album] = await tx.execute<{ id: number }>(sql`
    insert into albums (owner_id, type, title, audience, created_at, modified_at)
    values (${member.id}, ${type}, ${automaticTitles[type]}, 'everyone', ${now()}, ${now()})
    on conflict (owner_id, type)
    where type is not null
      and container_id is null
    do update set modified_at = excluded.modified_at
    returning id`);
  const added = await addPhotos(tx, member.id, photos);
  await attachPhotos(tx, album!.id, added);
  return { albumId: album!.id, kept: added };
}

/**
 * Adds a new picture or cover of a container to its automatic album, in the transaction that holds
 * the container's lock.
 */
export async function keepInContainerAlbum(
  tx: Tx,
  member: Member,
  container: ContainerRef,
  type: 'profile' | 'cover',
  photos: StoredPhoto[],
): Promise<PictureRow[]> {
  const { speaksForItself = false } = findContainerKind(container.type) ?? {};
  const [album] = await tx.execute<{ id: number }>(sql`
    insert into albums (
      owner_id, container_type, container_id, is_by_container, type, title, audience, is_listed,
      created_at, modified_at
    )
    values (
      ${member.id}, ${container.type}, ${container.id}, ${speaksForItself}, ${type},
      ${automaticTitles[type]}, 'container', false, ${now()}, ${now()}
    )
    on conflict (container_type, container_id, type)
    where type is not null
      and container_id is not null
    do update set modified_at = excluded.modified_at
    returning id`);
  const added = await addPhotos(tx, member.id, photos);
  await attachPhotos(tx, album!.id, added);
  return added;
}
