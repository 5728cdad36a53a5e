import type {
  ContainerDemo,
  DemoPost,
  LoadedDemoContainer,
} from '#domains/containers/container-demo.ts';
import { writeFilm } from './container-films.ts';
import type { People } from './container-people.ts';
import type { PicturePool } from './drawing/pool.ts';
import type { SeedMember } from './people/members.ts';
import type { Random } from './random.ts';

interface Choice {
  members: SeedMember[];
  pictures: PicturePool;
  random: Random;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Posts from the beginning to the last days, each with comments and reactions of members. */
export async function loadContainerPosts(
  { tx, id, container, createdAt, now }: LoadedDemoContainer,
  { type, speaksForItself }: ContainerDemo,
  { owner, admins, others }: People,
  { members, pictures, random }: Choice,
): Promise<void> {
  const { posts, settings } = container;
  const end = now.getTime() - (settings?.state === 'archived' ? 20 * day : 0);
  const span = end - createdAt.getTime();
  const timeOf = (index: number) => {
    if (index === posts.length - 1) return end - random.int(2, 90) * hour;
    return createdAt.getTime() + (span * (index + random.between(0.2, 0.8))) / (posts.length + 0.5);
  };
  for (const [index, post] of posts.entries()) {
    const time = new Date(Math.max(createdAt.getTime() + 2 * minute, timeOf(index)));
    const isThere = (memberId: number) => members[memberId - 1]!.joinedAt < time.getTime();
    const readers = others.filter(isThere);
    const isByMember = post.isByMember && readers.length > 0;
    const author = random.pick(isByMember ? readers : [owner, ...admins.filter(isThere)]);
    const isOwn = !speaksForItself || isByMember;
    const photos = choosePhotos(post, pictures, random);
    const film = pictures.films.find(({ scene }) => scene === post.film?.scene)?.film;
    const [written] = await tx<Array<{ id: number }>>`
      insert into posts (
        author_id, type, subject_type, subject_id, object_type, object_id, body, audience,
        published_at, attachment_count, pinned_at
      )
      values (
        ${author}, ${typeOf(photos.length, film !== undefined)},
        ${isOwn ? 'member' : type}, ${isOwn ? author : id}, ${type}, ${id}, ${post.text},
        'container', ${time.toISOString()}, ${photos.length + (film ? 1 : 0)},
        ${post.isPinned ? time.toISOString() : null}
      )
      returning id`;
    // A trigger would create it as of today.
    if (isOwn && photos.length)
      await tx`
        insert into albums (owner_id, type, title, audience, created_at, modified_at)
        values (
          ${author}, 'wall', 'Wall Photos', 'everyone', ${time.toISOString()},
          ${time.toISOString()}
        )
        on conflict
        do nothing`;
    await writePhotos(tx, { postId: written!.id, author, time, photos });
    if (film && post.film)
      await writeFilm(tx, film, { postId: written!.id, author, time, title: post.film.title });
    const people = random.shuffled(readers.filter((one) => one !== author));
    await writeAnswers(tx, { postId: written!.id, time, end, post, people });
  }
  // Whoever writes there had joined before.
  await tx`
    update memberships ms
    set joined_at = first.published_at - interval '1 minute'
    from (
      select author_id, min(published_at) as published_at
      from posts
      where object_type = ${type} and object_id = ${id}
      group by author_id
    ) first
    where ms.type = ${type}
      and ms.id = ${id}
      and ms.member_id = first.author_id
      and ms.joined_at > first.published_at - interval '1 minute'`;
}

function typeOf(photoCount: number, hasFilm: boolean): string {
  if (hasFilm) return 'post_self_video';
  return photoCount ? 'post_self_photo' : 'status';
}

type Photo = PicturePool['photos'][number]['photo'];

function choosePhotos({ scenes = [] }: DemoPost, pictures: PicturePool, random: Random): Photo[] {
  return scenes.flatMap((scene) => {
    const fitting = pictures.photos.filter((one) => one.scene === scene);
    return fitting.length ? [random.pick(fitting).photo] : [];
  });
}

interface PostPhotos {
  postId: number;
  author: number;
  time: Date;
  photos: Photo[];
}

async function writePhotos(
  tx: LoadedDemoContainer['tx'],
  { postId, author, time, photos }: PostPhotos,
): Promise<void> {
  const rows = photos.map((photo, position) => ({ ...photo, position }));
  await tx`
    with sent as materialized (
      select nextval(pg_get_serial_sequence('media', 'id')) as id, s.*
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as s (
        position int, hash text, "byteLength" bigint, width int, height int, widths json,
        placeholder text, alt text
      )
    ),
      stored as (
        insert into media (
          id, owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
          placeholder, alt, state, state_changed_at, created_at
        )
        select id, ${author}, 'photo', hash, 'image/webp', "byteLength", width, height,
          array(select json_array_elements_text(widths)::int), placeholder, alt, 'attached',
          ${time.toISOString()}::timestamptz, ${time.toISOString()}::timestamptz
        from sent
      )
    insert into attachments (post_id, position, type, media_id)
    select ${postId}, position, 'photo', id
    from sent
    order by position`;
}

interface Answers {
  postId: number;
  time: Date;
  end: number;
  post: DemoPost;
  /** Ids of members, in random order. */
  people: number[];
}

async function writeAnswers(
  tx: LoadedDemoContainer['tx'],
  { postId, time, end, post, people }: Answers,
): Promise<void> {
  if (!people.length) return;
  const at = (index: number) => new Date(Math.min(end, time.getTime() + (index + 1) * 37 * minute));
  const comments = (post.comments ?? []).map((body, index) => ({
    author: people[index % people.length],
    body,
    at: at(index),
  }));
  const reactions = people
    .slice(0, 3 + Math.round(people.length * 0.4))
    .map((member, index) => ({ member, kind: index % 4 === 3 ? 2 : 1, at: at(index / 3) }));
  await tx`
    insert into comments (subject_type, subject_id, author_id, body, created_at)
    select 'post', ${postId}, author, body, at
    from json_to_recordset(${JSON.stringify(comments)}::text::json) as c (
      author bigint, body text, at timestamptz
    )
    order by at`;
  await tx`
    insert into reactions (subject_type, subject_id, member_id, kind, created_at)
    select 'post', ${postId}, member, kind, at
    from json_to_recordset(${JSON.stringify(reactions)}::text::json) as r (
      member bigint, kind smallint, at timestamptz
    )
    order by member`;
}
