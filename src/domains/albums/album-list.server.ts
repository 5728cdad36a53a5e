import type { SQL } from 'drizzle-orm';
import { checkReadable } from '#domains/containers/container-kinds.server.ts';
import { albumAnswers, type AlbumAnswers } from '#domains/lightbox/album-answers.server.ts';
import type { OwnerType } from '#domains/lightbox/lightbox-route.rules.ts';
import type { SetOwner } from '#domains/lightbox/lightbox-sets.server.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import { pictureJson } from '#domains/media/picture-json.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import { composedForMembers } from '#domains/policy/audience.server.ts';
import { avatarFor } from '#domains/policy/profile-audience.server.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { AlbumType } from './albums.rules.ts';
import {
  albumRights,
  albumTexts,
  isPublicAlbum,
  mayAnswer,
  photoOrder,
  photosIn,
  visibleAlbum,
} from './visibility.server.ts';

/** An album as the viewer sees it: only visible photos are counted. */
export interface AlbumRow extends Omit<MemberCard, 'id'>, AlbumAnswers {
  id: number;
  /** The member or the container, whose name and picture `displayname` and `avatar` are. */
  ownerType: OwnerType;
  ownerId: number;
  type: AlbumType | null;
  title: string;
  description: string;
  audience: Audience | 'container';
  commentAudience: Audience;
  isListed: boolean;
  viewCount: number;
  createdAt: string;
  modifiedAt: string;
  canComment: boolean;
  isContributor: boolean;
  isManaged: boolean;
  isEditor: boolean;
  isAdded: boolean;
  /** Whether others added photos to an album that the viewer made. */
  holdsOthers: boolean;
  /** Visitors can see it, if they may read at all. */
  isPublic: boolean;
  photoCount: number;
  cover: PictureRow | null;
}

/** The albums that `picked` selects (with `nth`). */
const selectAlbums = composedForMembers((viewer, picked: SQL) => {
  const inside = photosIn(viewer, sql`a.id`);
  const texts = albumTexts(viewer, sql`a`);
  const isCover = sql`
    exists (
      select from album_photos chosen
      where chosen.media_id = attached.media_id
        and chosen.is_cover
    ) desc`;
  return sql`
    with a as materialized (${picked})
    select a.id, coalesce(a.container_type, 'member') as "ownerType",
      coalesce(a.container_id, a.owner_id) as "ownerId", a.type, ${texts.title} as title,
      ${texts.description} as description, a.audience,
      a.comment_audience as "commentAudience", a.is_listed as "isListed",
      a.view_count as "viewCount", a.created_at::text as "createdAt",
      a.modified_at::text as "modifiedAt", coalesce(c.title, owner.displayname) as displayname,
      case when c.id is null then owner.username else '' end as username,
      case when c.id is null then ${avatarFor(viewer, sql`owner`)} else c.avatar end as avatar,
      ${albumRights(viewer)}, ${isPublicAlbum(sql`a`)} as "isPublic",
      ${albumAnswers(viewer, sql`a.id`)},
      ${mayAnswer(viewer)} as "canComment",
      (select count(*)::int from (${inside}) attached) as "photoCount",
      (
        select ${pictureJson(sql`m`)}
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
    left join containers c on c.type = a.container_type and c.id = a.container_id
    order by a.nth`;
});

/** In one statement. */
const readAlbums = (viewer: Viewer, picked: SQL): Promise<AlbumRow[]> =>
  db.execute<AlbumRow & Record<string, unknown>>(selectAlbums(viewer, picked));

export interface AlbumQuery {
  /** Albums of this member or container; without it, of all members whose albums may be listed. */
  owner?: SetOwner | undefined;
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

/** A condition on the album `a`. */
const ownedBy = ({ type, id }: SetOwner): SQL =>
  type === 'member'
    ? sql`(a.owner_id = ${id} and a.container_id is null)`
    : sql`(a.container_type = ${type} and a.container_id = ${id})`;

const isVisibleAlbum = composedForMembers((viewer) => visibleAlbum(viewer));

/** Condition on the album `a`: visible, and not empty or theirs to add to. */
const isListedFor = composedForMembers(
  (viewer) => sql`
    (
      ${visibleAlbum(viewer)}
      and (
        exists (select from (select ${albumRights(viewer)}) rights where rights."isContributor")
        or exists (${photosIn(viewer, sql`a.id`)})
      )
    )`,
);

function matches(viewer: Viewer, search: string): SQL {
  const { title, description } = albumTexts(viewer, sql`a`);
  return sql`position(folded(${search}) in folded(${title} || ' ' || ${description})) > 0`;
}

/**
 * Albums that the viewer may see; empty ones only for those who may add to them. Not found if the
 * profile or the container is hidden.
 */
export async function listAlbums(
  viewer: Viewer,
  { owner, search = '', sort = 'recent', page, limit }: AlbumQuery,
): Promise<AlbumList> {
  const source = owner
    ? sql`albums`
    : sql`
      (
        select *
        from albums newest
        where newest.is_listed
        order by newest.created_at desc, newest.id desc
        limit ${maxSearchedAlbums}
      )`;
  const matchesSearch = search ? matches(viewer, search) : sql`true`;
  const condition = sql`
    ${isListedFor(viewer)}
    and ${owner ? ownedBy(owner) : sql`true`}
    and ${matchesSearch}`;
  // By creation day, not by id: imported albums have new ids.
  const recent = sql`a.created_at desc, a.id desc`;
  const order =
    sort === 'popular' ? sql`a.view_count desc, ${recent}` : sql`a.type is not null, ${recent}`;
  const [, [counted], albums] = await Promise.all([
    owner && checkReadable(viewer, owner),
    db.execute<{ total: number }>(sql`
      select count(*)::int as total from ${source} a where ${condition}`),
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
  return { total: counted!.total, albums };
}

/**
 * The same error for a missing and a hidden album.
 * @param owner as named in the URL, if any
 */
export async function readAlbum(viewer: Viewer, id: number, owner?: SetOwner): Promise<AlbumRow> {
  const isOwned = owner ? ownedBy(owner) : sql`true`;
  const [album] = await readAlbums(
    viewer,
    sql`
      select a.*, 1 as nth
      from albums a
      where a.id = ${id}
        and ${isOwned}
        and ${isVisibleAlbum(viewer)}`,
  );
  if (!album) throw notFound();
  return album;
}

/** Forbidden for those who may not change it. */
export async function readOwnAlbum(member: Member, id: number): Promise<AlbumRow> {
  const album = await readAlbum(member, id);
  if (!album.isManaged) throw forbidden();
  return album;
}

/** Counts a view by anybody but those who manage it. */
export async function countAlbumView(
  viewer: Viewer,
  { id, isManaged }: Pick<AlbumRow, 'id' | 'isManaged'>,
): Promise<void> {
  if (!isMember(viewer) || isManaged) return;
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
    where id = ${id}
      and exists (select from seen)`);
}
