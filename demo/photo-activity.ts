import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TransactionSql } from 'postgres';
import sharp from 'sharp';
import { automaticTitles, maxCountedPhotos } from '#domains/albums/albums.rules.ts';
import { sha256, type Photo } from './drawing/files.ts';
import type { SeedMember } from './people/members.ts';
import type { Random } from './random.ts';

type Transaction = TransactionSql<{ bigint: number }>;

interface Community {
  members: SeedMember[];
  mediaFolder: string;
  random: Random;
  now: number;
}

const hour = 3_600_000;
/** Size of the drawn face, large enough to view. */
const side = 720;

/** The face as the photo that it was cut from. */
async function photoOf({ avatar, displayname }: SeedMember, mediaFolder: string): Promise<Photo> {
  const face = await readFile(join(mediaFolder, 'public', avatar!));
  const bytes = await sharp(face).resize(side, side).webp({ quality: 82, effort: 1 }).toBuffer();
  const hash = sha256(bytes);
  const folder = join(mediaFolder, hash.slice(0, 2), hash);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'original.webp'), bytes);
  const tiny = await sharp(face).resize(16).blur(0.8).webp({ quality: 30, effort: 4 }).toBuffer();
  return {
    hash,
    width: side,
    height: side,
    widths: [],
    byteLength: bytes.length,
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
    alt: `A portrait of ${displayname}`,
  };
}

/** How many hours ago; the first two members have theirs on the first page. */
function hoursAgo(memberId: number, random: Random): number {
  if (memberId === 1) return 26;
  if (memberId === 2) return 70;
  return random.int(100, 6_000);
}

/** The first two and a few others have their photo also in the album for it. */
async function loadProfilePhotos(
  tx: Transaction,
  { members, mediaFolder, random, now }: Community,
): Promise<void> {
  for (const member of members.slice(0, 30)) {
    if (!member.avatar || member.portrait !== 'face' || (member.id > 2 && member.id % 6 !== 0))
      continue;
    const time = Math.max(member.joinedAt, now - hoursAgo(member.id, random) * hour);
    const at = new Date(time).toISOString();
    const { hash, width, height, byteLength, placeholder, alt } = await photoOf(
      member,
      mediaFolder,
    );
    await tx`
      with made as (
        insert into albums (owner_id, type, title, audience, created_at, modified_at)
        values (
          ${member.id}, 'profile', ${automaticTitles.profile}, 'everyone', ${at}::timestamptz,
          ${at}::timestamptz
        )
        returning id
      ),
        kept as (
          insert into media (
            owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
            placeholder, alt, state, state_changed_at, created_at
          )
          values (
            ${member.id}, 'photo', ${hash}, 'image/webp', ${byteLength}, ${width}, ${height}, '{}',
            ${placeholder}, ${alt}, 'attached', ${at}::timestamptz, ${at}::timestamptz
          )
          returning id
        )
      insert into album_photos (media_id, album_id, position, created_at)
      select kept.id, made.id, 1, ${at}::timestamptz
      from kept, made`;
  }
}

/** Creates profile photos and the feed posts about new albums; friends liked some of them. */
export async function loadPhotoActivity(tx: Transaction, community: Community): Promise<void> {
  await loadProfilePhotos(tx, community);
  await tx`
    with told as (
      insert into posts (
        author_id, type, subject_id, object_id, audience, published_at, album_id, attachment_count
      )
      select a.owner_id,
        case a.type when 'profile' then 'profile_photo_update' else 'album_photo_new' end,
        a.owner_id, a.owner_id, a.audience, a.created_at, a.id,
        (select least(count(*), ${maxCountedPhotos}) from album_photos p where p.album_id = a.id)
      from albums a
      where (a.type is null or a.type = 'profile') and a.audience <> 'onlyme'
      order by a.created_at, a.id
      returning id, album_id
    )
    insert into attachments (post_id, position, type, target_id)
    select told.id, p.position - 1, 'photo', p.media_id
    from told
    join album_photos p on p.album_id = told.album_id
    where p.position <= ${maxCountedPhotos}
    order by told.id, p.position`;
  await tx`
    insert into reactions (subject_type, subject_id, member_id, kind, created_at)
    select 'post', p.id, f.friend_id, 1 + (p.id + f.friend_id) % 3,
      p.published_at + (f.nth * 17 || ' minutes')::interval
    from posts p
    cross join lateral (
      select f.friend_id, row_number() over (order by f.friend_id) as nth
      from friendships f
      where f.member_id = p.author_id and f.since < p.published_at
      order by f.friend_id
      limit 2 + p.id % 6
    ) f
    where p.album_id is not null
    order by p.id, f.friend_id`;
}
