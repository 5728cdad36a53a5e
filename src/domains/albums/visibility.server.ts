import type { SQL } from 'drizzle-orm';
import {
  attachedMedia,
  type AttachmentSource,
} from '#domains/lightbox/attachment-sources.server.ts';
import { audienceAllowsContent, visibleAuthor } from '#domains/policy/audience.server.ts';
import { audienceAllowsProfile } from '#domains/policy/profile-audience.server.ts';
import { isMember, type SqlViewer } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import type { SubjectSource } from '#server/subjects.ts';

/** Condition of every read of `albums`: the album's audience and the owner's profile audience. */
export const visibleAlbum = (viewer: SqlViewer, album: SQL = sql`a`): SQL =>
  sql`(${openAlbum(viewer, album)} and ${visibleAuthor(viewer, sql`${album}.owner_id`)})`;

/** `visibleAlbum` without blocks and inactive accounts, for queries that check these anyway. */
export function openAlbum(viewer: SqlViewer, album: SQL): SQL {
  const owner = sql`${album}.owner_id`;
  return sql`
    (
      ${audienceAllowsContent(viewer, { author: owner, audience: sql`${album}.audience`, publishedAt: sql`${album}.created_at` })}
      and ${audienceAllowsProfile(viewer, owner)}
    )`;
}

/** Whether a viewer of the album `a` may comment on it and its photos, and react. */
export function mayAnswer(viewer: SqlViewer): SQL {
  if (!isMember(viewer)) return sql`(a.comment_audience = 'everyone')`;
  return sql`
    (
      a.owner_id = ${viewer.id}
        or a.comment_audience = 'everyone'
        or (
          a.comment_audience = 'friends'
            and exists (
              select from friendships f
              where f.member_id = ${viewer.id} and f.friend_id = a.owner_id
            )
        )
    )`;
}

/** An album can be commented on as a whole, and so can each of its photos. */
export const albumSubject: SubjectSource = {
  rows: (viewer, id) => sql`
    select a.id, array[a.owner_id] as owner_ids, ${mayAnswer(viewer)} as can_comment,
      ${mayAnswer(viewer)} as can_react
    from albums a
    where a.id = ${id} and ${visibleAlbum(viewer)}`,
  moderated: {
    content: (id) => sql`
      select jsonb_build_object(
        'path', '/albums/' || reported.id, 'body', reported.title || E'\n' || reported.description,
        'isPublic', reported.audience = 'everyone', 'photoCount',
        (select count(*) from album_photos p where p.album_id = reported.id)
      )
      from albums reported
      where reported.id = ${id}`,
    remove: async (tx, id) =>
      void (await tx.execute(sql`delete from albums where id = ${id} and type is null`)),
  },
};

/** Photos in albums. Photos of the wall are attached to their posts. */
export const albumAttachments: AttachmentSource = {
  rows: (viewer) => sql`
    select 'album' as attachable_type, a.id as attachable_id, p.position, 'photo' as kind,
      0::bigint as attachment_id, p.media_id, null::smallint as video_type, null::text as video_url,
      p.title, p.caption as description, a.owner_id as author_id, array[a.owner_id] as owner_ids,
      ${mayAnswer(viewer)} as can_comment, a.audience = 'everyone' as can_share,
      p.created_at as published_at
    from album_photos p
    join albums a on a.id = p.album_id
    where ${visibleAlbum(viewer)}`,
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
  join (${attachedMedia(viewer, 'post')}) of_posts on of_posts.author_id = wall.owner_id
    and of_posts.kind = 'photo'
  where wall.id = ${album} and wall.type = 'wall' and ${visibleAlbum(viewer, sql`wall`)}`;

/** The order of `photosIn` with the alias `attached`: as arranged; for the wall, newest first. */
export const photoOrder: SQL = sql`
  case attached.attachable_type when 'album' then attached.position else 0 end,
  attached.published_at desc, attached.position, attached.media_id`;
