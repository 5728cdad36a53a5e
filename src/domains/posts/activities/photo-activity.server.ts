import type { SQL } from 'drizzle-orm';
import { sharesActivity } from '#domains/activities/activity.server.ts';
import { maxCountedPhotos } from '#domains/albums/albums.rules.ts';
import type { AddedPhotos } from '#domains/albums/photos-added.server.ts';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { checkPostInterval } from '#domains/posts/writing/post-interval.server.ts';
import { resolveTarget } from '#domains/posts/writing/post-target.server.ts';
import type { WallType } from '#lib/container-types.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

// Activity posts of photos added to albums. Adding photos locks the album's row, so these functions
// never run at the same time for one album.

/** A younger activity post is replaced or extended instead of followed by another one. */
const since = sql`${now()} - interval '1 hour'`;

/** Nobody has commented, reacted, shared or saved, and its author has not edited it. */
const isUnanswered = sql`
  posts.body = ''
    and posts.edited_at is null
    and not exists (
      select from comments c
      where c.subject_type = 'post'
        and c.subject_id = posts.id
    )
    and not exists (
      select from reactions r
      where r.subject_type = 'post'
        and r.subject_id = posts.id
    )
    and not exists (
      select from posts shares
      where shares.shared_type = 'post'
        and shares.shared_id = posts.id
    )
    and not exists (select from saved_posts saved where saved.post_id = posts.id)`;

const ids = (photoIds: number[]): SQL =>
  sql`
    unnest(${sql.param(photoIds.slice(0, maxCountedPhotos))}::bigint[]) with ordinality sent (id, position)`;

/** Writes nothing for a private album or if the owner does not share this activity type. */
const insertActivity = (tx: Tx, member: Member, { type, albumId, photoIds }: AddedPhotos) =>
  tx.execute(sql`
    with inserted_post as (
      insert into posts (
        author_id, type, subject_type, subject_id, object_type, object_id, audience, published_at,
        album_id, attachment_count
      )
      select ${member.id}, ${type},
        case when a.is_by_container then a.container_type else 'member' end,
        case when a.is_by_container then a.container_id else ${member.id} end,
        coalesce(a.container_type, 'member'), coalesce(a.container_id, a.owner_id), a.audience,
        ${now()}, a.id, ${Math.min(photoIds.length, maxCountedPhotos)}
      from albums a
      where a.id = ${albumId}
        and (a.container_id is not null or a.owner_id = ${member.id})
        and a.audience <> 'onlyme'
        and (a.is_by_container or ${sharesActivity(sql`${member.id}::bigint`, type)})
      returning id
    )
    insert into attachments (post_id, position, type, target_id)
    select inserted_post.id, sent.position - 1, 'photo', sent.id
    from inserted_post, ${ids(photoIds)}`);

/** Replaces a recent post, so that trying five photos leaves one post. */
async function postProfilePhoto(tx: Tx, member: Member, added: AddedPhotos): Promise<void> {
  await tx.execute(sql`
    delete from posts
    where album_id = ${added.albumId}
      and type = ${added.type}
      and published_at > ${since}
      and ${isUnanswered}`);
  await insertActivity(tx, member, added);
}

/** Slow mode, under the lock of the container, which adding photos holds. */
async function checkAlbumInterval(tx: Tx, member: Member, albumId: number): Promise<void> {
  const [album] = await tx.execute<{ type: WallType; id: number }>(sql`
    select a.container_type as type, a.container_id::float8 as id
    from albums a
    where a.id = ${albumId}
      and a.container_id is not null
      and (a.is_by_container or ${sharesActivity(sql`${member.id}::bigint`, 'album_photo_new')})`);
  // Its staff adds photos where nobody posts yet, and waits for none.
  if (!album || !findContainerKind(album.type)?.postInterval) return;
  const target = await resolveTarget(tx, member, album, 'everyone');
  await checkPostInterval(tx, member, target, 'photo');
}

/** Adds the photos to the post of the same hour, if there is one. */
async function postAlbumPhotos(tx: Tx, member: Member, added: AddedPhotos): Promise<void> {
  const [merged] = await tx.execute(sql`
    with recent_post as (
      select posts.id, posts.attachment_count
      from posts
      where album_id = ${added.albumId}
        and author_id = ${member.id}
        and type = ${added.type}
        and published_at > ${since}
        and (subject_type <> 'member' or ${sharesActivity(sql`author_id`, added.type)})
      order by sort_key desc
      limit 1
      for update
    ),
      inserted_attachments as (
        insert into attachments (post_id, position, type, target_id)
        select recent_post.id, recent_post.attachment_count + sent.position - 1, 'photo', sent.id
        from recent_post, ${ids(added.photoIds)}
        where recent_post.attachment_count + sent.position <= ${maxCountedPhotos}
        returning 1
      ),
      counted as (
        update posts
        set attachment_count =
          recent_post.attachment_count + (select count(*) from inserted_attachments)
        from recent_post
        where posts.id = recent_post.id
      )
    select id
    from recent_post`);
  if (merged) return;
  await checkAlbumInterval(tx, member, added.albumId);
  await insertActivity(tx, member, added);
}

export const shareAddedPhotos = (tx: Tx, member: Member, added: AddedPhotos): Promise<void> =>
  (added.type === 'profile_photo_update' ? postProfilePhoto : postAlbumPhotos)(tx, member, added);
