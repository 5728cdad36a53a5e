import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMedia, addMember, addPost, befriend, block, setStatus } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';
import { formOf } from '../support/uploads.ts';

// Every list about members, read page by page as different viewers: as many entries as its total,
// each once; and the counts shown elsewhere, such as on the tabs of a profile, are equal.

/** Inserts rows without their files. */
const attachPhotos = (albumId: number, count: number) =>
  db.execute(sql`
    with pictures as (
      insert into media (
        owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
        placeholder
      )
      select ${owner.id}, 'photo', 'album' || ${albumId}::int || n, 'image/jpeg', 1, 1600, 1200,
        '{320}', ''
      from generate_series(1, ${count}::int) n
      returning id
    )
    insert into album_photos (media_id, album_id, position)
    select id, ${albumId}, row_number() over (order by id)
    from pictures`);

let owner: Member;
let people: Record<string, Member>;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Odo Quince' });
  const [friend, stranger, blocking, blocked, suspended, moderator] = await Promise.all(
    ['Fi Quince', 'Sy', 'Bea Quince', 'Ben Quince', 'Gus Quince']
      .map((name) => addMember({ name }))
      .concat(addMember({ name: 'Mo Quince', role: 'moderator' })),
  );
  people = {
    owner,
    friend: friend!,
    stranger: stranger!,
    blocking: blocking!,
    moderator: moderator!,
  };
  const crowd = await Promise.all(
    Array.from({ length: 4 }, (_, turn) => addMember({ name: `Crowd Quince ${turn}` })),
  );
  for (const one of [friend!, blocking!, suspended!, ...crowd]) await befriend(owner, one);
  for (const one of crowd) await befriend(friend!, one);
  await befriend(stranger!, crowd[0]!);
  await befriend(stranger!, friend!);
  // A member whom only one of them sees, and one whom nobody sees.
  await block(blocking!, crowd[1]!);
  for (const one of [blocked!, crowd[2]!]) await block(stranger!, one);
  for (const one of [owner, crowd[3]!])
    await send('POST', '/user/add', { user_id: moderator!.id }, { as: one });
  for (const [index, audience] of (
    ['everyone', 'friends', 'onlyme', 'everyone', 'friends'] as const
  ).entries()) {
    const { body } = await send(
      'POST',
      '/albums/upload',
      {},
      {
        as: owner,
        form: formOf({
          title: `Album ${index}`,
          auth_view: { everyone: 'everyone', friends: 'owner_member', onlyme: 'owner' }[audience],
        }),
      },
    );
    await attachPhotos(body.response.album_id as number, 3);
    await addMedia(owner, await addPost(owner, { audience, body: `Quinces ${index}` }));
    await addMedia(owner, await addPost(owner, { audience, body: `Quinces filmed ${index}` }), {
      kind: 'video',
    });
  }
  await setStatus(suspended!, 'suspended');
});

interface Item {
  user_id?: number;
  album_id?: number;
  video_id?: number;
  action_id?: number;
  photo_id?: number;
}
/** For requests it is the sender. */
const idOf = ({ subject, ...item }: Item & { subject?: { user_id: number } }) =>
  JSON.stringify([
    subject?.user_id,
    item.user_id,
    item.album_id,
    item.video_id,
    item.action_id,
    item.photo_id,
  ]);

/**
 * Reads all pages, two at a time; resolves to the number of entries, which every page must report
 * as its total.
 */
async function countOf(
  as: Member,
  path: string,
  fields: Fields,
  key: string,
  method: 'GET' | 'POST' = 'GET',
): Promise<number> {
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await send(method, path, { ...fields, page, limit: 2 }, { as });
    const items = body[key] as Item[];
    found.push(...items.map(idOf));
    if (items.length) continue;
    expect(
      [found.length, new Set(found).size],
      `${as.displayname} ${path} ${JSON.stringify(fields)}`,
    ).toEqual([body.totalItemCount, body.totalItemCount]);
    return found.length;
  }
}

test.each(['owner', 'friend', 'stranger', 'blocking', 'moderator'])(
  'lists and numbers, as the %s sees them',
  async (who) => {
    const as = people[who]!;
    const of = { user_id: owner.id };
    const { body } = await send('GET', `/user/profile/${owner.id}`, { profile_tabs: 1 }, { as });
    const tabs = Object.fromEntries(
      (body.profile_tabs as Array<{ name: string; totalItemCount: number }>).map(
        ({ name, totalItemCount }) => [name, totalItemCount],
      ),
    );
    const friends = await countOf(as, '/user/get-friend-list', of, 'friends');
    const [albums, videos] = [
      await countOf(as, '/albums', of, 'response'),
      await countOf(as, '/advancedvideos/browse', of, 'response'),
    ];
    expect([tabs.friends, body.response.friend_count, tabs.album, tabs.video]).toEqual([
      friends,
      friends,
      albums,
      videos,
    ]);
    const { response } = (await send('GET', '/albums', { ...of, limit: 50 }, { as })).body as {
      response: Array<{ album_id: number; photo_count: number }>;
    };
    for (const { album_id, photo_count } of response) {
      expect(
        await countOf(as, '/albums/photo/list', { album_id }, 'photos'),
        `photos of ${album_id}`,
      ).toBe(photo_count);
    }
    for (const [path, fields, key, method] of [
      ['/members', { displayname: 'quince' }, 'response'],
      ['/search', { query: 'quince', type: 'user' }, 'result', 'POST'],
      ['/search', { query: 'quinces', type: 'activity_action' }, 'result', 'POST'],
      ['/block/list', {}, 'response'],
      ['/notifications/friend-request', {}, 'response'],
      ['/suggestions/suggestion-listing', {}, 'users'],
    ] as const)
      await countOf(as, path, fields, key, method);
    // The counts must differ between viewers, or this would prove little.
    expect([friends, albums, videos]).toEqual(
      {
        owner: [6, 6, 5],
        friend: [6, 5, 4],
        stranger: [5, 3, 2],
        blocking: [5, 5, 4],
        moderator: [6, 3, 2],
      }[who],
    );
  },
);
