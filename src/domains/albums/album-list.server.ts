import type { SQL } from 'drizzle-orm';
import { albumAnswers, type AlbumAnswers } from '#domains/lightbox/album-answers.server.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import { avatarFor, visibleProfile } from '#domains/policy/profile-audience.server.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { AlbumType } from './albums.rules.ts';
import { mayAnswer, photoOrder, photosIn, visibleAlbum } from './visibility.server.ts';

/** An album as the viewer sees it: only visible photos are counted. */
export interface AlbumRow extends Omit<MemberCard, 'id'>, AlbumAnswers {
  id: number;
  ownerId: number;
  type: AlbumType | null;
  title: string;
  description: string;
  audience: Audience;
  commentAudience: Audience;
  isListed: boolean;
  viewCount: number;
  createdAt: string;
  modifiedAt: string;
  canComment: boolean;
  photoCount: number;
  cover: PictureRow | null;
}

/** Reads the albums that `picked` selects (as `a`, with `nth`) in one statement. */
function readAlbums(viewer: Viewer, picked: SQL): Promise<AlbumRow[]> {
  const inside = photosIn(viewer, sql`a.id`);
  const isCover = sql`
    exists (
      select from album_photos chosen where chosen.media_id = attached.media_id and chosen.is_cover
    ) desc`;
  return db.execute<AlbumRow & Record<string, unknown>>(sql`
    with a as materialized (${picked})
    select a.id, a.owner_id as "ownerId", a.type, a.title, a.description, a.audience,
      a.comment_audience as "commentAudience", a.is_listed as "isListed",
      a.view_count as "viewCount", a.created_at::text as "createdAt",
      a.modified_at::text as "modifiedAt", owner.displayname, owner.username,
      ${avatarFor(viewer, sql`owner`)} as avatar, ${albumAnswers(viewer, sql`a.id`)},
      ${mayAnswer(viewer)} as "canComment",
      (select count(*)::int from (${inside}) attached) as "photoCount",
      (
        select json_build_object(
          'id', m.id, 'width', m.width, 'height', m.height, 'widths', m.variant_widths,
          'placeholder', m.placeholder, 'alt', m.alt
        )
        from (
          select attached.media_id
          from (${inside}) attached
          order by ${isCover}, ${photoOrder}
          limit 1
        ) shown
        join media m on m.id = shown.media_id
      ) as cover
    from a
    join members owner on owner.id = a.owner_id
    order by a.nth`);
}

export interface AlbumQuery {
  /** Albums of this member; without it, of all members whose albums may be listed. */
  ownerId?: number | undefined;
  search?: string;
  sort?: 'recent' | 'popular';
  page: number;
  limit: number;
}

export interface AlbumList {
  total: number;
  albums: AlbumRow[];
}

/** Upper bound of newest albums to permission-check in the list of all members. */
const maxSearchedAlbums = 1_000;

/**
 * Albums that the viewer may see; empty ones only for their owner. Not found if the profile is
 * hidden.
 */
export async function listAlbums(
  viewer: Viewer,
  { ownerId, search = '', sort = 'recent', page, limit }: AlbumQuery,
): Promise<AlbumList> {
  const source =
    ownerId === undefined
      ? sql`
        (
          select *
          from albums newest
          where newest.is_listed
          order by newest.created_at desc, newest.id desc
          limit ${maxSearchedAlbums}
        )`
      : sql`albums`;
  const own = isMember(viewer) ? sql`a.owner_id = ${viewer.id}` : sql`false`;
  const condition = sql`
    ${visibleAlbum(viewer)}
    and ${ownerId === undefined ? sql`true` : sql`a.owner_id = ${ownerId}`}
    and
      ${search ? sql`position(folded(${search}) in folded(a.title || ' ' || a.description)) > 0` : sql`true`}
    and (${own} or exists (${photosIn(viewer, sql`a.id`)}))`;
  // By creation day, not by id: imported albums have new ids.
  const recent = sql`a.created_at desc, a.id desc`;
  const order =
    sort === 'popular' ? sql`a.view_count desc, ${recent}` : sql`a.type is not null, ${recent}`;
  const [[counted], albums] = await Promise.all([
    db.execute<{ mayRead: boolean; total: number }>(sql`
      select ${ownerId === undefined ? sql`true` : visibleProfile(viewer, sql`${ownerId}::bigint`)}
        as "mayRead",
        (select count(*)::int from ${source} a where ${condition}) as total`),
    readAlbums(
      viewer,
      sql`
        select a.*, row_number() over (order by ${order}) as nth
        from ${source} a
        where ${condition}
        order by ${order}
        limit ${limit}
        offset ${(page - 1) * limit}`,
    ),
  ]);
  if (!counted!.mayRead) throw notFound();
  return { total: counted!.total, albums };
}

/**
 * The same error for a missing and a hidden album.
 * @param ownerId the owner named in the URL, if any
 */
export async function readAlbum(viewer: Viewer, id: number, ownerId?: number): Promise<AlbumRow> {
  const owner = ownerId === undefined ? sql`true` : sql`a.owner_id = ${ownerId}`;
  const [album] = await readAlbums(
    viewer,
    sql`
      select a.*, 1 as nth from albums a where a.id = ${id} and ${owner} and ${visibleAlbum(viewer)}`,
  );
  if (!album) throw notFound();
  return album;
}

export async function readOwnAlbum(member: Member, id: number): Promise<AlbumRow> {
  const album = await readAlbum(member, id);
  if (album.ownerId !== member.id) throw forbidden();
  return album;
}

/** Counts a view by anybody but the owner. */
export async function countAlbumView(
  viewer: Viewer,
  { id, ownerId }: Pick<AlbumRow, 'id' | 'ownerId'>,
): Promise<void> {
  if (!isMember(viewer) || viewer.id === ownerId) return;
  await db.execute(sql`
    with seen as (
      insert into album_views (album_id, member_id, day)
      values (${id}, ${viewer.id}, (${now()} at time zone 'utc')::date)
      on conflict (album_id, member_id)
      do update set day = excluded.day
      where album_views.day < excluded.day
      returning 1
    )
    update albums
    set view_count = view_count + 1
    where id = ${id} and exists (select from seen)`);
}
