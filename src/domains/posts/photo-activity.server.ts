import type { SQL } from 'drizzle-orm';
import type { AddedPhotos } from '#domains/media/albums/photos-added.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { sharesActivity } from '#domains/settings/activity-types.server.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { maxCountedPhotos } from './activity-headline.rules.ts';

/**
 * Items of the feed that tell of photos in albums. Whoever puts photos there holds the album's row,
 * so two of them never meet here.
 */

/** What was told so recently is told anew, or of more photos, and not once more. */
const since = sql`${now()} - interval '1 hour'`;

/** Nobody has said or done anything about the post yet, its author included. */
const isUnanswered = sql`
  posts.body = ''
    and posts.edited_at is null
    and not exists (
      select from comments c where c.subject_type = 'post' and c.subject_id = posts.id
    )
    and not exists (
      select from reactions r where r.subject_type = 'post' and r.subject_id = posts.id
    )
    and not exists (
      select from posts shares
      where shares.shared_type = 'post' and shares.shared_id = posts.id
    )
    and not exists (select from saved_posts saved where saved.post_id = posts.id)`;

const ids = (photoIds: number[]): SQL =>
  sql`
    unnest(${sql.param(photoIds.slice(0, maxCountedPhotos))}::bigint[]) with ordinality sent (id, position)`;

/**
 * Of an album for oneself nothing is told, and nothing to whom its owner wants no such news told.
 */
const write = (tx: Tx, member: Member, { type, albumId, photoIds }: AddedPhotos) =>
  tx.execute(sql`
    with added as (
      insert into posts (
        author_id, type, subject_id, object_id, audience, published_at, album_id, attachment_count
      )
      select a.owner_id, ${type}, a.owner_id, a.owner_id, a.audience, ${now()}, a.id,
        ${Math.min(photoIds.length, maxCountedPhotos)}
      from albums a
      where a.id = ${albumId}
        and a.owner_id = ${member.id}
        and a.audience <> 'onlyme'
        and ${sharesActivity(sql`a.owner_id`, type)}
      returning id
    )
    insert into attachments (post_id, position, type, target_id)
    select added.id, sent.position - 1, 'photo', sent.id
    from added, ${ids(photoIds)}`);

/** Somebody who tries five photos in a row has one item in the end: that of the last. */
async function tellProfilePhoto(tx: Tx, member: Member, news: AddedPhotos): Promise<void> {
  await tx.execute(sql`
    delete from posts
    where album_id = ${news.albumId}
      and type = ${news.type}
      and published_at > ${since}
      and ${isUnanswered}`);
  await write(tx, member, news);
}

/** More photos of the same hour join the item that is there. */
async function tellAlbumPhotos(tx: Tx, member: Member, news: AddedPhotos): Promise<void> {
  const [told] = await tx.execute(sql`
    with told as (
      select posts.id, posts.attachment_count as hung
      from posts
      where album_id = ${news.albumId}
        and type = ${news.type}
        and published_at > ${since}
        and ${sharesActivity(sql`author_id`, news.type)}
      order by sort_key desc
      limit 1
      for update
    ),
      joined as (
        insert into attachments (post_id, position, type, target_id)
        select told.id, told.hung + sent.position - 1, 'photo', sent.id
        from told, ${ids(news.photoIds)}
        where told.hung + sent.position <= ${maxCountedPhotos}
        returning 1
      ),
      counted as (
        update posts
        set attachment_count = told.hung + (select count(*) from joined)
        from told
        where posts.id = told.id
      )
    select id
    from told`);
  if (!told) await write(tx, member, news);
}

export const shareAddedPhotos = (tx: Tx, member: Member, added: AddedPhotos): Promise<void> =>
  (added.type === 'profile_photo_update' ? tellProfilePhoto : tellAlbumPhotos)(tx, member, added);
