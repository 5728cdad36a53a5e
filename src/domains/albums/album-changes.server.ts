import type { PictureRow } from '#domains/media/media.views.server.ts';
import { addPhotos, type StoredPhoto } from '#domains/media/photos.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import {
  automaticTitles,
  mayAddTo,
  mayDeleteAlbum,
  mayEditAlbum,
  titleProblem,
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

interface LockedAlbum extends Record<string, unknown> {
  ownerId: number;
  type: AlbumType | null;
}

/** The album that the member may see, locked until the end of the transaction. */
export async function lockAlbum(tx: Tx, member: Member, id: number): Promise<LockedAlbum> {
  const [album] = await tx.execute<LockedAlbum>(
    sql`
      select a.owner_id as "ownerId", a.type
      from albums a
      where a.id = ${id} and ${visibleAlbum(member)}
      for update`,
  );
  if (!album) throw notFound();
  return album;
}

const isAutomatic = () => invalid('The site keeps this album by itself.', 'album_id');

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
): Promise<number> {
  const problem = titleProblem(title);
  if (problem) throw invalid(problem, 'title');
  const [album] = await tx.execute<{ id: number }>(sql`
    insert into albums (
      owner_id, title, description, audience, comment_audience, is_listed, created_at, modified_at
    )
    values (
      ${member.id}, ${title}, ${description}, ${audience}, ${commentAudience}, ${isListed},
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

/** Adds stored photos to an own album. */
export async function addToAlbum(
  tx: Tx,
  member: Member,
  albumId: number,
  photos: StoredPhoto[],
): Promise<PictureRow[]> {
  const album = await lockAlbum(tx, member, albumId);
  if (album.ownerId !== member.id) throw forbidden();
  if (!mayAddTo(member.id, album)) throw isAutomatic();
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
    do update set modified_at = excluded.modified_at
    returning id`);
  const added = await addPhotos(tx, member.id, photos);
  await attachPhotos(tx, album!.id, added);
  return { albumId: album!.id, kept: added };
}

export async function editAlbum(
  member: Member,
  id: number,
  { title, description, audience, commentAudience, isListed, coverId }: AlbumChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const album = await lockAlbum(tx, member, id);
    if (album.ownerId !== member.id) throw forbidden();
    if (!mayEditAlbum(member.id, album)) throw isAutomatic();
    const problem = title === undefined ? null : titleProblem(title);
    if (problem) throw invalid(problem, 'title');
    if (coverId !== undefined) {
      const [chosen] = await tx.execute(sql`
        with others as (
          update album_photos
          set is_cover = false
          where album_id = ${id} and is_cover and media_id <> ${coverId}
        )
        update album_photos
        set is_cover = true
        where album_id = ${id} and media_id = ${coverId}
        returning 1`);
      if (!chosen) throw notFound();
    }
    await tx.execute(sql`
      update albums
      set title = case when type is null then coalesce(${title ?? null}, title) else title end,
        description = coalesce(${description ?? null}, description),
        audience = coalesce(${audience ?? null}, audience),
        comment_audience = coalesce(${commentAudience ?? null}, comment_audience),
        is_listed = coalesce(${isListed ?? null}, is_listed), modified_at = ${now()}
      where id = ${id}`);
  });
}

/** Deletes the album with its photos; their files are no longer served. */
export async function deleteAlbum(member: Member, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const album = await lockAlbum(tx, member, id);
    if (album.ownerId !== member.id) throw forbidden();
    if (!mayDeleteAlbum(member.id, album)) throw isAutomatic();
    await tx.execute(sql`delete from albums where id = ${id}`);
  });
}
