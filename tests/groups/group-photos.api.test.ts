import { beforeEach, expect, test } from 'vitest';
import { createContainerAlbum } from '#domains/albums/album-changes.server.ts';
import { listAlbums, readAlbum } from '#domains/albums/album-list.server.ts';
import {
  countContainerPhotos,
  mainAlbum,
} from '#domains/albums/container-photos/container-photos.server.ts';
import {
  deleteLeaverRows,
  leaverQueue,
  type Leaver,
} from '#domains/containers/lifecycle/deletion.server.ts';
import { groupRef } from '#domains/groups/one-group.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { readWall } from '#domains/posts/feed/feed.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addContainerPost, queue } from '../containers/container-world.ts';
import { fixture } from '../support/files.ts';
import { addMedia, addMember } from '../support/people.ts';
import { send } from '../support/rest.ts';
import { formOf } from '../support/uploads.ts';
import { addGroup, addToGroup, call } from './group-world.ts';

let owner: Member;
let member: Member;
let id: number;
beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [owner, member] = [await addMember(), await addMember()];
  id = await addGroup(owner);
  await addToGroup(owner, id, member);
});

test('members, officers and outsiders read the photos with the actions that they have', async () => {
  const [photo] = (await upload(member)).body.response;
  expect(photo).toMatchObject({
    group_id: id,
    album_id: expect.any(Number),
    owner_type: 'user',
    owner_id: member.id,
    file_id: photo.photo_id,
    order: 1,
    modified_date: photo.creation_date,
    skip_photo: 0,
  });
  const peer = await addMember();
  await addToGroup(owner, id, peer);
  const menuFor = async (as: Member | undefined) => {
    const { photos } = (await call(as, 'GET', '/groups/photo/list', { group_id: id })).body;
    const shown = photos.find((one: { photo_id: number }) => one.photo_id === photo.photo_id);
    return shown.menu.map(({ name }: { name: string }) => name);
  };
  expect(await menuFor(owner)).toEqual(['edit', 'delete']);
  expect(await menuFor(member)).toEqual(['edit', 'delete']);
  expect(await menuFor(peer)).toEqual(['report']);
  expect(await menuFor(undefined)).toEqual([]);
  const remove = (as: Member) =>
    call(as, 'DELETE', '/groups/photo/delete', { group_id: id, photo_id: photo.photo_id });
  await call(member, 'POST', `/groups/member/leave/${id}`);
  expect(await menuFor(member)).toEqual(['delete']);
  expect((await remove(peer)).status).toBe(401);
  await addToGroup(owner, id, member);
  expect(await menuFor(member)).toEqual(['edit', 'delete']);
  await call(owner, 'POST', `/groups/archive/${id}`);
  expect(await menuFor(member)).toEqual(['delete']);
  const fields = { photo_id: photo.photo_id, title: 'Late' };
  for (const as of [member, owner])
    for (const path of ['/albums/photo/edit', '/albums/photo/rotate'])
      expect((await call(as, 'POST', path, { ...fields, angle: 90 })).status, path).toBe(401);
  await call(owner, 'POST', `/groups/archive/${id}`, { archive: 0 });
  expect((await remove(owner)).status).toBe(200);
});

const albums = () =>
  db.execute<{ title: string }>(
    sql`select title from albums where container_type = 'group' and container_id = ${id}`,
  );
const upload = (as: Member, add_to_feed = '1') =>
  send(
    'POST',
    '/groups/photo/list',
    {},
    {
      as,
      form: formOf({
        group_id: String(id),
        add_to_feed,
        photo: fixture('square.jpg'),
        photo1: fixture('square.jpg'),
      }),
    },
  );

test('own photos can be deleted after leaving, in an archive and together when leaving', async () => {
  const photos = (await upload(member)).body.response as Array<{ photo_id: number }>;
  const [kept] = (await upload(owner)).body.response;
  const [own, next] = photos.map(({ photo_id }) => photo_id);
  await call(owner, 'PUT', `/groups/edit/${id}`, { privacy: 'closed' });
  const remove = (as: Member, photo_id: number) =>
    call(as, 'DELETE', '/groups/photo/delete', { group_id: id, photo_id });
  await call(member, 'POST', `/groups/member/leave/${id}`);
  expect((await remove(member, kept.photo_id)).status).toBe(401);
  expect((await remove(member, own!)).status).toBe(200);
  await addToGroup(owner, id, member);
  await call(owner, 'POST', `/groups/archive/${id}`);
  const edit = { photo_id: next!, caption: 'Late' };
  expect((await call(member, 'POST', '/albums/photo/edit', edit)).status).toBe(401);
  expect((await call(member, 'DELETE', '/albums/photo/delete', edit)).status).toBe(200);
  await call(owner, 'POST', `/groups/archive/${id}`, { archive: 0 });
  await upload(member);
  expect(await countContainerPhotos(owner, groupRef(id))).toBe(4);
  await call(member, 'POST', `/groups/member/leave/${id}`, { delete_posts: 1 });
  const [job] = await db.execute<{ data: Leaver }>(sql`
    delete from jobs.job where name = ${leaverQueue} returning data`);
  await deleteLeaverRows(job!.data);
  expect(await countContainerPhotos(owner, groupRef(id))).toBe(2);
});

test('the maker of an album changes it, and not the photos of others in it', async () => {
  const [own] = (await upload(member)).body.response;
  const peer = await addMember();
  await addToGroup(owner, id, peer);
  const [other] = (await upload(peer)).body.response;
  const album = own.album_id;
  expect(other.album_id).toBe(album);
  const view = async (as: Member) => {
    const { body } = await call(as, 'GET', `/albums/view/${album}`);
    const names = ({ menu }: { menu: Array<{ name: string }> }) => menu.map(({ name }) => name);
    return Object.fromEntries(
      body.albumPhotos.map((one: { photo_id: number; menu: Array<{ name: string }> }) => [
        one.photo_id,
        names(one),
      ]),
    );
  };
  const shown = await view(member);
  expect([shown[own.photo_id], shown[other.photo_id]]).toEqual([['edit', 'delete'], ['report']]);
  const fields = { photo_id: other.photo_id, album_id: album };
  for (const [path, more] of [
    ['edit', { caption: 'Mine' }],
    ['rotate', { angle: 90 }],
  ] as const)
    expect(
      (await call(member, 'POST', `/albums/photo/${path}`, { ...fields, ...more })).status,
    ).toBe(401);
  expect((await call(member, 'DELETE', '/albums/photo/delete', fields)).status).toBe(401);
  // Menus offer what the calls take: the album holds photos of others.
  const albumMenu = async (as: Member) => {
    const { album: shownAlbum, gutterMenu } = (
      await call(as, 'GET', `/albums/view/${album}`, { gutter_menu: 1 })
    ).body;
    return [shownAlbum.delete, ...gutterMenu.map(({ name }: { name: string }) => name)];
  };
  expect(await albumMenu(member)).toEqual([0, 'add', 'edit']);
  expect(await albumMenu(owner)).toEqual([1, 'add', 'edit', 'delete']);
  await call(peer, 'POST', `/groups/member/leave/${id}`);
  expect((await view(peer))[other.photo_id]).toEqual(['delete']);
  const late = { ...fields, caption: 'Late' };
  expect((await call(peer, 'POST', '/albums/photo/edit', late)).status).toBe(401);
  expect((await call(member, 'POST', `/albums/edit/${album}`, { title: 'Loaves' })).status).toBe(
    200,
  );
  const removeAlbum = (as: Member) => call(as, 'DELETE', `/albums/delete/${album}`);
  expect(await removeAlbum(member)).toMatchObject({
    status: 400,
    message: { album_id: expect.stringContaining('Others added photos') },
  });
  expect((await removeAlbum(owner)).status).toBe(200);
});

test('a video names its group and what each viewer may do with it', async () => {
  const postId = await addContainerPost({ type: 'group', id }, member);
  const video = await addMedia(member, postId, { kind: 'video' });
  const [peer, moderator] = [await addMember(), await addMember({ role: 'moderator' })];
  const read = async (as: Member | undefined, fields = {}) => {
    const { body } = await call(as, 'GET', `/advancedvideo/view/${video}`, fields);
    const names = body.gutterMenu.map(({ name }: { name: string }) => name);
    return { ...body.response, names };
  };
  expect(await read(member)).toMatchObject({
    parent_type: 'group',
    parent_id: id,
    owner_id: member.id,
    file_id: video,
    code: 'mp4',
    rotation: 0,
    category_id: 0,
    category: '',
    search: 1,
    location: '',
    edit: 1,
    delete: 1,
    names: ['edit', 'delete', 'share'],
  });
  const deletes = ['delete', 'share', 'report'];
  expect(await read(owner)).toMatchObject({ edit: 0, delete: 1, names: deletes });
  expect(await read(moderator)).toMatchObject({ edit: 0, delete: 1, names: deletes });
  expect(await read(peer)).toMatchObject({ edit: 0, delete: 0, names: ['share', 'report'] });
  expect(await read(undefined)).toMatchObject({ edit: 0, delete: 0, names: [] });
  expect(await read(member, { gutter_menu: 0 })).toMatchObject({ names: [] });
});

test('members may add videos to a group until it is archived', async () => {
  const peer = await addMember();
  const canCreate = async (as: Member) =>
    (await call(as, 'GET', '/advancedvideos/index', { subject_type: 'group', subject_id: id })).body
      .canCreate;
  expect([await canCreate(member), await canCreate(peer)]).toEqual([1, 0]);
  await call(owner, 'POST', `/groups/archive/${id}`);
  expect(await canCreate(owner)).toBe(0);
});

test('a video is edited by its owner, unless texts wait for approval', async () => {
  const postId = await addContainerPost({ type: 'group', id }, member);
  const video = await addMedia(member, postId, { kind: 'video' });
  // A changed text would not wait for the officers, so there is no change.
  await call(owner, 'PUT', `/groups/edit/${id}`, { post_policy: 'approval' });
  const { response } = (await call(member, 'GET', `/advancedvideo/view/${video}`)).body;
  expect(response).toMatchObject({ edit: 0, delete: 1 });
  const edit = (as: Member) => call(as, 'POST', `/advancedvideo/edit/${video}`, { title: 'New' });
  expect((await edit(member)).status).toBe(401);
  await call(owner, 'PUT', `/groups/edit/${id}`, { post_policy: 'members' });
  expect((await edit(member)).status).toBe(200);
  expect((await edit(owner)).status).toBe(401);
});

test('a video is deleted by officers as well', async () => {
  const postId = await addContainerPost({ type: 'group', id }, member);
  const video = await addMedia(member, postId, { kind: 'video' });
  const peer = await addMember();
  const remove = (as: Member) => call(as, 'DELETE', `/advancedvideo/delete/${video}`);
  expect((await remove(peer)).status).toBe(401);
  expect((await remove(owner)).status).toBe(200);
});

test('the photos of a group are read from one of them on', async () => {
  const ids = (await upload(member)).body.response.map(
    ({ photo_id }: { photo_id: number }) => photo_id,
  );
  const read = (as: Member | undefined, fields = {}) =>
    call(as, 'GET', '/albums/view-content-album', {
      subject_type: 'group',
      subject_id: id,
      ...fields,
    });
  const shown = async (fields: object) => {
    const { totalPhotoCount, position, photos } = (await read(undefined, fields)).body;
    return [totalPhotoCount, position, photos.map((one: { photo_id: number }) => one.photo_id)];
  };
  // The newest first.
  const [first, second] = ids.toReversed();
  expect(await shown({})).toEqual([2, 1, [first, second]]);
  expect(await shown({ limit: 1, page: 2 })).toEqual([2, 2, [second]]);
  expect(await shown({ photo_id: second })).toEqual([2, 2, [second]]);
  await call(owner, 'PUT', `/groups/edit/${id}`, { privacy: 'closed' });
  const outsider = await addMember();
  expect((await read(outsider)).status).toBe(401);
  expect((await read(undefined)).status).toBe(404);
  expect((await read(member)).status).toBe(200);
});

test('two first uploads at once create one album', async () => {
  const ok = await queue({ type: 'group', id }, [
    () => mainAlbum(owner, groupRef(id)),
    () => mainAlbum(member, groupRef(id)),
  ]);
  expect(ok).toEqual([true, true]);
  expect(await albums()).toEqual([{ title: 'Photos' }]);
});

test('photos of one upload are one feed item of the group, and count in its tab', async () => {
  expect((await upload(member)).body.response).toHaveLength(2);
  expect((await upload(member, '0')).body.response).toHaveLength(2);
  const wall = await call(owner, 'GET', '/advancedactivity/feeds', {
    subject_type: 'group',
    subject_id: id,
  });
  const [added, joined] = wall.body.data as Array<{ feed: Record<string, unknown> }>;
  expect(added!.feed.attachment).toHaveLength(2);
  expect(joined!.feed.type).toBe('group_join');
  expect(wall.body.data).toHaveLength(2);
  const photosTab = async (as: Member) =>
    (await call(as, 'GET', `/groups/view/${id}`)).body.profile_tabs.find(
      ({ name }: { name: string }) => name === 'photos',
    ).totalItemCount;
  expect(await photosTab(owner)).toBe(4);
  await db.execute(sql`
    insert into blocks (blocker_id, blocked_id) values (${owner.id}, ${member.id})`);
  expect(await photosTab(owner)).toBe(0);
});

test('slow mode holds for photos that the posts of the group show', async () => {
  const postTo = () =>
    call(member, 'POST', '/advancedactivity/feeds/post', {
      body: 'Bread',
      subject_type: 'group',
      subject_id: id,
    });
  await call(owner, 'PUT', `/groups/edit/${id}`, { slow_mode: 600 });
  expect((await postTo()).status).toBe(200);
  expect(await upload(member)).toMatchObject({
    status: 400,
    message: { photo: expect.stringContaining('Slow mode') },
  });
  expect(await countContainerPhotos(owner, groupRef(id))).toBe(0);
  expect((await upload(member, '0')).status).toBe(200);
  expect((await upload(owner)).status).toBe(200);
  // The first photos are a post, which further ones of the hour join.
  const other = await addMember();
  await addToGroup(owner, id, other);
  for (let nth = 0; nth < 2; nth += 1) expect((await upload(other)).status).toBe(200);
});

test('a block hides what its maker called an album, and not the photos of others', async () => {
  const [maker, reader, officer] = [await addMember(), await addMember(), await addMember()];
  for (const one of [maker, reader, officer]) await addToGroup(owner, id, one);
  await db.execute(sql`update memberships set role = 10 where member_id = ${officer.id}`);
  const word = `Nests${id}`;
  const ref = { type: 'group', id } as const;
  const album = await createContainerAlbum(maker, ref, { title: word, description: word });
  for (const as of [maker, member])
    await send(
      'POST',
      '/albums/upload',
      {},
      { as, form: formOf({ album_id: String(album), photo: fixture('square.jpg') }) },
    );
  const seenBy = async (as: Member) => {
    const { title, description, photoCount } = await readAlbum(as, album);
    const wall = await readWall(as, id, {}, 'group');
    const { total } = await listAlbums(as, { owner: ref, search: word, page: 1, limit: 5 });
    const isOnWall = JSON.stringify(wall.data).includes(word);
    return { title, description, photoCount, total, isOnWall };
  };
  const all = { title: word, description: word, photoCount: 2, total: 1, isOnWall: true };
  expect(await seenBy(reader)).toEqual(all);
  for (const one of [reader, officer])
    await db.execute(sql`
      insert into blocks (blocker_id, blocked_id) values (${one.id}, ${maker.id})`);
  expect(await seenBy(reader)).toEqual({
    title: 'Album',
    description: '',
    photoCount: 1,
    total: 0,
    isOnWall: false,
  });
  // Whoever may change these words has to read them.
  expect(await seenBy(officer)).toMatchObject({ title: word, description: word, total: 1 });
});
