import { describe, expect, test } from 'vitest';
import { findCommentPath } from '#domains/albums/comment-path.server.ts';
import { pruneMedia } from '#domains/media/prune-media.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { fixture } from '../support/files.ts';
import { addMedia, addMember, addPost } from '../support/people.ts';
import { fetchFile, send, type RestAnswer } from '../support/rest.ts';
import { countStatements } from '../support/statements.ts';
import { formOf, traces } from '../support/uploads.ts';
import {
  ada,
  blocked,
  blocking,
  codeOf,
  friend,
  makeAlbum,
  moderator,
  other,
  upload,
} from './album-world.ts';

/** Rows without files, inserted directly. */
async function fillAlbum(albumId: number, owner: Member, count: number): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    with made as (
      insert into media (
        owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
        placeholder
      )
      select ${owner.id}, 'photo', 'filled', 'image/webp', 1, 1600, 1200, '{480,960}', ''
      from generate_series(1, ${count})
      returning id
    ),
      attached as (
        insert into album_photos (media_id, album_id, position)
        select id, ${albumId}, 100 + row_number() over (order by id)
        from made
      )
    select id
    from made
    order by id`);
  return rows.map(({ id }) => id);
}
describe('changing an album', () => {
  test('created with photos, extended, renamed, described, a cover chosen, a photo deleted', async () => {
    const made = (
      await upload(ada, {
        title: ' The  mill ',
        description: 'Flour',
        filedata1: fixture('landscape.jpg'),
        filedata0: fixture('portrait.jpg'),
      })
    ).body;
    const id = made.response.album_id;
    expect(made.album).toMatchObject({
      title: 'The  mill',
      description: 'Flour',
      photo_count: 2,
      owner_id: ada.id,
      type: null,
      edit: 1,
      delete: 1,
      privacy: 'everyone',
    });
    const [first, second] = made.photos.map(({ photo_id }: { photo_id: number }) => photo_id);
    expect(made.photos[0].image_main.height).toBeGreaterThan(made.photos[0].image_main.width);
    const added = (await upload(ada, { album_id: String(id), photo: fixture('square.jpg') })).body;
    expect(added.album.photo_count).toBe(3);
    const view = async (as: Member | undefined = other) =>
      (await send('GET', `/albums/view/${id}`, {}, { as })).body;
    expect((await view()).album.photo_id).toBe(first);
    expect(
      await codeOf(
        send('POST', `/albums/edit/${id}`, { title: 'Mills', photo_id: second }, { as: ada }),
      ),
    ).toBe(204);
    expect((await view()).album).toMatchObject({
      title: 'Mills',
      description: 'Flour',
      photo_id: second,
      menu: [],
    });
    expect(
      await codeOf(
        send(
          'PUT',
          '/albums/photo/edit',
          {
            photo_id: second,
            album_id: id,
            title: 'Wheel',
            description: 'It turns',
            alt: 'A wheel\nof wood',
          },
          { as: ada },
        ),
      ),
    ).toBe(204);
    const photo = (await send('GET', '/albums/photo/view', { photo_id: second }, { as: other }))
      .body.response;
    expect(photo).toMatchObject({
      album_id: id,
      title: 'Wheel',
      description: 'It turns',
      picture: { alt: 'A wheel of wood' },
      content_url: expect.stringContaining(`/profile/${ada.id}/albums/${id}/photo/${second}`),
    });
    expect(
      await codeOf(
        send('DELETE', '/albums/photo/delete', { photo_id: second, album_id: id }, { as: ada }),
      ),
    ).toBe(204);
    expect((await view()).album).toMatchObject({ photo_count: 2, photo_id: first });
    expect(
      await codeOf(send('DELETE', '/albums/photo/delete', { photo_id: second }, { as: ada })),
    ).toBe('no_record');
    expect((await fetchFile(`/media/${second}/original.webp`, { as: ada })).status).toBe(404);
  });

  test('nobody else changes anything, or even finds what they may not see', async () => {
    const { albumId, photoId } = await makeAlbum();
    const hidden = await makeAlbum({ auth_view: 'onlyme' });
    const attempts = (album: { albumId: number; photoId: number }, as: Member) => [
      send('PUT', `/albums/edit/${album.albumId}`, { title: 'Mine' }, { as }),
      send('POST', `/albums/edit/${album.albumId}`, { title: 'Mine' }, { as }),
      send('GET', `/albums/edit/${album.albumId}`, {}, { as }),
      send('DELETE', `/albums/delete/${album.albumId}`, {}, { as }),
      upload(as, { album_id: String(album.albumId), photo: fixture('square.jpg') }),
      send('PUT', '/albums/photo/edit', { photo_id: album.photoId, title: 'Mine' }, { as }),
      send('POST', '/albums/photo/edit', { photo_id: album.photoId, alt: 'Mine' }, { as }),
      send('DELETE', '/albums/photo/delete', { photo_id: album.photoId }, { as }),
      send('POST', '/albums/photo/rotate', { photo_id: album.photoId, angle: 90 }, { as }),
    ];
    for (const as of [friend, other, moderator])
      for (const attempt of attempts({ albumId, photoId }, as))
        expect(await codeOf(attempt)).toBe('unauthorized');
    for (const as of [blocked, blocking])
      for (const attempt of attempts({ albumId, photoId }, as))
        expect(await codeOf(attempt)).toBe('no_record');
    for (const as of [friend, moderator])
      for (const attempt of attempts(hidden, as)) expect(await codeOf(attempt)).toBe('no_record');
    expect((await send('GET', `/albums/view/${albumId}`, {}, { as: ada })).body).toMatchObject({
      album: { title: 'A day at the sea', photo_count: 1 },
      canEdit: 1,
    });
  });

  test('refuses ids of two owners, of another album, and of no photo', async () => {
    const mine = await makeAlbum();
    const also = await makeAlbum();
    const foreign = await makeAlbum({}, other);
    const onPost = await addMedia(ada, await addPost(ada));
    const is = async (code: string | number, ...attempts: Array<Promise<RestAnswer>>) => {
      for (const attempt of attempts) expect(await codeOf(attempt)).toBe(code);
    };
    await is(
      'no_record',
      send(
        'DELETE',
        '/albums/photo/delete',
        { photo_id: mine.photoId, album_id: also.albumId },
        { as: ada },
      ),
      send(
        'PUT',
        '/albums/photo/edit',
        { photo_id: mine.photoId, album_id: foreign.albumId, title: 'x' },
        { as: ada },
      ),
      send('PUT', `/albums/edit/${mine.albumId}`, { photo_id: also.photoId }, { as: ada }),
      send('PUT', `/albums/edit/${mine.albumId}`, { photo_id: foreign.photoId }, { as: ada }),
      send('DELETE', '/albums/photo/delete', { photo_id: onPost }, { as: ada }),
      send('PUT', '/albums/photo/edit', { photo_id: onPost, title: 'x' }, { as: ada }),
      send(
        'GET',
        '/media/viewer',
        {
          type: 'album_photo',
          id: mine.photoId,
          subject_type: 'album',
          subject_id: mine.albumId,
          owner_id: other.id,
        },
        { as: ada },
      ),
      send(
        'GET',
        '/media/viewer',
        { type: 'album_photo', id: mine.photoId, subject_type: 'album', subject_id: also.albumId },
        { as: ada },
      ),
      send(
        'POST',
        '/members/edit/external-photo',
        { photo: `album_photo_${foreign.photoId}` },
        { as: ada },
      ),
    );
    await is(
      'validation_fail',
      upload(ada, {
        album_id: String(mine.albumId),
        album: String(also.albumId),
        photo: fixture('square.jpg'),
      }),
      ...['-1', '1e3', 'x', '9'.repeat(19)].flatMap((id) => [
        send('GET', `/albums/view/${id}`, {}, { as: ada }),
        send('DELETE', '/albums/photo/delete', { photo_id: id }, { as: ada }),
      ]),
      ...['', '7', 'album_photo_', 'album_photo_0', 'video_7'].map((photo) =>
        send('POST', '/members/edit/external-photo', { photo }, { as: ada }),
      ),
    );
    expect(
      (await send('GET', `/albums/view/${mine.albumId}`, {}, { as: ada })).body.totalPhotoCount,
    ).toBe(1);
  });

  test('a refused album leaves nothing behind', async () => {
    const before = await traces();
    const wrong: Array<Record<string, string | File>> = [
      { photo: fixture('square.jpg') },
      { title: '  ', photo: fixture('square.jpg') },
      { title: 'x'.repeat(129) },
      { title: 'T', description: 'x'.repeat(1_001) },
      { title: 'T', auth_view: 'all' },
      { title: 'T', photo: fixture('html-after-jpeg-magic.jpg') },
      { title: 'T', filedata0: fixture('square.jpg'), filedata1: fixture('truncated.jpg') },
      { title: 'T', photo: fixture('script.svg') },
    ];
    for (const fields of wrong)
      expect((await upload(ada, fields)).status).toBeGreaterThanOrEqual(400);
    const damaged = wrong.find((fields) => 'filedata1' in fields)!;
    expect(await upload(ada, damaged)).toMatchObject({
      error_code: 'invalid_file',
      field: 'filedata1',
    });
    const { albumId } = await makeAlbum();
    expect(await codeOf(upload(ada, { album_id: String(albumId) }))).toBe('validation_fail');
    expect(await codeOf(send('PUT', `/albums/edit/${albumId}`, { title: ' ' }, { as: ada }))).toBe(
      'validation_fail',
    );
    expect((await traces()).filesInProgress).toEqual([]);
    expect((await traces()).media).toBe(before.media + 1);
    // Fields that nobody may set.
    await send(
      'PUT',
      `/albums/edit/${albumId}`,
      { owner_id: other.id, type: 'wall', view_count: 99, title: 'Same' },
      { as: ada },
    );
    expect(
      (await send('GET', `/albums/view/${albumId}`, {}, { as: ada })).body.album,
    ).toMatchObject({ owner_id: ada.id, type: null, view_count: 0, title: 'Same' });
  });

  test('sent again with the same key it is the same album', async () => {
    const headers = { 'idempotency-key': `album-${ada.id}` };
    const send2 = (title: string) => upload(ada, { title, photo: fixture('square.jpg') }, headers);
    const [first, again] = [await send2('Once'), await send2('Once')];
    expect(again.body.response).toEqual(first.body.response);
    expect(again.body.photos).toHaveLength(1);
  });

  test('the same key with other content is refused', async () => {
    const headers = { 'idempotency-key': `other-album-${ada.id}` };
    const create = (title: string) => upload(ada, { title, photo: fixture('square.jpg') }, headers);
    await create('Once');
    expect(await codeOf(create('Other'))).toBe('validation_fail');
  });

  test('uploads at once keep their positions', async () => {
    const { albumId } = await makeAlbum();
    const id = String(albumId);
    await Promise.all(
      Array.from({ length: 3 }, () => upload(ada, { album_id: id, photo: fixture('square.jpg') })),
    );
    const rows = await db.execute<{ position: number }>(
      sql`select position from album_photos where album_id = ${Number(id)} order by position`,
    );
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  });

  test('markup and unusual letters stay text', async () => {
    const title = '<img src=x onerror=alert(1)> 👩‍👩‍👧 مرحبا';
    const { body } = await upload(ada, {
      title: `${title}\u202e\nend`,
      description: 'javascript:alert(1)',
      photo: fixture('square.jpg'),
    });
    expect(body.album).toMatchObject({
      title: expect.stringMatching(/^<img src=x onerror=alert\(1\)> 👩‍👩‍👧 مرحبا +end$/u),
      description: 'javascript:alert(1)',
    });
  });
});

describe('photos of an album', () => {
  test('rotating a photo makes new files and removes the old ones', async () => {
    const { photoId } = await makeAlbum({}, ada);
    const album = await upload(ada, { title: 'Turned', photo: fixture('landscape.jpg') });
    const { photo_id: id, image_main: before } = album.body.photos[0];
    const turned = await send(
      'POST',
      '/albums/photo/rotate',
      { photo_id: id, angle: 90 },
      { as: ada },
    );
    expect(turned.body.response.image_main).toMatchObject({
      width: before.height,
      height: before.width,
    });
    for (const angle of [45, '90deg', 0, -90])
      expect(
        await codeOf(
          send('POST', '/albums/photo/rotate', { photo_id: photoId, angle }, { as: ada }),
        ),
      ).toBe('validation_fail');
  });

  test('each photo has its own comments and reactions, as far as the album permits', async () => {
    const open = await makeAlbum();
    const quiet = await makeAlbum({ auth_comment: 'owner_member' });
    const commentStatus = (as: Member, id: number) =>
      codeOf(
        send(
          'POST',
          '/comment-create',
          { subject_type: 'album_photo', subject_id: id, body: 'Lovely' },
          { as },
        ),
      );
    expect(await commentStatus(other, open.photoId)).toBe(200);
    expect(await commentStatus(friend, quiet.photoId)).toBe(200);
    const [{ id: commentId } = { id: 0 }] = await db.execute<{ id: number }>(
      sql`
        select id from comments where subject_type = 'photo' and subject_id = ${open.photoId}`,
    );
    expect(await findCommentPath(ada, commentId)).toBe(
      `/profile/${ada.id}/albums/${open.albumId}/photo/${open.photoId}?comment=${commentId}#comment-${commentId}`,
    );
    expect(await commentStatus(other, quiet.photoId)).toBe('unauthorized');
    expect(await commentStatus(blocked, open.photoId)).toBe('no_record');
    expect(
      (await send('GET', '/albums/photo/view', { photo_id: quiet.photoId }, { as: other })).body
        .response,
    ).toMatchObject({ comment_count: 1, can_comment: 0 });
    // Its owner is notified, with a link to the album.
    const notificationLinks = async (as: Member) =>
      (await send('GET', '/notifications', { limit: 50 }, { as })).body.recentUpdates.map(
        ({ url }: { url: string }) => url,
      );
    expect(await notificationLinks(ada)).toEqual(
      expect.arrayContaining([`/albums/${open.albumId}`, `/albums/${quiet.albumId}`]),
    );
    await send('DELETE', `/albums/delete/${open.albumId}`, {}, { as: ada });
    expect(await notificationLinks(ada)).not.toContain(`/albums/${open.albumId}`);
  });

  test('an album can be commented on as a whole, as far as it permits', async () => {
    const open = await makeAlbum();
    const quiet = await makeAlbum({ auth_comment: 'owner_member' });
    const closed = await makeAlbum({ auth_view: 'friends' });
    const subject = (albumId: number) => ({ subject_type: 'album', subject_id: albumId });
    const comment = (as: Member, albumId: number) =>
      codeOf(send('POST', '/comment-create', { ...subject(albumId), body: 'What a day' }, { as }));
    const like = (as: Member, albumId: number) =>
      codeOf(send('POST', '/like', { ...subject(albumId), reaction: 'love' }, { as }));
    for (const act of [comment, like]) {
      const codes = [
        act(other, open.albumId),
        act(friend, quiet.albumId),
        act(other, quiet.albumId),
        act(blocked, open.albumId),
        act(other, closed.albumId),
      ];
      expect(await Promise.all(codes)).toEqual([
        200,
        200,
        'unauthorized',
        'no_record',
        'no_record',
      ]);
    }
    const read = async (as?: Member) =>
      (await send('GET', `/albums/view/${open.albumId}`, {}, { as })).body.album;
    expect(await read(other)).toMatchObject({
      comment_count: 1,
      like_count: 1,
      is_like: 1,
      can_comment: 1,
      feed_reactions: { 2: { reaction_count: 1 } },
    });
    expect(await read()).toMatchObject({
      comment_count: 1,
      like_count: 1,
      is_like: 0,
      can_comment: 0,
    });
    const list = (
      await send(
        'GET',
        '/likes-comments',
        { ...subject(open.albumId), viewAllLikes: 1 },
        { as: ada },
      )
    ).body;
    expect(list).toMatchObject({
      viewAllComments: [{ body: 'What a day', resource_type: 'album', resource_id: open.albumId }],
      viewAllLikesBy: [{ user_id: other.id }],
    });
    const { comment_id: id } = list.viewAllComments[0];
    expect(await findCommentPath(ada, id)).toBe(
      `/profile/${ada.id}/albums/${open.albumId}?comment=${id}#comment-${id}`,
    );
  });

  test('the owner of an album is notified of comments and reactions, until it is deleted', async () => {
    const open = await makeAlbum();
    const subject = { subject_type: 'album', subject_id: open.albumId };
    await send('POST', '/comment-create', { ...subject, body: 'What a day' }, { as: other });
    await send('POST', '/like', { ...subject, reaction: 'love' }, { as: other });
    const notified = async () =>
      (await send('GET', '/notifications', { limit: 50 }, { as: ada })).body.recentUpdates.filter(
        ({ url }: { url: string }) => url === `/albums/${open.albumId}`,
      );
    expect(
      (await notified()).map(({ feed_title }: { feed_title: string }) => feed_title).sort(),
    ).toEqual(['Cy commented on your album.', 'Cy reacted to your album.']);
    expect(await codeOf(send('DELETE', `/albums/delete/${open.albumId}`, {}, { as: ada }))).toBe(
      204,
    );
    expect(await notified()).toEqual([]);
    for (const table of [
      'comments',
      'comment_totals',
      'reactions',
      'reaction_totals',
      'notifications',
    ]) {
      const left = await db.execute(
        sql`
          select 1
          from ${sql.identifier(table)}
          where subject_type::text = 'album' and subject_id = ${open.albumId}`,
      );
      expect([table, left.length]).toEqual([table, 0]);
    }
  });

  test('many photos are paged with as many statements as few', async () => {
    const { albumId } = await makeAlbum();
    const ids = await fillAlbum(albumId, ada, 450);
    const page = (fields: Record<string, number>) =>
      send('GET', '/albums/photo/list', { album_id: albumId, ...fields }, { as: other });
    const third = await page({ page: 3, limit: 50 });
    expect(third.body).toMatchObject({ totalItemCount: 451, canEdit: 0 });
    expect(third.body.photos.map(({ photo_id }: { photo_id: number }) => photo_id)).toEqual(
      ids.slice(99, 149),
    );
    expect(third.body.photos[0].menu.map(({ name }: { name: string }) => name)).toEqual(['report']);
    expect(await countStatements(() => page({ limit: 50 }))).toBe(
      await countStatements(() => page({ limit: 1 })),
    );
  });

  test('a large set is loaded in parts', async () => {
    const { albumId } = await makeAlbum();
    const ids = await fillAlbum(albumId, ada, 450);
    const { body } = await send(
      'GET',
      '/media/viewer',
      { type: 'album_photo', id: ids[299]!, subject_type: 'album', subject_id: albumId },
      { as: other },
    );
    expect([body.total, body.position, body.items.length, body.items[0].position]).toEqual([
      451, 301, 201, 201,
    ]);
    const from = await send(
      'GET',
      '/albums/view-content-album',
      { subject_type: 'album', subject_id: albumId, photo_id: ids[9]!, limit: 5 },
      { as: other },
    );
    expect(from.body).toMatchObject({
      totalPhotoCount: 451,
      position: 11,
      photos: ids.slice(9, 14).map((photo_id) => ({ photo_id })),
    });
  });

  test('files of a deleted album are removed a day later, except those used elsewhere', async () => {
    const { albumId, photoId } = await makeAlbum({}, other);
    await makeAlbum({}, friend);
    await send('DELETE', `/albums/delete/${albumId}`, {}, { as: other });
    expect(
      (await db.execute<{ state: string }>(sql`select state from media where id = ${photoId}`))[0],
    ).toEqual({ state: 'orphaned' });
    moveClock(25 * 3_600_000);
    await db.execute(
      sql`update media set state_changed_at = now() - interval '25 hours' where id = ${photoId}`,
    );
    await pruneMedia();
    moveClock(0);
    expect(await db.execute(sql`select 1 from media where id = ${photoId}`)).toHaveLength(0);
  });
});

describe('profile photo and cover', () => {
  test('uploads are kept in an automatic album, which cannot be deleted', async () => {
    const cy = await addMember({ name: 'Cyd' });
    await send(
      'POST',
      '/members/edit/photo',
      {},
      { as: cy, form: formOf({ photo: fixture('square.jpg') }) },
    );
    await send(
      'POST',
      '/members/edit/photo',
      {},
      { as: cy, form: formOf({ photo: fixture('portrait.jpg') }) },
    );
    await send(
      'POST',
      '/coverphoto/upload-cover-photo',
      {},
      {
        as: cy,
        form: formOf({
          photo: fixture('landscape.jpg'),
          subject_type: 'user',
          subject_id: String(cy.id),
        }),
      },
    );
    const { response } = (await send('GET', '/albums/manage', {}, { as: cy })).body;
    expect(
      response.map(
        ({
          title,
          photo_count,
          delete: d,
        }: {
          title: string;
          photo_count: number;
          delete: number;
        }) => [title, photo_count, d],
      ),
    ).toEqual([
      ['Cover Photos', 1, 0],
      ['Profile Photos', 2, 0],
    ]);
    expect(
      await codeOf(send('DELETE', `/albums/delete/${response[0].album_id}`, {}, { as: cy })),
    ).toBe('validation_fail');
  });

  test('an own photo of an album becomes the profile photo', async () => {
    const cy = await addMember({ name: 'Cyd' });
    const avatar = async () =>
      (await send('GET', '/user/profile', {}, { as: cy })).body.response.image;
    const before = await avatar();
    const { photoId } = await makeAlbum({ auth_view: 'onlyme' }, cy);
    expect(
      await codeOf(
        send(
          'POST',
          '/members/edit/external-photo',
          { photo: `album_photo_${photoId}` },
          { as: cy },
        ),
      ),
    ).toBe(204);
    expect(await avatar()).not.toBe(before);
    expect(
      await codeOf(
        send(
          'POST',
          '/members/edit/external-photo',
          { photo: `album_photo_${photoId}` },
          { as: other },
        ),
      ),
    ).toBe('no_record');
  });

  test("the menus of the member's own pictures", async () => {
    const menu = (as: Member, fields: Record<string, string | number>) =>
      send(
        'GET',
        '/coverphoto/get-cover-photo-menu',
        { subject_type: 'user', subject_id: as.id, ...fields },
        { as },
      );
    const names = (entries: Array<{ name: string }>) => entries.map(({ name }) => name);
    const { coverPhotoMenu, profilePhotoMenu } = (await menu(other, {})).body.response;
    expect([names(coverPhotoMenu), names(profilePhotoMenu)]).toEqual([
      ['upload_cover_photo'],
      ['upload_photo', 'choose_from_album'],
    ]);
    expect((await menu(other, { special: 'cover' })).body.response.profilePhotoMenu).toEqual([]);
    for (const wrong of [{ subject_id: ada.id }, { subject_type: 'group' }] as Array<
      Record<string, string | number>
    >)
      expect(await codeOf(menu(other, wrong))).toBe('no_record');
    expect(await codeOf(menu(other, { special: 'all' }))).toBe('validation_fail');
  });
});

test('visitors read public albums and change nothing', async () => {
  const { albumId, photoId } = await makeAlbum();
  for (const [method, path] of [
    ['GET', '/albums'],
    ['GET', '/albums/manage'],
    ['GET', '/albums/search-form'],
    ['GET', '/albums/upload'],
    ['POST', '/albums/upload'],
    ['PUT', `/albums/edit/${albumId}`],
    ['DELETE', `/albums/delete/${albumId}`],
    ['POST', '/albums/photo/rotate'],
    ['POST', '/members/edit/external-photo'],
  ] as const) {
    expect([path, (await send(method, path, { photo_id: photoId })).status]).toEqual([path, 401]);
  }
});
