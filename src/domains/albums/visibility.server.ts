import type { SQL } from 'drizzle-orm';
import {
  commentableFor,
  isInContainer,
  isPublicContainer,
  readableContainerPost,
  readableFrom,
  staffIds,
} from '#domains/containers/container-access.server.ts';
import {
  albumsShown,
  editableBy,
  photosAddableBy,
} from '#domains/containers/container-kinds.server.ts';
import { isOpenFor } from '#domains/containers/container-parents.server.ts';
import { sortKeyAt } from '#domains/containers/sort-key-now.server.ts';
import { attachedMedia, isByMember } from '#domains/lightbox/attached-media.server.ts';
import type { AttachmentSource, MediaHomes } from '#domains/lightbox/attachment-sources.server.ts';
import {
  audienceAllowsContent,
  composedForMembers,
  visibleAuthor,
} from '#domains/policy/audience.server.ts';
import { audienceAllowsProfile } from '#domains/policy/profile-audience.server.ts';
import { isMember, type SqlMember, type SqlViewer } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import type { SubjectSource } from '#server/subjects.ts';

const c = sql`c`;

/** A condition on the container `c` of the album, or on the album itself if a member owns it. */
const byContainer = (album: SQL, inContainer: SQL, ofMember: SQL): SQL => sql`
  case
    when ${album}.container_id is null then ${ofMember}
    else coalesce(
      (
        select ${inContainer}
        from containers c
        where c.type = ${album}.container_type and c.id = ${album}.container_id
      ),
      false
    )
  end`;

/**
 * Condition of every read of `albums`: the album's audience and the owner's profile audience. In a
 * container, whoever reads its posts, unless it hides its albums; an album from before the container was opened to more people
 * stays the members', with its comments and whatever is added to it.
 */
export const visibleAlbum = (viewer: SqlViewer, album: SQL = sql`a`): SQL => sql`
  (
    ${audienceAllowsAlbum(viewer, album)}
    and (
      ${album}.container_id is not null or ${visibleAuthor(viewer, sql`${album}.owner_id`)}
    )
  )`;

/** `visibleAlbum` for albums that a member owns: each part of a statement costs, used or not. */
export const visibleMemberAlbum = (viewer: SqlViewer, album: SQL): SQL => sql`
  (
    ${album}.container_id is null
    and ${audienceAllowsMemberAlbum(viewer, album)}
    and ${visibleAuthor(viewer, sql`${album}.owner_id`)}
  )`;

/** `visibleAlbum` without blocks and inactive accounts, for queries that check these anyway. */
const audienceAllowsAlbum = (viewer: SqlViewer, album: SQL): SQL =>
  byContainer(
    album,
    sql`
      (
        ${readableContainerPost(viewer, c, sortKeyAt(sql`${album}.created_at`))}
        and ${albumsShown(viewer, c)}
      )`,
    audienceAllowsMemberAlbum(viewer, album),
  );

function audienceAllowsMemberAlbum(viewer: SqlViewer, album: SQL): SQL {
  const author = sql`${album}.owner_id`;
  const content = {
    author,
    audience: sql`${album}.audience`,
    publishedAt: sql`${album}.created_at`,
  };
  return sql`
    (
      ${audienceAllowsContent(viewer, content)}
      and ${audienceAllowsProfile(viewer, author)}
    )`;
}

/**
 * Whether the viewer may read what the maker of an album called it. In a container an album holds
 * photos of many, so a block with its maker, or the end of their account, hides these words and not
 * the photos of others.
 */
const isNamedFor = (viewer: SqlViewer, album: SQL): SQL => sql`
  (
    ${album}.container_id is null
    or ${album}.is_by_container
    or ${album}.type is not null
    or ${visibleAuthor(viewer, sql`${album}.owner_id`)}
  )`;

/** The title of an album, as others than its editors read it. */
export const albumTitle = (viewer: SqlViewer, album: SQL): SQL =>
  sql`case when ${isNamedFor(viewer, album)} then ${album}.title else 'Album' end`;

/** Title and description of an album; staff who may change them read them. */
export function albumTexts(viewer: SqlViewer, album: SQL): { title: SQL; description: SQL } {
  const isEditor = isMember(viewer) ? editableBy(viewer, c) : sql`false`;
  const isShown = sql`(${isNamedFor(viewer, album)} or ${byContainer(album, isEditor, sql`true`)})`;
  return {
    title: sql`case when ${isShown} then ${album}.title else 'Album' end`,
    description: sql`case when ${isShown} then ${album}.description else '' end`,
  };
}

/**
 * Whether the album lies in that container, and is for those who read what is as new as that sort
 * key: an older one stays the members', whatever is added to it.
 * @param container names `type` and `id`
 */
export const isAlbumSince = (albumId: SQL, container: SQL, sortKey: SQL): SQL => sql`
  exists (
    select from albums album
    where album.id = ${albumId}
      and album.container_type = ${container}.type
      and album.container_id = ${container}.id
      and ${sortKeyAt(sql`album.created_at`)} >= ${sortKey}
  )`;

/** Whether a viewer of the album `a` may comment on it and its photos, and react. */
export function mayAnswer(viewer: SqlViewer): SQL {
  if (!isMember(viewer)) return sql`(a.container_id is null and a.comment_audience = 'everyone')`;
  return byContainer(sql`a`, commentableFor(viewer, c), mayAnswerMember(viewer));
}

/** `mayAnswer` for albums that a member owns. */
const mayAnswerMember = ({ id }: SqlMember): SQL => sql`
  (
    a.owner_id = ${id}
    or a.comment_audience = 'everyone'
    or (
      a.comment_audience = 'friends'
      and exists (
        select from friendships f
        where f.member_id = ${id} and f.friend_id = a.owner_id
      )
    )
  )`;

/**
 * Columns of the rights in the album `a`: "isContributor", who adds photos, "isManaged", who changes
 * it, "isEditor", who changes all photos in it, and "isAdded", who changes those that they added;
 * "holdsOthers" says whether others added photos to it. In a container its staff change all albums and
 * photos, who made an album changes that album, and who added a photo that photo.
 */
export function albumRights(viewer: SqlViewer): SQL {
  if (!isMember(viewer))
    return sql`
      false as "isContributor", false as "isManaged", false as "isEditor", false as "isAdded",
      false as "holdsOthers"`;
  const isOwner = sql`(a.owner_id = ${viewer.id})`;
  const adds = photosAddableBy(viewer, c);
  const edits = editableBy(viewer, c);
  const manages = sql`(${edits} or (${isOwner} and ${adds}))`;
  return sql`
    ${byContainer(sql`a`, adds, isOwner)} as "isContributor",
    ${byContainer(sql`a`, manages, isOwner)} as "isManaged",
    ${byContainer(sql`a`, edits, isOwner)} as "isEditor",
    ${byContainer(sql`a`, sql`(${isOpenFor(viewer, c)} and ${isInContainer(viewer, c)})`, isOwner)} as "isAdded",
    (${isOwner} and ${holdsOthers(viewer, sql`a.id`)}) as "holdsOthers"`;
}

/** Whether others than that member added photos to the album. */
export const holdsOthers = (member: SqlMember, albumId: SQL): SQL => sql`
  exists (
    select from album_photos p
    join media m on m.id = p.media_id
    where p.album_id = ${albumId} and m.owner_id <> ${member.id}
  )`;

/** Whether visitors could see it, if they may read at all. */
export const isPublicAlbum = (album: SQL): SQL =>
  byContainer(
    album,
    isPublicContainer(c, sortKeyAt(sql`${album}.created_at`)),
    sql`${album}.audience = 'everyone'`,
  );

const ownerIds = sql`
  case
    when a.container_id is null then array[a.owner_id]
    when a.is_by_container then ${staffIds(sql`a.container_type`, sql`a.container_id`, sql`a.owner_id`)}
    else array[a.owner_id] || ${staffIds(sql`a.container_type`, sql`a.container_id`)}
  end`;

/** `visibleAlbum` of the album `a`: one of a member, as it stays, by the rules of these alone. */
const visibleAlbumAs = (viewer: SqlViewer, form: string | undefined): SQL =>
  form === 'ofMember' ? visibleMemberAlbum(viewer, sql`a`) : visibleAlbum(viewer);

const rowsAs = (viewer: SqlViewer, id: number | SQL, form: string | undefined): SQL => {
  const isOfMember = form === 'ofMember' && isMember(viewer);
  const canAnswer = isOfMember ? mayAnswerMember(viewer) : mayAnswer(viewer);
  return sql`
    select album.id, album.owner_ids, album.is_open as can_comment, album.is_open as can_react
    from (
      select a.id, ${form === 'ofMember' ? sql`array[a.owner_id]` : ownerIds} as owner_ids,
        ${canAnswer} as is_open
      from albums a
      where a.id = ${id}
        and ${visibleAlbumAs(viewer, form)}
    ) album`;
};

const allRows = composedForMembers((viewer, id: SQL) => rowsAs(viewer, id, undefined));

/** An album can be commented on as a whole, and so can each of its photos. */
export const albumSubject: SubjectSource = {
  rows: (viewer, id, item) => (item ? rowsAs(viewer, id, item.form) : allRows(viewer, id)),
  inContainer: { ofMember: false },
  seen: (viewer, id, item) => sql`
    select from albums a where a.id = ${id} and ${visibleAlbumAs(viewer, item?.form)}`,
  located: (id) => sql`
    select 0 as depth, 'album' as type, located.id,
      case when located.container_id is null then 'ofMember' end as form
    from albums located
    where located.id = ${id}`,
  moderated: {
    content: (id) => sql`
      select jsonb_build_object(
        'path', '/albums/' || reported.id, 'body', reported.title || E'\n' || reported.description,
        'isPublic', ${isPublicAlbum(sql`reported`)},
        'photoCount', (select count(*) from album_photos p where p.album_id = reported.id)
      )
      from albums reported
      where reported.id = ${id}`,
    remove: async (tx, id) =>
      void (await tx.execute(sql`delete from albums where id = ${id} and type is null`)),
  },
};

/** Photos in albums of members, without those of their posts. */
export const photosOfMembers = (viewer: SqlViewer): SQL => sql`
  select 'album' as attachable_type, a.id as attachable_id, p.position, 'photo' as kind,
    0::bigint as attachment_id, p.media_id, null::smallint as video_type, null::text as video_url,
    p.title, p.caption as description, a.owner_id as author_id, a.owner_id as writer_id,
    array[a.owner_id] as owner_ids,
    ${mayAnswer(viewer)} as can_comment, a.audience = 'everyone' as can_share,
    p.created_at as published_at, 'member' as container_type, a.owner_id as container_id
  from album_photos p
  join albums a on a.id = p.album_id
  where ${visibleMemberAlbum(viewer, sql`a`)}`;

/** Photos of containers, whose albums `isReadable` names (`visibleAlbum`). */
const photosOfContainers = (viewer: SqlViewer, isReadable: SQL): SQL => sql`
  select 'album' as attachable_type, a.id as attachable_id, p.position, 'photo' as kind,
    0::bigint as attachment_id, p.media_id, null::smallint as video_type, null::text as video_url,
    p.title, p.caption as description,
    case when not a.is_by_container then added.owner_id end as author_id,
    added.owner_id as writer_id,
    case
      when a.is_by_container
        then ${staffIds(sql`a.container_type`, sql`a.container_id`, sql`added.owner_id`)}
      else array[added.owner_id] || ${staffIds(sql`a.container_type`, sql`a.container_id`)}
    end as owner_ids,
    ${isMember(viewer) ? commentableFor(viewer, c) : sql`false`} as can_comment,
    ${isPublicContainer(c, sortKeyAt(sql`a.created_at`))} as can_share,
    p.created_at as published_at, p.container_type, p.container_id
  from album_photos p
  join albums a on a.id = p.album_id
  join media added on added.id = p.media_id
  join containers c on c.type = p.container_type and c.id = p.container_id
  where ${isReadable}
    and ${albumsShown(viewer, c)}
    and (a.is_by_container or ${visibleAuthor(viewer, sql`added.owner_id`)})`;

const isReadableAlbum = (viewer: SqlViewer): SQL =>
  readableContainerPost(viewer, c, sortKeyAt(sql`a.created_at`));

/** Selects `owner_ids` and `can_comment` of a photo in that album. */
const photoInAlbum: MediaHomes['rows'] = (viewer, mediaId, { id, form }) => {
  const isIt = sql`p.media_id = ${mediaId} and p.album_id = ${id}`;
  if (form !== 'ofMember')
    return sql`
      select inside.owner_ids, inside.can_comment
      from (${photosOfContainers(viewer, sql`${isIt} and ${isReadableAlbum(viewer)}`)}) inside`;
  return sql`
    select array[a.owner_id] as owner_ids,
      ${isMember(viewer) ? mayAnswerMember(viewer) : mayAnswer(viewer)} as can_comment
    from album_photos p
    join albums a on a.id = p.album_id
    where ${isIt}
      and ${visibleMemberAlbum(viewer, sql`a`)}`;
};

/** Photos in albums. Photos of the wall are attached to their posts. */
export const albumAttachments: AttachmentSource = {
  rows: (viewer, form) =>
    form === 'ofMember'
      ? photosOfMembers(viewer)
      : sql`${photosOfMembers(viewer)} union all ${photosOfContainers(viewer, isReadableAlbum(viewer))}`,
  homes: {
    of: (mediaId) => sql`
      select photo.album_id as id from album_photos photo where photo.media_id = ${mediaId}`,
    rows: photoInAlbum,
  },
  tables: ['album_photos'],
  author: (id) => sql`
    select c.type, c.id, c.title as displayname, c.avatar
    from albums a
    join containers c on c.type = a.container_type and c.id = a.container_id
    where a.id = ${id} and a.is_by_container`,
  inContainer: (viewer, { type, id }) => ({
    rows: photosOfContainers(
      viewer,
      sql`
        p.container_type = ${type}
          and p.container_id = ${id}
          and ${sortKeyAt(sql`a.created_at`)} >= ${readableFrom(viewer, type, id)}`,
    ),
    order: sql`attached.published_at desc, attached.media_id desc`,
  }),
  photosOf: (viewer, id) => ({ rows: photosIn(viewer, id), order: photoOrder }),
};

/**
 * The photos of an album, as rows of `attachedMedia`: its own, or for the wall those of the owner's
 * posts. `album` is an id or a column.
 */
export const photosIn = (viewer: SqlViewer, album: SQL): SQL => sql`
  select inside.*
  from (${attachedMedia(viewer, 'album')}) inside
  where inside.attachable_id = ${album}
  union all
  select of_posts.*
  from albums wall
  join (${attachedMedia(viewer, 'post')}) of_posts on ${isByMember(sql`of_posts`, sql`wall.owner_id`)}
    and of_posts.kind = 'photo'
  where wall.id = ${album}
    and wall.type = 'wall'
    and ${visibleAlbum(viewer, sql`wall`)}`;

/** The order of `photosIn` with the alias `attached`: as arranged; for the wall, newest first. */
export const photoOrder: SQL = sql`
  case attached.attachable_type when 'album' then attached.position else 0 end,
  attached.published_at desc, attached.position, attached.media_id`;
