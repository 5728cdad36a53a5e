import { beforeAll, describe, expect, test } from 'vitest';
import { deleteRows } from '#domains/containers/lifecycle/deletion.server.ts';
import { findVisibleMedia } from '#domains/lightbox/visible-media.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { pagePhotosHandlers } from '#domains/sitepages/photos/page-photos.api.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMembership } from '../containers/container-world.ts';
import { fixture } from '../support/files.ts';
import { addMember, givePassword, purgeAccount } from '../support/people.ts';
import { send, type RestAnswer } from '../support/rest.ts';
import { formOf } from '../support/uploads.ts';
import { addPage, call } from './page-world.ts';

let owner: Member;
let admin: Member;
let pageModerator: Member;
let member: Member;
let outsider: Member;
let banned: Member;
let siteModerator: Member;

interface Shown {
  page: number;
  album: number;
  photo: number;
}

const photosOf = (page: number, path: string) => `/sitepage/photos/${path}/${page}`;

const addPhotos = (
  as: Member,
  page: number,
  album: number,
  fields: Record<string, string | File> = {},
): Promise<RestAnswer> =>
  send(
    'POST',
    photosOf(page, 'addphoto') + `/${album}`,
    {},
    {
      as,
      form: formOf({ photo0: fixture('square.jpg'), ...fields }),
    },
  );

async function addAlbum(page: number, as = owner): Promise<number> {
  const { body } = await call(as, 'POST', photosOf(page, 'addalbum'), { title: 'Regatta' });
  return body.response.album_id;
}

async function addShown(): Promise<Shown> {
  const page = await addPage(owner);
  const album = await addAlbum(page);
  const { body, text } = await addPhotos(owner, page, album);
  if (!body) throw new Error(text);
  for (const [one, role] of [
    [admin, 20],
    [pageModerator, 10],
    [member, 0],
  ] as const)
    await addMembership({ type: 'page', id: page }, one, { role });
  await addMembership({ type: 'page', id: page }, banned, { state: 'banned' });
  return { page, album, photo: body.response[0].photo_id };
}

const setVisibility = (page: number, visibility: string, isListed: boolean) =>
  db.execute(sql`
    update containers set visibility = ${visibility}, is_listed = ${isListed}
    where type = 'page' and id = ${page}`);

let open: Shown;
let closed: Shown;
let secret: Shown;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1000;
  [owner, admin, pageModerator] = [await addMember(), await addMember(), await addMember()];
  [member, outsider, banned] = [await addMember(), await addMember(), await addMember()];
  siteModerator = await addMember({ role: 'moderator' });
  [open, closed, secret] = [await addShown(), await addShown(), await addShown()];
  await setVisibility(closed.page, 'members', true);
  await setVisibility(secret.page, 'members', false);
});

describe('albums and photos of a page are seen by those who read the page', () => {
  const who: Array<[string, () => Member, open: boolean, closed: boolean]> = [
    ['the owner', () => owner, true, true],
    ['an admin', () => admin, true, true],
    ['a member', () => member, true, true],
    ['somebody else', () => outsider, true, false],
    ['a banned member', () => banned, true, false],
    ['a moderator of the site', () => siteModerator, true, false],
  ];

  test.each(who)('%s', async (_, as, readsOpen, readsClosed) => {
    for (const [shown, reads, hiddenStatus] of [
      [open, readsOpen, 0],
      [closed, readsClosed, 401],
      [secret, readsClosed, 404],
    ] as const) {
      const { page, album, photo } = shown;
      const list = await call(as(), 'GET', photosOf(page, 'index'));
      const one = await call(as(), 'GET', `${photosOf(page, 'viewalbum')}/${album}`);
      const viewer = await call(as(), 'GET', '/media/viewer', {
        type: 'album_photo',
        id: photo,
        subject_type: 'album',
        subject_id: album,
        owner_type: 'sitepage_page',
        owner_id: page,
      });
      const generic = await call(as(), 'GET', `/albums/view/${album}`);
      const file = await findVisibleMedia(as(), photo);
      if (reads) {
        expect(list.body.response.map((row: { album_id: number }) => row.album_id)).toEqual([
          album,
        ]);
        expect(one.body.albumPhotos).toEqual([
          expect.objectContaining({
            photo_id: photo,
            page_id: page,
            album_id: album,
            content_url: expect.stringContaining(`/pages/${page}/albums/${album}/photo/${photo}`),
          }),
        ]);
        expect(viewer.body).toMatchObject({
          total: 1,
          items: [{ owner_type: 'sitepage_page', owner_id: page }],
        });
        expect(generic.body.album).toMatchObject({ owner_type: 'sitepage_page', owner_id: page });
        expect(file).toBeDefined();
      } else {
        expect([list.status, one.status]).toEqual([hiddenStatus, hiddenStatus]);
        expect([viewer.status, generic.status]).toEqual([404, 404]);
        expect(generic.text).toBe((await call(as(), 'GET', '/albums/view/999999')).text);
        expect(file).toBeUndefined();
      }
    }
  });

  test('visitors see those of a public page only', async () => {
    expect(await findVisibleMedia(visitor, open.photo)).toBeDefined();
    expect((await call(undefined, 'GET', `/albums/view/${open.album}`)).status).toBe(200);
    for (const { album, photo } of [closed, secret]) {
      expect(await findVisibleMedia(visitor, photo)).toBeUndefined();
      expect((await call(undefined, 'GET', `/albums/view/${album}`)).status).toBe(404);
    }
  });

  test('only its admins add, change and delete', async () => {
    const { page, album, photo } = open;
    for (const as of [pageModerator, member, outsider, banned, siteModerator]) {
      const answers = [
        await call(as, 'POST', photosOf(page, 'addalbum'), { title: 'Mine' }),
        await addPhotos(as, page, album),
        await call(as, 'POST', `${photosOf(page, 'editalbum')}/${album}`, { title: 'Mine' }),
        await call(as, 'DELETE', `${photosOf(page, 'deletealbum')}/${album}`),
        await call(as, 'POST', `${photosOf(page, 'editphoto')}/${album}/${photo}`, { title: 'x' }),
        await call(as, 'DELETE', `${photosOf(page, 'deletephoto')}/${album}/${photo}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
    }
    const { body } = await call(owner, 'GET', `${photosOf(page, 'viewalbum')}/${album}`);
    expect(body).toMatchObject({ album: { title: 'Regatta' }, totalPhotoCount: 1, canEdit: 1 });
  });

  test('hidden pages answer like pages that do not exist', async () => {
    const { page, album, photo } = secret;
    const answers = [
      await call(outsider, 'POST', photosOf(page, 'addalbum'), { title: 'Mine' }),
      await addPhotos(outsider, page, album),
      await call(outsider, 'POST', `${photosOf(page, 'editalbum')}/${album}`, { title: 'Mine' }),
      await call(outsider, 'DELETE', `${photosOf(page, 'deletephoto')}/${album}/${photo}`),
      await call(outsider, 'GET', '/advancedvideos/index', {
        subject_type: 'sitepage_page',
        subject_id: page,
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});

describe('an album', () => {
  test('is empty for its admins only, and is found in its own page only', async () => {
    const page = await addPage(owner);
    const album = await addAlbum(page);
    const ids = async (as: Member) =>
      (await call(as, 'GET', photosOf(page, 'index'))).body.response.length;
    expect([await ids(owner), await ids(outsider)]).toEqual([1, 0]);
    const other = await addPage(owner);
    expect((await call(owner, 'GET', `${photosOf(other, 'viewalbum')}/${album}`)).status).toBe(404);
    expect((await addPhotos(owner, other, album)).status).toBe(404);
  });

  test('is neither among the albums of its maker nor of everybody', async () => {
    const own = await call(owner, 'GET', '/albums/manage');
    const all = await call(outsider, 'GET', '/albums');
    const titles = [...own.body.response, ...all.body.response].map(
      ({ title }: { title: string }) => title,
    );
    expect(titles).not.toContain('Regatta');
  });

  test('changes with its photos, and takes another cover when one is deleted', async () => {
    const page = await addPage(owner);
    const album = await addAlbum(page);
    const first = (await addPhotos(owner, page, album)).body.response[0].photo_id;
    const second = (await addPhotos(owner, page, album)).body.response[0].photo_id;
    const path = `/${album}`;
    await call(owner, 'POST', photosOf(page, 'editalbum') + path, {
      title: 'Summer',
      photo_id: second,
    });
    await call(owner, 'POST', `${photosOf(page, 'editphoto')}${path}/${first}`, { title: 'Boat' });
    const read = async () =>
      (await call(owner, 'GET', photosOf(page, 'viewalbum') + path)).body as {
        album: Record<string, unknown>;
        albumPhotos: Array<{ title: string }>;
      };
    expect((await read()).album).toMatchObject({ title: 'Summer', photo_id: second });
    expect((await read()).albumPhotos[0]!.title).toBe('Boat');
    await call(owner, 'DELETE', `${photosOf(page, 'deletephoto')}${path}/${second}`);
    expect((await read()).album).toMatchObject({ photo_id: first, photo_count: 1 });
    const deleted = await call(owner, 'DELETE', photosOf(page, 'deletealbum') + path);
    expect(deleted.status_code).toBe(204);
    expect(await findVisibleMedia(owner, first)).toBeUndefined();
  });

  test('takes no more photos once its page is closed, and is still read', async () => {
    const shown = await addShown();
    await call(owner, 'POST', `/sitepage/close/${shown.page}`);
    expect((await addPhotos(owner, shown.page, shown.album)).status).toBe(401);
    const { body } = await call(outsider, 'GET', photosOf(shown.page, 'index'));
    expect(body).toMatchObject({ totalItemCount: 1, canUpload: 0 });
  });

  test('that is older than the opening of its page stays the members’', async () => {
    const shown = await addShown();
    await db.execute(sql`
      update containers
      set public_from = (floor(extract(epoch from now() + interval '1 hour') * 1000)::bigint * 1024)
      where type = 'page' and id = ${shown.page}`);
    expect((await call(member, 'GET', photosOf(shown.page, 'index'))).body.totalItemCount).toBe(1);
    expect((await call(outsider, 'GET', photosOf(shown.page, 'index'))).body.totalItemCount).toBe(
      0,
    );
    expect(await findVisibleMedia(outsider, shown.photo)).toBeUndefined();
  });

  test('stays the members’ after its page was opened, though it is edited and added to', async () => {
    const { page, album } = await addShown();
    await db.execute(
      sql`update albums set created_at = now() - interval '1 hour' where id = ${album}`,
    );
    await db.execute(sql`
      update containers
      set public_from = (floor(extract(epoch from now()) * 1000)::bigint * 1024)
      where type = 'page' and id = ${page}`);
    const edited = await call(owner, 'POST', `${photosOf(page, 'editalbum')}/${album}`, {
      title: 'Spelled right',
    });
    expect(edited.status).toBeLessThan(300);
    const added = (await addPhotos(owner, page, album)).body.response[0].photo_id;
    const listed = async (as: Member) =>
      (await call(as, 'GET', photosOf(page, 'index'))).body.response.map(
        ({ album_id }: { album_id: number }) => album_id,
      );
    expect(await listed(member)).toContain(album);
    expect(await listed(outsider)).toEqual([]);
    expect(await findVisibleMedia(member, added)).toBeDefined();
    expect(await findVisibleMedia(outsider, added)).toBeUndefined();
    const newAlbum = await addAlbum(page, owner);
    await addPhotos(owner, page, newAlbum);
    expect(await listed(outsider)).toEqual([newAlbum]);
  });

  test('survives the account of the admin who made it, and goes with its page', async () => {
    const page = await addPage(owner);
    await addMembership({ type: 'page', id: page }, admin, { role: 20 });
    const leaving = await addMember();
    await addMembership({ type: 'page', id: page }, leaving, { role: 20 });
    const album = await addAlbum(page, leaving);
    const photo = (await addPhotos(leaving, page, album)).body.response[0].photo_id;
    await purgeAccount(leaving);
    expect(await findVisibleMedia(outsider, photo)).toBeDefined();
    await call(owner, 'DELETE', `/sitepage/delete/${page}`, {
      password: await givePassword(owner),
    });
    expect(await findVisibleMedia(owner, photo)).toBeUndefined();
    await deleteRows();
    const left = await db.execute(sql`select from albums where id = ${album}`);
    expect(left).toHaveLength(0);
  });
});

describe('photos in the feed', () => {
  test('stand on the page in its name if that is chosen, and only for its readers', async () => {
    const { page, album } = await addShown();
    const wall = async (as: Member) =>
      (
        await call(as, 'GET', '/advancedactivity/feeds', {
          subject_type: 'sitepage_page',
          subject_id: page,
        })
      ).body?.data as Array<{ feed: { type: string; subject?: object } }> | undefined;
    expect(await wall(outsider)).toEqual([]);
    await addPhotos(owner, page, album, { add_to_feed: '1' });
    expect(await wall(outsider)).toHaveLength(1);
    await setVisibility(page, 'members', false);
    expect((await wall(outsider)) ?? []).toEqual([]);
    expect(await wall(member)).toHaveLength(1);
  });
});

describe('members do not see which admin added a photo', () => {
  test('also across a block', async () => {
    const { page, album, photo } = open;
    await db.execute(sql`
      insert into blocks (blocker_id, blocked_id) values (${outsider.id}, ${owner.id})
      on conflict do nothing`);
    const { body, text } = await call(outsider, 'GET', `${photosOf(page, 'viewalbum')}/${album}`);
    expect(body.albumPhotos).toEqual([expect.objectContaining({ photo_id: photo })]);
    expect(text).not.toContain(owner.displayname);
  });
});

test('the picture of a page is a photo of it, which its apps count', async () => {
  const { page } = await addShown();
  const form = formOf({ photo: fixture('square.jpg') });
  const { body } = await send('POST', `/sitepage/photo/${page}`, {}, { as: owner, form });
  const { photo_id } = body.response;
  const album = await db.execute<{ type: string }>(sql`
    select a.type
    from album_photos p
    join albums a on a.id = p.album_id
    where p.media_id = ${photo_id} and a.container_id = ${page}`);
  expect(album).toMatchObject([{ type: 'profile' }]);
  const apps = (await call(owner, 'GET', `/sitepage/apps/${page}`)).body.response;
  const counts = apps.map(({ name, count }: { name: string; count: number }) => [name, count]);
  expect(Object.fromEntries(counts)).toMatchObject({ photos: 2, videos: 0, reviews: 0 });
});

test('after the deletion of an album the photos of its page are shown', () => {
  const { form } = pagePhotosHandlers.find(({ call: { path } }) => path.includes('deletealbum'))!;
  expect(form!.next!(undefined as never, { page_id: 5 } as never)).toBe('/pages/page/5/photos');
});

test('a page that hides its photos has none for all but its staff, by every way', async () => {
  const { page, album, photo } = await addShown();
  const setShown = (enabled: 0 | 1) =>
    call(owner, 'POST', `/sitepage/apps/${page}`, { name: 'photos', enabled });
  const { body: added } = await addPhotos(owner, page, album, { add_to_feed: '1' });
  const missing = 9_999_999;
  const ways = (id: number, albumId: number, photoId: number) => [
    `/sitepage/photos/index/${id}`,
    `/sitepage/photos/viewalbum/${id}/${albumId}`,
    `/albums/view/${albumId}`,
    `/albums/photo/list?album_id=${albumId}`,
    `/albums/view-content-album?subject_type=sitepage_page&subject_id=${id}&photo_id=${photoId}`,
  ];
  const statuses = async (as: Member | undefined, paths: string[]) => {
    const answers = await Promise.all(paths.map((path) => call(as, 'GET', path)));
    return answers.map(({ status, error_code }) => [status, error_code]);
  };
  const showsAdded = async (as: Member | undefined, query: Record<string, string | number>) =>
    (await call(as, 'GET', '/advancedactivity/feeds', query)).text.includes(
      `"photo_id":${added.response[0].photo_id}`,
    );
  const read = async (as: Member | undefined) => ({
    calls: await statuses(as, ways(page, album, photo)),
    file: (await findVisibleMedia(as ?? visitor, photo)) !== undefined,
    feed: await showsAdded(as, { subject_type: 'sitepage_page', subject_id: page }),
  });
  const inHomeFeeds = async (as: Member) => [
    await showsAdded(as, {}),
    await showsAdded(as, { filter_type: 'photo' }),
    await showsAdded(as, { filter_type: 'sitepage' }),
  ];
  const readers = [undefined, outsider, member];
  const before = await Promise.all(readers.map(read));
  // The list of posts is for members; visitors read the same on the screen.
  expect(before.map(({ file, feed }) => [file, feed])).toEqual([
    [true, false],
    [true, true],
    [true, true],
  ]);
  expect(await inHomeFeeds(member)).toEqual([true, true, true]);
  expect((await setShown(0)).status).toBe(200);
  expect(await inHomeFeeds(member)).toEqual([false, false, false]);
  expect(await inHomeFeeds(owner)).toEqual([true, true, true]);
  for (const as of readers)
    expect(await read(as)).toEqual({
      calls: await statuses(as, ways(missing, missing, missing)),
      file: false,
      feed: false,
    });
  for (const as of [pageModerator, admin, owner]) expect(await read(as)).toEqual(before[1]);
  await setShown(1);
  expect(await read(outsider)).toEqual(before[1]);
});
