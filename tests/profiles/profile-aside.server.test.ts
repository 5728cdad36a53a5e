// @module-tag rights
import { beforeEach, expect, test } from 'vitest';
import { listNewestPhotos } from '#domains/albums/newest-photos.server.ts';
import { impersonate } from '#domains/policy/preview.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { editProfileInput } from '#domains/profiles/details/details.schema.ts';
import { saveProfile } from '#domains/profiles/details/details.server.ts';
import { readProfileAside } from '#domains/profiles/profile-aside.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import {
  addMedia,
  addMember,
  addPost,
  befriend,
  block,
  setProfileAudience,
  setStatus,
} from '../support/people.ts';
import { recordPlans } from '../support/plans.ts';
import { countStatements } from '../support/statements.ts';

let owner: Member;
let friend: Member;
let stranger: Member;
beforeEach(async () => {
  [owner, friend, stranger] = [await addMember(), await addMember(), await addMember()];
  await befriend(owner, friend);
  await setProfileAudience(owner);
});

const choose = (column: string, value: string) =>
  db.execute(sql`
    update member_settings set ${sql.identifier(column)} = ${value} where member_id = ${owner.id}`);
const friendsFor = async (viewer: Viewer) =>
  (await readProfileAside(viewer, owner.id)).friends.map(({ id }) => id);
const photosFor = async (viewer: Viewer) =>
  (await listNewestPhotos(viewer, { type: 'member', id: owner.id }, 6)).map(({ href }) => href);

/** Adds a photo to a new album with that audience; returns the address of its page. */
async function addAlbumPhoto(audience: string): Promise<string> {
  const mediaId = await addMedia(owner, await addPost(owner, { audience: 'onlyme' }));
  const [album] = await db.execute<{ id: number }>(sql`
    with removed as (delete from attachments where media_id = ${mediaId})
    insert into albums (owner_id, title, audience)
    values (${owner.id}, 'Quinces', ${audience})
    returning id`);
  await db.execute(sql`
    insert into album_photos (album_id, media_id, position) values (${album!.id}, ${mediaId}, 0)`);
  return `/profile/${owner.id}/albums/${album!.id}/photo/${mediaId}`;
}

test('details are those of the audience that was chosen', async () => {
  const input = { location: 'Leeds', phone: '+44 1', phone_privacy: 'friends' };
  await saveProfile(owner, editProfileInput.parse(input));
  const detailsFor = async (viewer: Viewer) => {
    const { location, phone } = (await readProfileAside(viewer, owner.id)).details;
    return [location, phone];
  };
  expect(await detailsFor(friend)).toEqual(['Leeds', '+44 1']);
  for (const viewer of [stranger, visitor, impersonate(owner, 'member')])
    expect(await detailsFor(viewer)).toEqual(['Leeds', '']);
});

test('nothing of a hidden profile is read', async () => {
  await choose('profile_audience', 'friends');
  await addAlbumPhoto('everyone');
  for (const viewer of [stranger, visitor]) {
    await expect(readProfileAside(viewer, owner.id)).rejects.toMatchObject({ code: 'no_record' });
    expect(await photosFor(viewer)).toEqual([]);
  }
});

test('the newest friends come first, without blocked members and ended accounts', async () => {
  const [newer, ended] = [await addMember(), await addMember()];
  for (const one of [newer, ended]) await befriend(owner, one);
  await setStatus(ended, 'suspended');
  expect(await friendsFor(stranger)).toEqual([newer.id, friend.id]);
  await block(newer, stranger);
  expect(await friendsFor(stranger)).toEqual([friend.id]);
});

test('friends are shown to the audience of their list, visitors see those who are public', async () => {
  const open = await addMember();
  await befriend(owner, open);
  await setProfileAudience(open);
  expect(await friendsFor(visitor)).toEqual([open.id]);
  await choose('friends_audience', 'friends');
  for (const viewer of [visitor, stranger]) expect(await friendsFor(viewer)).toEqual([]);
  expect(await friendsFor(friend)).toEqual([open.id, friend.id]);
});

test('photos of albums are shown to the audience of the album', async () => {
  const hrefs = [await addAlbumPhoto('friends'), await addAlbumPhoto('everyone')];
  await addAlbumPhoto('onlyme');
  expect(await photosFor(friend)).toEqual([hrefs[1], hrefs[0]]);
  for (const viewer of [stranger, visitor]) expect(await photosFor(viewer)).toEqual([hrefs[1]]);
  await block(owner, stranger);
  expect(await photosFor(stranger)).toEqual([]);
});

test('photos of posts are shown to the audience of the post, in the album of the wall', async () => {
  const shown = await addMedia(owner, await addPost(owner));
  const forFriends = await addMedia(owner, await addPost(owner, { audience: 'friends' }));
  await addMedia(friend, await addPost(friend));
  const idsFor = async (viewer: Viewer) =>
    (await photosFor(viewer)).map((href) => Number(href.split('/').at(-1)));
  expect(await idsFor(friend)).toEqual([forFriends, shown]);
  expect(await idsFor(stranger)).toEqual([shown]);
});

test('photos that somebody else put on the wall are not among those of its owner', async () => {
  const post = await addPost(friend);
  await db.execute(sql`update posts set object_id = ${owner.id} where id = ${post}`);
  await addMedia(friend, post);
  expect(await photosFor(friend)).toEqual([]);
});

test('few rows are read of an album and a wall with many photos', async () => {
  const [albumId, photo] = (await addAlbumPhoto('everyone')).match(/\d+(?=\/photo)|\d+$/g)!;
  const posts = [await addPost(owner), await addPost(owner)];
  for (const post of posts) await addMedia(owner, post);
  const copied = sql`
    insert into media (
      owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths, placeholder
    )
    select owner_id, kind, content_hash, mime_type, 1, 1600, 1200, variant_widths, ''
    from media, generate_series(1, 1000)
    where id = ${photo}
    returning id`;
  await db.execute(sql`
    with added as (${copied})
    insert into album_photos (album_id, media_id, position)
    select ${albumId}, id, id from added`);
  await db.execute(sql`
    with added as (${copied}),
      written as (
        insert into posts (author_id, subject_id, object_id, body, audience)
        select ${owner.id}, ${owner.id}, ${owner.id}, '', 'everyone'
        from generate_series(1, 1000)
        returning id
      )
    insert into attachments (post_id, position, type, media_id)
    select post.id, 0, 'photo', added.id
    from (select id, row_number() over () as n from written) post
    join (select id, row_number() over () as n from added) added on added.n = post.n`);
  await db.execute(sql`analyze`);
  const [plan] = await recordPlans(() => photosFor(friend));
  expect(plan!.given).toBe(6);
  const tables = ['album_photos', 'attachments', 'posts', 'media'];
  for (const table of tables) expect(plan!.rows[table], table).toBeLessThanOrEqual(20);
});

test('facts, friends and photos are two statements, however many there are', async () => {
  const read = () => Promise.all([readProfileAside(friend, owner.id), photosFor(friend)]);
  expect(await countStatements(read)).toBe(2);
  for (let n = 0; n < 3; n += 1) {
    await befriend(owner, await addMember());
    await addAlbumPhoto('everyone');
  }
  const [{ friends }, photos] = await read();
  expect([friends.length, photos.length]).toEqual([4, 3]);
  expect(await countStatements(read)).toBe(2);
});
