import type { SQL } from 'drizzle-orm';
import { mayAddPhotos, mayEdit, mayKnow } from '#domains/containers/container-access.rules.ts';
import {
  findContainerKind,
  type ContainerKind,
} from '#domains/containers/container-kinds.server.ts';
import { lockForChange, type ContainerRef } from '#domains/containers/container-lock.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { Tx } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { AlbumRights, AlbumType } from './albums.rules.ts';
import { visibleAlbum } from './visibility.server.ts';

export interface LockedAlbum extends AlbumRights {
  /** Null for an album of a member. */
  container: ContainerRef | null;
  /** The member who created it. */
  ownerId: number;
}

interface AlbumFacts extends Record<string, unknown> {
  ownerId: number;
  type: AlbumType | null;
  containerType: string | null;
  containerId: number | null;
}

const findAlbum = async (tx: Tx, member: Member, id: number, lock: SQL): Promise<AlbumFacts> => {
  const [album] = await tx.execute<AlbumFacts>(sql`
    select a.owner_id as "ownerId", a.type, a.container_type as "containerType",
      a.container_id as "containerId"
    from albums a
    where a.id = ${id}
      and ${visibleAlbum(member)}
    ${lock}`);
  if (!album) throw notFound();
  return album;
};

/** The rights in the albums of that container, under its lock; not found if it is hidden. */
async function lockOwner(
  tx: Tx,
  member: Member,
  ref: ContainerRef,
): Promise<{ isContributor: boolean; isEditor: boolean; isIn: boolean; kind: ContainerKind }> {
  const kind = findContainerKind(ref.type);
  if (!kind?.photos) throw notFound();
  const { container, relation } = await lockForChange(tx, member, ref);
  if (!mayKnow(container, relation)) throw notFound();
  return {
    kind,
    isContributor: mayAddPhotos(container, relation, kind.photos.role),
    isEditor: mayEdit(container, relation, kind.editRole),
    isIn: relation.membership?.state === 'member' && container.state === 'open',
  };
}

/**
 * The album that the member may see, locked until the end of the transaction; the container before
 * it, since the rights are those of the role in it.
 */
export async function lockAlbum(tx: Tx, member: Member, id: number): Promise<LockedAlbum> {
  const { containerType, containerId } = await findAlbum(tx, member, id, sql``);
  const container =
    containerType === null ? null : { type: containerType, id: Number(containerId) };
  const rights = container && (await lockOwner(tx, member, container));
  const { ownerId, type } = await findAlbum(tx, member, id, sql`for update of a`);
  const isOwner = ownerId === member.id;
  const facts = { type, container, ownerId };
  if (!rights) {
    const own = { isContributor: isOwner, isManaged: isOwner, isEditor: isOwner, isAdded: isOwner };
    return { ...facts, ...own };
  }
  const { isContributor, isEditor, isIn } = rights;
  const isManaged = isEditor || (isOwner && isContributor);
  return { ...facts, isContributor, isManaged, isEditor, isAdded: isIn };
}

/** Forbidden if the member may not add albums to the container; not found if it is hidden. */
export async function checkAdding(
  tx: Tx,
  member: Member,
  container: ContainerRef,
): Promise<{ kind: ContainerKind }> {
  const { kind, isContributor } = await lockOwner(tx, member, container);
  if (!isContributor) throw forbidden();
  return { kind };
}
