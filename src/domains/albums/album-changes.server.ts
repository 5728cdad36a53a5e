import type { SQL } from 'drizzle-orm';
import {
  recordRemoval,
  selectContainer,
} from '#domains/containers/audit-log/removal-log.server.ts';
import { mayAddPhotos, mayEdit, mayKnow } from '#domains/containers/container-access.rules.ts';
import {
  findContainerKind,
  type ContainerKind,
} from '#domains/containers/container-kinds.server.ts';
import { lockForChange, type ContainerRef } from '#domains/containers/container-lock.server.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import { addPhotos, type StoredPhoto } from '#domains/media/photos.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import {
  automaticTitles,
  mayAddTo,
  mayDeleteAlbum,
  mayEditAlbum,
  titleProblem,
  type AlbumRights,
  type AlbumType,
} from './albums.rules.ts';
import { visibleAlbum } from './visibility.server.ts';

/** Absent fields stay unchanged. */
export interface AlbumChange {
  title?: string | undefined;
  description?: string | undefined;
  audience?: Audience | undefined;
  commentAudience?: Audience | undefined;
  isListed?: boolean | undefined;
  /** The cover photo. */
  coverId?: number | undefined;
}

export interface LockedAlbum extends AlbumRights {
  /** May change the photos that they added themselves. */
  isAdded: boolean;
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

const isAutomatic = () => invalid('The site keeps this album by itself.', 'album_id');

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

/** @param container for an album of that container, which decides who sees it */
export async function createAlbum(
  tx: Tx,
  member: Member,
  {
    title = '',
    description = '',
    audience = 'everyone',
    commentAudience = 'everyone',
    isListed = true,
  }: AlbumChange,
  container?: ContainerRef,
): Promise<number> {
  const problem = titleProblem(title);
  if (problem) throw invalid(problem, 'title');
  const owner = container && (await checkAdding(tx, member, container));
  const [album] = await tx.execute<{ id: number }>(sql`
    insert into albums (
      owner_id, container_type, container_id, is_by_container, title, description, audience,
      comment_audience, is_listed, created_at, modified_at
    )
    values (
      ${member.id}, ${container?.type ?? null}, ${container?.id ?? null},
      ${owner?.kind.speaksForItself ?? false}, ${title}, ${description},
      ${container ? 'container' : audience}, ${commentAudience}, ${!container && isListed},
      ${now()}, ${now()}
    )
    returning id`);
  return album!.id;
}

/** Appends photos to an album whose row is locked. */
async function attachPhotos(tx: Tx, albumId: number, photos: PictureRow[]): Promise<void> {
  await tx.execute(sql`
    insert into album_photos (media_id, album_id, position, created_at)
    select sent.id, ${albumId},
      sent.position + (
        select coalesce(max(p.position), 0) from album_photos p where p.album_id = ${albumId}
      ),
      ${now()}
    from unnest(
      ${sql.param(photos.map(({ id }) => id))}::bigint[]
    ) with ordinality sent (id, position)`);
  await tx.execute(sql`update albums set modified_at = ${now()} where id = ${albumId}`);
}

/** Creates an empty album of a container. */
export const createContainerAlbum = (
  member: Member,
  container: ContainerRef,
  change: AlbumChange,
): Promise<number> =>
  retryOnDeadlock(() => db.transaction((tx) => createAlbum(tx, member, change, container)));

/** Adds stored photos to an album of the member, or of a container where they may add photos. */
export async function addToAlbum(
  tx: Tx,
  member: Member,
  albumId: number,
  photos: StoredPhoto[],
): Promise<PictureRow[]> {
  const album = await lockAlbum(tx, member, albumId);
  if (!album.isContributor) throw forbidden();
  if (!mayAddTo(album)) throw isAutomatic();
  const added = await addPhotos(tx, member.id, photos);
  if (added.length) await attachPhotos(tx, albumId, added);
  return added;
}

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

export async function editAlbum(
  member: Member,
  id: number,
  { title, description, audience, commentAudience, isListed, coverId }: AlbumChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const album = await lockAlbum(tx, member, id);
    if (!album.isManaged) throw forbidden();
    if (!mayEditAlbum(album)) throw isAutomatic();
    const problem = title === undefined ? null : titleProblem(title);
    if (problem) throw invalid(problem, 'title');
    if (coverId !== undefined) {
      const [chosen] = await tx.execute(sql`
        with others as (
          update album_photos
          set is_cover = false
          where album_id = ${id}
            and is_cover
            and media_id <> ${coverId}
        )
        update album_photos
        set is_cover = true
        where album_id = ${id}
          and media_id = ${coverId}
        returning 1`);
      if (!chosen) throw notFound();
    }
    await tx.execute(sql`
      update albums
      set title = case when type is null then coalesce(${title ?? null}, title) else title end,
        description = coalesce(${description ?? null}, description),
        audience = case
          when container_id is null then coalesce(${audience ?? null}, audience) else audience
        end,
        comment_audience = coalesce(${commentAudience ?? null}, comment_audience),
        is_listed = container_id is null and coalesce(${isListed ?? null}, is_listed),
        modified_at = ${now()}
      where id = ${id}`);
  });
}

/** In a container an album holds photos of many, and only its editors delete those of others. */
async function checkOthers(tx: Tx, member: Member, id: number): Promise<void> {
  const [other] = await tx.execute(sql`
    select
    from album_photos p
    join media m on m.id = p.media_id
    where p.album_id = ${id}
      and m.owner_id <> ${member.id}
    limit 1`);
  if (other)
    throw invalid('Others added photos to this album. You can delete your own photos.', 'album_id');
}

/** Deletes the album with its photos; their files are no longer served. */
export async function deleteAlbum(member: Member, id: number): Promise<void> {
  await retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      const album = await lockAlbum(tx, member, id);
      if (!album.isManaged) throw forbidden();
      if (!mayDeleteAlbum(album)) throw isAutomatic();
      if (!album.isEditor) await checkOthers(tx, member, id);
      const { container, ownerId } = album;
      if (container)
        await recordRemoval(tx, member, {
          kind: 'album',
          authorId: ownerId,
          container: selectContainer(container),
        });
      await tx.execute(sql`delete from albums where id = ${id}`);
    }),
  );
}
