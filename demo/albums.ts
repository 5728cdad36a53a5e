import type { TransactionSql } from 'postgres';
import type { DemoAlbum } from '#domains/containers/container-demo.ts';
import type { PicturePool } from './drawing/pool.ts';
import type { SceneName } from './drawing/scenes.ts';
import type { SeedMember } from './people/members.ts';
import type { Random } from './random.ts';

interface Theme extends DemoAlbum {
  scenes: SceneName[];
}

const themes: Theme[] = [
  {
    title: 'Down by the water',
    description: 'Early mornings, mostly. Bring a warm jumper.',
    scenes: ['lake', 'sea', 'pond', 'harbour'],
    captions: ['Not a ripple', 'Before breakfast', ''],
  },
  {
    title: 'The garden this year',
    description: 'From the first seedlings to the last beans.',
    scenes: ['garden', 'allotment', 'flowerMeadow', 'sunflowers', 'pots'],
    captions: ['They came up after all', 'Look at the size of it', '', ''],
  },
  {
    title: 'Up in the hills',
    description: '',
    scenes: ['mountains', 'rollingHills', 'forest', 'snow', 'autumnTree', 'camp'],
    captions: ['Worth the climb', 'Lunch stop', '', ''],
  },
  {
    title: 'Home baking',
    description: 'What came out of the oven, good or not.',
    scenes: ['bread', 'cake', 'coffee', 'soup', 'fruitBowl'],
    captions: ['Rye, second try', 'Gone in ten minutes', ''],
  },
  {
    title: 'Small things',
    description: '',
    scenes: ['cat', 'books', 'window', 'vase', 'yarn', 'quilt'],
    captions: ['', 'She found the sun again', ''],
  },
  {
    title: 'Days out',
    description: 'Fairs, balloons and everything on wheels.',
    scenes: ['fair', 'balloons', 'bicycle', 'street', 'lanterns', 'skyline'],
    captions: ['All the way to the top', '', 'What a day'],
  },
];
const audiences = ['everyone', 'everyone', 'friends', 'everyone', 'onlyme'] as const;
const day = 86_400_000;

interface Community {
  members: SeedMember[];
  pictures: PicturePool;
  random: Random;
  now: number;
}

/**
 * Creates albums for the first two and every fourth member, and for everybody with photos in posts
 * the album that shows those.
 */
export async function loadAlbums(
  tx: TransactionSql<{ bigint: number }>,
  { members, pictures, random, now }: Community,
): Promise<void> {
  // An interrupted run has advanced the sequence.
  await tx`select setval(pg_get_serial_sequence('albums', 'id'), 1, false)`;
  for (const member of members) {
    if (member.id > 2 && member.id % 4 !== 0) continue;
    // Later members of a large community have none.
    if (member.id > 2_000) break;
    const own = random.fork(member.id);
    const chosen = own.shuffled(themes).slice(0, member.id <= 2 ? 4 : own.int(1, 2));
    for (const [index, theme] of chosen.entries()) {
      // A visitor of the demo finds one on the first pages.
      const begun = Math.max(
        member.joinedAt,
        now - (member.id <= 2 && index === 0 ? member.id : own.int(20, 500)) * day,
      );
      await loadAlbum(tx, member.id, theme, {
        pictures,
        own,
        time: begun,
        audience: audiences[index] ?? 'everyone',
      });
    }
  }
  await tx`
    insert into albums (owner_id, type, title, audience, created_at, modified_at)
    select p.author_id, 'wall', 'Wall Photos', 'everyone', min(p.published_at), max(p.published_at)
    from attachments at
    join posts p on p.id = at.post_id
    where at.type = 'photo'
    group by p.author_id
    order by p.author_id
    on conflict
    do nothing`;
}

interface Filling {
  pictures: PicturePool;
  own: Random;
  time: number;
  audience: (typeof audiences)[number] | 'container';
  /** The album belongs to it, not to its owner. */
  container?: { type: string; id: number; isSpeaking: boolean };
}

/** Creates an album with photos of the scenes, if there are any. */
export async function loadAlbum(
  tx: TransactionSql<{ bigint: number }>,
  ownerId: number,
  { title, description, scenes, captions }: DemoAlbum,
  { pictures, own, time, audience, container }: Filling,
): Promise<void> {
  const photos = own
    .shuffled(pictures.photos.filter(({ scene }) => scenes.includes(scene)))
    .slice(0, own.int(4, 14));
  if (!photos.length) return;
  const at = new Date(time).toISOString();
  const rows = photos.map(({ photo }, index) => ({
    ...photo,
    position: index + 1,
    caption: own.pick(captions),
  }));
  await tx`
    with made as (
      insert into albums (
        owner_id, title, description, audience, created_at, modified_at, container_type,
        container_id, is_by_container, is_listed
      )
      values (
        ${ownerId}, ${title}, ${description}, ${audience}, ${at}::timestamptz, ${at}::timestamptz,
        ${container?.type ?? null}, ${container?.id ?? null}, ${container?.isSpeaking ?? false},
        ${!container}
      )
      returning id
    ),
      sent as materialized (
        select nextval(pg_get_serial_sequence('media', 'id')) as id, s.*
        from (
          select *
          from json_to_recordset(${JSON.stringify(rows)}::text::json) as s (
            position int, caption text, hash text, "byteLength" bigint, width int, height int,
            widths json, placeholder text, alt text
          )
          order by position
        ) s
      ),
      kept as (
        insert into media (
          id, owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
          placeholder, alt, state, state_changed_at, created_at
        )
        select id, ${ownerId}, 'photo', hash, 'image/webp', "byteLength", width, height,
          array(select json_array_elements_text(widths)::int), placeholder, alt, 'attached',
          ${at}::timestamptz, ${at}::timestamptz
        from sent
      )
    insert into album_photos (media_id, album_id, position, caption, created_at)
    select sent.id, made.id, sent.position, sent.caption, ${at}::timestamptz
    from sent, made`;
}
