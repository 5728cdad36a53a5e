import { beforeAll, describe, expect, test } from 'vitest';
import { listVideos } from '#domains/lightbox/videos/video-list.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMedia, addMember, addPost, befriend, block, setStatus } from '../support/people.ts';
import { recordPlans } from '../support/plans.ts';
import { fetchFile, send } from '../support/rest.ts';
import { countStatements } from '../support/statements.ts';

let ada: Member;
let friend: Member;
let other: Member;
let blocked: Member;
let moderator: Member;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1000;
  [ada, friend, other, blocked] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Cy' }),
    await addMember({ name: 'Di' }),
  ];
  moderator = await addMember({ name: 'Mo', role: 'moderator' });
  await befriend(ada, friend);
  await befriend(ada, blocked);
  await block(ada, blocked);
});

async function addVideo(
  owner: Member,
  audience: 'everyone' | 'friends' | 'onlyme' = 'everyone',
  body = 'A walk',
): Promise<{ id: number; postId: number }> {
  const postId = await addPost(owner, { audience, body });
  return { postId, id: await addMedia(owner, postId, { kind: 'video' }) };
}

const idsOf = (answer: { body?: { response: Array<{ video_id: number }> } }) =>
  answer.body!.response.map(({ video_id }) => video_id);
const browse = (as: Member, fields: Record<string, string | number> = {}) =>
  send('GET', '/advancedvideos/browse', fields, { as });

describe('visibility', () => {
  test('each video has the audience of its post, and totals are those of the list', async () => {
    const owner = await addMember();
    await befriend(owner, friend);
    await block(blocked, owner);
    const [open, close, own] = [
      await addVideo(owner),
      await addVideo(owner, 'friends'),
      await addVideo(owner, 'onlyme'),
    ];
    const seen: Array<[Member, number[]]> = [
      [owner, [own.id, close.id, open.id]],
      [friend, [close.id, open.id]],
      [other, [open.id]],
      [moderator, [open.id]],
    ];
    for (const [viewer, ids] of seen) {
      for (const path of ['/advancedvideos/browse', '/videos']) {
        const answer = await send('GET', path, { user_id: owner.id }, { as: viewer });
        expect([viewer.displayname, idsOf(answer), answer.body.totalItemCount]).toEqual([
          viewer.displayname,
          ids,
          ids.length,
        ]);
      }
      const all = idsOf(await browse(viewer, { limit: 50 }));
      expect(all.filter((id) => [open.id, close.id, own.id].includes(id))).toEqual(ids);
    }
    expect((await browse(blocked, { user_id: owner.id })).error_code).toBe('no_record');
    expect(idsOf(await browse(blocked, { limit: 50 }))).not.toContain(open.id);
    await setStatus(owner, 'suspended');
    expect((await browse(other, { user_id: owner.id })).error_code).toBe('no_record');
  });

  test('a hidden profile has no videos to browse and no set', async () => {
    const owner = await addMember();
    const { id, postId } = await addVideo(owner);
    await db.execute(
      sql`insert into member_settings (member_id, profile_audience) values (${owner.id}, 'friends')`,
    );
    expect((await browse(other, { user_id: owner.id })).error_code).toBe('no_record');
    const set = (as: Member) =>
      send(
        'GET',
        '/media/viewer',
        { type: 'video', id, subject_type: 'user', subject_id: owner.id },
        { as },
      );
    expect((await set(other)).error_code).toBe('no_record');
    expect((await set(owner)).body).toMatchObject({ total: 1, position: 1 });
    // Its post is for everyone anyway.
    expect(
      (
        await send(
          'GET',
          '/media/viewer',
          { type: 'video', id, subject_type: 'activity_action', subject_id: postId },
          { as: other },
        )
      ).body.total,
    ).toBe(1);
  });

  test('a video being converted is only for its owner', async () => {
    const owner = await addMember();
    const { id } = await addVideo(owner);
    await db.execute(sql`update media set details = '{"state": "processing"}' where id = ${id}`);
    expect(idsOf(await browse(other, { user_id: owner.id }))).toEqual([]);
    expect((await send('GET', '/advancedvideos/manage', {}, { as: owner })).body).toMatchObject({
      totalItemCount: 1,
      response: [{ video_id: id, status: 2, edit: 1, delete: 1 }],
    });
    expect((await send('GET', '/advancedvideos/manage', {}, { as: other })).body.response).toEqual(
      [],
    );
  });

  test('the set is newest first and contains no video of somebody else', async () => {
    const owner = await addMember();
    const [first, second] = [await addVideo(owner), await addVideo(owner)];
    const foreign = await addVideo(ada);
    const set = (id: number) =>
      send(
        'GET',
        '/media/viewer',
        { type: 'video', id, subject_type: 'user', subject_id: owner.id },
        { as: other },
      );
    expect((await set(first.id)).body).toMatchObject({
      total: 2,
      position: 2,
      items: [
        { video_id: second.id, position: 1 },
        { video_id: first.id, position: 2 },
      ],
    });
    expect((await set(foreign.id)).error_code).toBe('no_record');
    expect(
      (
        await send(
          'GET',
          '/media/viewer',
          { type: 'album_photo', id: first.id, subject_type: 'user', subject_id: owner.id },
          { as: other },
        )
      ).error_code,
    ).toBe('no_record');
  });
});

test('search, order and pages always take the same number of statements', async () => {
  const owner = await addMember();
  const ids: number[] = [];
  for (let number = 1; number <= 5; number += 1)
    ids.unshift((await addVideo(owner, 'everyone', number === 3 ? 'Café in Zürich' : 'A walk')).id);
  const of = (fields: Record<string, string | number>) =>
    browse(other, { user_id: owner.id, ...fields });
  expect(idsOf(await of({ search: 'cafe in zurich' }))).toEqual([ids[2]]);
  expect(idsOf(await of({ search: '%' }))).toEqual([]);
  await db.execute(sql`update media set view_count = 9 where id = ${ids[4]!}`);
  await send('POST', '/like', { subject_type: 'video', subject_id: ids[3]! }, { as: friend });
  await send('POST', `/advancedvideo/rate/${ids[1]}`, { rating: 4 }, { as: friend });
  expect(idsOf(await of({ orderby: 'view_count' }))[0]).toBe(ids[4]);
  expect(idsOf(await of({ orderby: 'like_count' }))[0]).toBe(ids[3]);
  expect(idsOf(await of({ orderby: 'rating' }))[0]).toBe(ids[1]);
  expect((await of({ page: 2, limit: 2 })).body).toMatchObject({
    page: 2,
    totalItemCount: 5,
    response: [{ video_id: ids[2] }, { video_id: ids[3] }],
  });
  expect((await of({ page: 9, limit: 2 })).body).toMatchObject({ totalItemCount: 5, response: [] });
  const few = await countStatements(() => of({ limit: 1 }));
  expect(await countStatements(() => of({ limit: 50 }))).toEqual(few);
  for (const wrong of [
    { orderby: 'x' },
    { user_id: 'x' },
    { user_id: '1e3' },
    { limit: 0 },
    { page: -1 },
  ])
    expect((await of(wrong as never)).error_code).toBe('validation_fail');
  expect((await of({ user_id: 999_999 })).error_code).toBe('no_record');
});

test('the newest of all members are those of the newest posts, found by an index', async () => {
  const owner = await addMember();
  const { id } = await addVideo(ada);
  // Imported videos: the newest rows, the oldest posts.
  await db.execute(sql`
    with old as (
      insert into posts (
        author_id, type, subject_id, object_id, audience, published_at, attachment_count
      )
      select ${owner.id}, case when n <= 1100 then 'post_self_video' else 'status' end, ${owner.id},
        ${owner.id}, 'everyone', '2019-01-01'::timestamptz + n * interval '1 minute',
        case when n <= 1100 then 1 else 0 end
      from generate_series(1, 3000) n
      returning id, type
    ),
      numbered as (
        select id, row_number() over (order by id) as n from old where type = 'post_self_video'
      ),
      films as (
        insert into media (
          owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
          placeholder
        )
        select ${owner.id}, 'video', 'old' || n, 'video/mp4', 1, 1, 1, '{}', ''
        from numbered
        returning id, content_hash
      )
    insert into attachments (post_id, position, type, media_id, video_type)
    select numbered.id, 0, 'video', films.id, 3
    from numbered
    join films on films.content_hash = 'old' || numbered.n`);
  // It was posted before them.
  for (const table of ['posts', 'attachments', 'media'])
    await db.execute(sql`analyze ${sql.identifier(table)}`);
  const { total, items } = await listVideos(other, { page: 1, limit: 20 });
  expect(items[0]!.id).toBe(id);
  expect(total).toBeLessThanOrEqual(1_000);
  const [plan] = await recordPlans(() => listVideos(other, { page: 1, limit: 20 }));
  expect(plan!.indexes).toContain('attachments_walls');
  // The query reads only as many rows as its limit, of all that exist.
  expect(
    plan!.looks
      .filter(({ table, how }) => table === 'attachments' && how.startsWith('Index'))
      .map(({ rows }) => rows),
  ).toContain(1_000);
});

describe('changing and deleting', () => {
  test('only its owner changes a video: its text, and the audience with its post', async () => {
    const { id } = await addVideo(ada);
    expect(
      (
        await send(
          'POST',
          `/advancedvideo/edit/${id}`,
          { title: 'To the mill', description: 'Mud\nand more' },
          { as: ada },
        )
      ).status_code,
    ).toBe(204);
    const view = (as: Member) => send('GET', `/advancedvideo/view/${id}`, {}, { as });
    expect((await view(other)).body.response).toMatchObject({
      title: 'To the mill',
      description: 'Mud\nand more',
    });
    for (const as of [friend, other, moderator])
      expect((await send('PUT', `/videos/edit/${id}`, { title: 'Mine' }, { as })).error_code).toBe(
        'unauthorized',
      );
    expect(
      (await send('PUT', `/videos/edit/${id}`, { title: 'Mine' }, { as: blocked })).error_code,
    ).toBe('no_record');
    expect(
      (await send('PUT', `/videos/edit/${id}`, { auth_view: 'owner_member' }, { as: ada }))
        .status_code,
    ).toBe(204);
    expect((await view(other)).error_code).toBe('no_record');
    expect((await view(friend)).body.response.title).toBe('To the mill');
    for (const wrong of [
      { auth_view: 'all' },
      { title: 'x'.repeat(101) },
      { description: 'x'.repeat(5_001) },
    ] as Array<Record<string, string>>) {
      expect((await send('POST', `/advancedvideo/edit/${id}`, wrong, { as: ada })).error_code).toBe(
        'validation_fail',
      );
    }
    expect((await view(other)).error_code).toBe('no_record');
  });

  test('a post keeps its text when its video is deleted', async () => {
    const answer = await addVideo(ada);
    for (const as of [other, blocked])
      expect(
        (await send('DELETE', `/advancedvideo/delete/${answer.id}`, {}, { as })).status,
      ).toBeGreaterThan(400);
    expect(
      (await send('DELETE', `/advancedvideo/delete/${answer.id}`, {}, { as: ada })).status_code,
    ).toBe(204);
    const post = await send(
      'GET',
      '/advancedactivity/feeds',
      { action_id: answer.postId },
      { as: other },
    );
    expect(post.body.data[0].feed).toMatchObject({
      body: 'A walk',
      attachment_count: 0,
      attachment: [],
    });
    expect((await fetchFile(`/media/${answer.id}/video`, { as: ada })).status).toBe(404);
  });

  test('a post without text is deleted with its video', async () => {
    const silent = await addVideo(ada, 'everyone', '');
    const remove = () => send('DELETE', `/videos/delete/${silent.id}`, {}, { as: ada });
    expect((await remove()).status_code).toBe(204);
    expect((await remove()).error_code).toBe('no_record');
    expect(
      (await send('GET', '/advancedactivity/feeds', { action_id: silent.postId }, { as: ada }))
        .error_code,
    ).toBe('no_record');
  });

  test('one rating per member who may see it, and none of an own video', async () => {
    const { id } = await addVideo(ada, 'friends');
    const rate = (as: Member, rating: number | string) =>
      send('POST', `/advancedvideo/rate/${id}`, { rating }, { as });
    expect((await rate(friend, 5)).body).toEqual({ rating: 5, rating_count: 1 });
    expect((await rate(friend, 2)).body).toEqual({ rating: 2, rating_count: 1 });
    expect((await rate(ada, 5)).error_code).toBe('unauthorized');
    for (const as of [other, blocked, moderator])
      expect((await rate(as, 5)).error_code).toBe('no_record');
    const ratingsFor = async (as: Member) => {
      const { body } = await send('GET', `/advancedvideo/view/${id}`, {}, { as });
      return [body.response.rating, body.response.my_rating];
    };
    expect([await ratingsFor(friend), await ratingsFor(ada)]).toEqual([
      [2, 2],
      [2, 0],
    ]);
    for (const wrong of [0, 6, '1e0', 'x', ''])
      expect((await rate(friend, wrong)).error_code).toBe('validation_fail');
    await Promise.all(Array.from({ length: 10 }, (_, index) => rate(friend, (index % 5) + 1)));
    expect(
      (await send('GET', `/advancedvideo/view/${id}`, {}, { as: friend })).body.response
        .rating_count,
    ).toBe(1);
  });
});

test('visitors cannot browse by call', async () => {
  for (const path of [
    '/advancedvideos/browse',
    '/advancedvideos/manage',
    '/videos',
    '/advancedvideos/create',
  ])
    expect((await send('GET', path)).status).toBe(401);
});

test('the requirements of a new video are listed', async () => {
  expect((await send('GET', '/advancedvideos/categories')).body).toEqual({ categories: [] });
  expect(
    (await send('GET', '/advancedvideos/create', {}, { as: ada })).body.map(
      ({ name }: { name: string }) => name,
    ),
  ).toContain('filedata');
});
