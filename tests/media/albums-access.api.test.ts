import { describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { fixture } from '../support/files.ts';
import {
  addMedia,
  addMember,
  addPost,
  befriend,
  setProfileAudience,
  setStatus,
  unfriend,
} from '../support/people.ts';
import { fetchFile, send } from '../support/rest.ts';
import { ada, blocked, codeOf, friend, makeAlbum, other, people, upload } from './album-world.ts';

/** Every path that returns an album or part of one. */
const paths: Record<
  string,
  (as: Member | undefined, album: { albumId: number; photoId: number }) => Promise<boolean>
> = {
  view: async (as, { albumId }) =>
    (await send('GET', `/albums/view/${albumId}`, {}, { as })).status === 200,
  'view by query': async (as, { albumId }) =>
    (await send('GET', '/albums/view-album', { subject_id: albumId }, { as })).status === 200,
  'list of photos': async (as, { albumId }) =>
    (await send('GET', '/albums/photo/list', { album_id: albumId }, { as })).status === 200,
  'one photo': async (as, { photoId }) =>
    (await send('GET', '/albums/photo/view', { photo_id: photoId }, { as })).status === 200,
  'lightbox set': async (as, { albumId, photoId }) =>
    (
      await send(
        'GET',
        '/media/viewer',
        {
          type: 'album_photo',
          id: photoId,
          subject_type: 'album',
          subject_id: albumId,
          owner_id: ada.id,
        },
        { as },
      )
    ).status === 200,
  content: async (as, { albumId }) =>
    (
      await send(
        'GET',
        '/albums/view-content-album',
        { subject_type: 'album', subject_id: albumId },
        { as },
      )
    ).status === 200,
  'content of its owner': async (as, { photoId }) =>
    (
      await send(
        'GET',
        '/albums/view-content-album',
        { subject_type: 'user', subject_id: ada.id, photo_id: photoId },
        { as },
      )
    ).status === 200,
  file: async (as, { photoId }) => {
    const answer = await fetchFile(`/media/${photoId}/original.webp`, { as });
    await answer.body?.cancel();
    return answer.status === 200;
  },
  comments: async (as, { photoId }) =>
    (
      await send(
        'GET',
        '/likes-comments',
        { subject_type: 'album_photo', subject_id: photoId },
        { as },
      )
    ).status === 200,
  'albums of the member': async (as, { albumId }) =>
    !as ||
    JSON.stringify(
      (await send('GET', '/albums', { user_id: ada.id, limit: 50 }, { as })).body ?? '',
    ).includes(`"album_id":${albumId},`),
  'albums of everybody': async (as, { albumId }) =>
    !as ||
    JSON.stringify((await send('GET', '/albums', { limit: 50 }, { as })).body ?? '').includes(
      `"album_id":${albumId},`,
    ),
};
const openToMembers = ['albums of the member', 'albums of everybody'];

async function seenBy(album: { albumId: number; photoId: number }): Promise<string[]> {
  const judged = await Promise.all(
    people.map(async ([name, who]) => {
      const asked = Object.entries(paths).filter(
        ([path]) => who() || !openToMembers.includes(path),
      );
      const found = await Promise.all(
        asked.map(async ([path, look]) => [path, await look(who(), album)] as const),
      );
      const answers = new Set(found.map(([, answer]) => answer));
      if (answers.size > 1)
        throw new Error(`${name} sees an album by some paths only: ${JSON.stringify(found)}`);
      return answers.has(true) ? [name] : [];
    }),
  );
  return judged.flat();
}
const everybody = ['visitor', 'member', 'friend', 'owner', 'moderator'];

describe('access to an album', () => {
  test.each([
    ['everyone', everybody],
    ['friends', ['friend', 'owner']],
    ['onlyme', ['owner']],
  ])('for %s, on every path', { timeout: 60_000 }, async (auth_view, who) => {
    expect(await seenBy(await makeAlbum({ auth_view }))).toEqual(who);
  });

  test(
    'it changes at once: narrowed, unfriended, profile closed, owner suspended, deleted',
    { timeout: 120_000 },
    async () => {
      const album = await makeAlbum({ auth_view: 'everyone' });
      expect(
        await codeOf(
          send('PUT', `/albums/edit/${album.albumId}`, { auth_view: 'owner_member' }, { as: ada }),
        ),
      ).toBe(204);
      expect(await seenBy(album)).toEqual(['friend', 'owner']);
      await unfriend(ada, friend);
      expect(await seenBy(album)).toEqual(['owner']);
      await befriend(ada, friend);
      await send('PUT', `/albums/edit/${album.albumId}`, { auth_view: 'everyone' }, { as: ada });
      const close = (audience: string) =>
        db.execute(
          sql`
            insert into member_settings (member_id, profile_audience)
            values (${ada.id}, ${audience})
            on conflict (member_id)
            do update set profile_audience = excluded.profile_audience`,
        );
      await close('members');
      expect(await seenBy(album)).toEqual(['member', 'friend', 'owner', 'moderator']);
      await close('friends');
      expect(await seenBy(album)).toEqual(['friend', 'owner', 'moderator']);
      await close('onlyme');
      expect(await seenBy(album)).toEqual(['owner', 'moderator']);
      await close('everyone');
      await setStatus(ada, 'suspended');
      expect(await seenBy(album)).toEqual([]);
      await setStatus(ada, 'active');
      expect(await codeOf(send('DELETE', `/albums/delete/${album.albumId}`, {}, { as: ada }))).toBe(
        204,
      );
      expect(await seenBy(album)).toEqual([]);
    },
  );

  test('the wall album shows and counts only photos of posts that its reader sees', async () => {
    const owner = await addMember();
    await befriend(owner, friend);
    await setProfileAudience(owner);
    for (const audience of ['everyone', 'friends', 'onlyme'] as const)
      await addMedia(owner, await addPost(owner, { audience }));
    const [wall] = (await send('GET', '/albums', { user_id: owner.id }, { as: owner })).body
      .response;
    expect(wall).toMatchObject({
      type: 'wall',
      title: 'Wall Photos',
      photo_count: 3,
      edit: 0,
      delete: 0,
      menu: [],
    });
    for (const [as, count] of [
      [owner, 3],
      [friend, 2],
      [other, 1],
      [undefined, 1],
    ] as const) {
      const { body } = await send('GET', `/albums/view/${wall.album_id}`, {}, { as });
      expect([body.totalPhotoCount, body.album.photo_count, body.albumPhotos.length]).toEqual([
        count,
        count,
        count,
      ]);
    }
    for (const change of [
      send('PUT', `/albums/edit/${wall.album_id}`, { title: 'Mine' }, { as: owner }),
      send('DELETE', `/albums/delete/${wall.album_id}`, {}, { as: owner }),
      upload(owner, { album_id: String(wall.album_id), photo: fixture('square.jpg') }),
    ]) {
      expect(await codeOf(change)).toBe('validation_fail');
    }
    // Albums without anything visible are not listed; the set contains only visible photos.
    await db.execute(sql`update posts set audience = 'onlyme' where author_id = ${owner.id}`);
    expect((await send('GET', '/albums', { user_id: owner.id }, { as: other })).body).toMatchObject(
      { totalItemCount: 0, response: [] },
    );
  });

  test('the list of all members leaves out private and unlisted albums', async () => {
    const quiet = await makeAlbum({ search: '0', title: 'Quiet' });
    const list = async (as: Member, fields = {}) =>
      (await send('GET', '/albums', { limit: 50, ...fields }, { as })).body.response.map(
        ({ album_id }: { album_id: number }) => album_id,
      );
    expect(await list(other)).not.toContain(quiet.albumId);
    expect(await list(other, { user_id: ada.id })).toContain(quiet.albumId);
  });

  test('an empty album is listed for its owner only', async () => {
    const list = async (as: Member) =>
      (await send('GET', '/albums', { limit: 50, user_id: ada.id }, { as })).body.response.map(
        ({ album_id }: { album_id: number }) => album_id,
      );
    const empty = (await upload(ada, { title: 'Empty so far' })).body.response.album_id;
    expect(await list(other)).not.toContain(empty);
    expect(await list(ada)).toContain(empty);
  });

  test('the list of a member who cannot be seen is not found', async () => {
    expect((await send('GET', '/albums', { user_id: ada.id }, { as: blocked })).error_code).toBe(
      'no_record',
    );
    expect((await send('GET', '/albums', { user_id: 999_999 }, { as: other })).error_code).toBe(
      'no_record',
    );
  });
});
