import type { TransactionSql } from 'postgres';
import type { PicturePool } from './drawing/pool.ts';
import type { SceneName } from './drawing/scenes.ts';
import type { Friends } from './people/friends.ts';
import type { SeedMember } from './people/members.ts';
import { photoAlbum, type ShownPhoto } from './posts/pictures.ts';
import type { Random } from './random.ts';
import { seasonOf } from './words/grammar.ts';

type Transaction = TransactionSql<{ bigint: number }>;

const hour = 3_600_000;
const minute = 60_000;

/** Captions of a picture taken a minute ago. */
const general = [
  'Just now',
  'Had to stop for this',
  'Today, in one picture',
  'Who knows where this is?',
  'Wish you were here',
  'A good day so far',
  'The best part of today',
];
const captions: Partial<Record<SceneName, string[]>> = {
  bread: ['Out of the oven, still singing', 'Who wants a slice?'],
  cake: ['Somebody has a birthday today', 'Half of it is gone already'],
  cat: ['He owns the place', 'Not moving today'],
  coffee: ['First one today', 'Five quiet minutes'],
  soup: ['Soup weather', 'There is enough for two'],
  books: ['Where to begin?', 'This week, I promise'],
  bicycle: ['Faster than the bus', 'Ready to go'],
  snow: ['It came overnight', 'Cold nose, warm tea'],
  lake: ['Nobody else here', 'Too cold to swim. I swam.'],
  mountains: ['Worth every step'],
  harbour: ['The boats are in'],
  lanterns: ['Getting dark early now'],
};

interface Story {
  owner: number;
  time: number;
  shown: ShownPhoto;
  caption: string;
  isPublic: boolean;
}

export interface StoriesOf {
  members: SeedMember[];
  friends: Friends;
  pictures: PicturePool;
  now: number;
  random: Random;
}

/** Members with stories: friends of the two known members, those two, and a few others. */
function storyOwners({ members, friends, random }: StoriesOf): number[] {
  const some = (of: number[], most: number) => random.shuffled(of).slice(0, most);
  const first = [0, 1].flatMap((index) =>
    members[index] ? [index, ...some(friends.of[index]!, 11)] : [],
  );
  const others = members.flatMap((_, index) => (random.chance(0.02) ? [index] : []));
  return [...new Set([...first, ...others])];
}

function invent(life: StoriesOf): Story[] {
  const { pictures, now, random } = life;
  const album = photoAlbum(pictures, random.fork('album'));
  const season = seasonOf(now);
  const stories = storyOwners(life).flatMap((owner) => {
    const count = random.pick([1, 1, 1, 2, 2, 3]);
    // None expires while somebody explores the demo for the first time.
    const times = Array.from(
      { length: count },
      () => now - 6 * minute - random.next() ** 1.6 * 17 * hour,
    );
    return album.take(album.scenes, season, count).map((shown, index): Story => {
      const caption = random.chance(0.65)
        ? random.pick([...(captions[shown.scene] ?? []), ...(captions[shown.scene] ? [] : general)])
        : '';
      return { owner, time: times[index]!, shown, caption, isPublic: random.chance(0.3) };
    });
  });
  return stories.sort((one, other) => one.time - other.time);
}

/**
 * Adds stories of the last day for the tray; older ones are visible to nobody. Runs after the
 * triggers are restored.
 */
export async function loadStories(tx: Transaction, life: StoriesOf): Promise<void> {
  const [{ mediaId }] =
    (await tx`select coalesce(max(id), 0)::int as "mediaId" from media`) as unknown as [
      { mediaId: number },
    ];
  const { random, friends, now } = life;
  const stories = invent(life).map((story, index) => ({
    ...story,
    id: index + 1,
    mediaId: mediaId + index + 1,
  }));
  const files = stories.map(({ mediaId: id, owner, time, shown: { photo } }) => {
    const { hash, byteLength, width, height, widths, placeholder, alt } = photo;
    return {
      id,
      owner: owner + 1,
      hash,
      bytes: byteLength,
      width,
      height,
      widths,
      placeholder,
      alt,
      at: new Date(time),
    };
  });
  const rows = stories.map(({ id, mediaId: file, owner, caption, isPublic, time }) => ({
    id,
    file,
    owner: owner + 1,
    caption,
    audience: isPublic ? 'everyone' : 'friends',
    at: new Date(time),
  }));
  // Friends view them soon; one of the two known members has not seen most of them.
  const seen = stories.flatMap(({ id, owner, time }) =>
    friends.of[owner]!.filter((friend) => random.chance(friend < 2 ? 0.2 : 0.5)).map((friend) => ({
      id,
      member: friend + 1,
      at: new Date(Math.min(now, time + random.next() * 3 * hour)),
    })),
  );
  await tx`
    insert into media (
      id, owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
      placeholder, alt, state, state_changed_at, created_at
    )
    select id, owner, 'photo', hash, 'image/webp', bytes, width, height, widths, placeholder, alt,
      'attached', at, at
    from json_to_recordset(${JSON.stringify(files)}::text::json) as f (
      id bigint, owner bigint, hash text, bytes bigint, width int, height int, widths int[],
      placeholder text, alt text, at timestamptz
    )`;
  await tx`
    insert into stories (id, owner_id, media_id, body, audience, created_at)
    select id, owner, file, caption, audience, at
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as s (
      id bigint, owner bigint, file bigint, caption text, audience text, at timestamptz
    )`;
  await tx`
    insert into story_views (story_id, member_id, viewed_at)
    select id, member, at
    from json_to_recordset(${JSON.stringify(seen)}::text::json) as s (
      id bigint, member bigint, at timestamptz
    )`;
}
