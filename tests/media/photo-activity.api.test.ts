import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addToAlbum } from '#domains/albums/album-changes.server.ts';
import { photosAdded } from '#domains/albums/photos-added.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { applyPicture, preparePicture } from '#domains/profiles/pictures/pictures.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { workFolder } from '#server/uploads/work-folder.ts';
import { fixture } from '../support/files.ts';
import { addMember, befriend, setProfileAudience, setStatus } from '../support/people.ts';
import { fetchFile, send } from '../support/rest.ts';
import { formOf } from '../support/uploads.ts';
import {
  ada,
  blocked,
  blocking,
  codeOf,
  friend,
  makeAlbum,
  moderator,
  other,
  people,
  upload,
} from './album-world.ts';

const newPhoto = (as: Member) =>
  send('POST', '/members/edit/photo', {}, { as, form: formOf({ photo: fixture('square.jpg') }) });
/** Decoding is slow: do it once for all changes of a test. */
async function preparedPhoto() {
  const folder = await workFolder();
  try {
    const path = join(import.meta.dirname, '../fixtures/square.jpg');
    return await preparePicture('profile', { path, kind: 'jpeg' }, folder.path);
  } finally {
    await folder.remove();
  }
}
const wallOf = async (owner: Member, as: Member = owner) =>
  (
    await send(
      'GET',
      '/advancedactivity/feeds',
      { subject_type: 'user', subject_id: owner.id },
      { as },
    )
  ).body.data.map(({ feed }: { feed: Record<string, unknown> }) => feed);
const idsOf = async (owner: Member) =>
  (await wallOf(owner)).map(({ action_id }: { action_id: number }) => action_id);
const seePost = async (id: number, as: Member | undefined) =>
  (await send('GET', '/advancedactivity/feeds', { action_id: id }, { as })).status === 200;
const seenBy = async (id: number) => {
  const seen = await Promise.all(
    people.map(async ([name, who]) => ((await seePost(id, who())) ? [name] : [])),
  );
  return seen.flat();
};

describe('a new profile photo', () => {
  test('is posted on the wall and in the feed, with a link to the photo in its album', async () => {
    const cy = await addMember({ name: 'Cy Lake' });
    await newPhoto(cy);
    const [feed] = await wallOf(cy, other);
    expect(feed).toMatchObject({
      type: 'profile_photo_update',
      feed_title: 'Cy Lake updated their profile photo',
      body: '',
      privacy: 'everyone',
      photo_attachment_count: 1,
    });
    expect(feed.action_type_body).toBe(
      '{item:$subject} updated their profile photo\r\n{body:$body}',
    );
    const [photo] = feed.attachment;
    expect(photo).toMatchObject({
      attachment_type: 'album_photo',
      attachment_id: photo.photo_id,
      album_id: feed.params.album.album_id,
    });
    expect(photo.content_url).toMatch(
      `/profile/${cy.id}/albums/${photo.album_id}/photo/${photo.photo_id}`,
    );
    expect(
      await codeOf(
        send(
          'GET',
          '/media/viewer',
          {
            type: 'album_photo',
            id: photo.photo_id,
            subject_type: 'album',
            subject_id: photo.album_id,
            owner_id: cy.id,
          },
          { as: other },
        ),
      ),
    ).toBe(200);
    // No second album is created for the wall, to which the photo does not belong.
    const albums = (await send('GET', '/albums', { user_id: cy.id }, { as: cy })).body.response;
    expect(albums.map(({ type }: { type: string }) => type)).toEqual(['profile']);
  });

  /** Sets the same prepared photo as profile photo, each time as a new one. */
  const photoAfterPhoto = async (member: Member) => {
    const prepared = await preparedPhoto();
    return () => db.transaction((tx) => applyPicture(tx, member, 'profile', prepared));
  };

  test('five in a row make one item with the last photo', async () => {
    const member = await addMember();
    const another = await photoAfterPhoto(member);
    for (let change = 0; change < 5; change += 1) await another();
    for (let change = 0; change < 5; change += 1) await another();
    const [activity, ...more] = await wallOf(member);
    expect(more).toEqual([]);
    const [newest] = await db.execute<{ id: number }>(
      sql`
        select max(p.media_id)::int as id
        from album_photos p
        join albums a on a.id = p.album_id
        where a.owner_id = ${member.id}`,
    );
    expect(activity.attachment[0].photo_id).toBe(newest!.id);
  });

  test('an item with reactions or own text stays', async () => {
    const member = await addMember();
    const another = await photoAfterPhoto(member);
    await another();
    const [first] = await idsOf(member);
    await send('POST', '/advancedactivity/like', { action_id: first }, { as: other });
    await another();
    const [second] = await idsOf(member);
    await send(
      'POST',
      '/advancedactivity/edit-feed',
      { action_id: second, body: 'A new hat' },
      { as: member },
    );
    await another();
    expect((await idsOf(member)).slice(1)).toEqual([second, first]);
  });

  test('an old item stays', async () => {
    const member = await addMember();
    const another = await photoAfterPhoto(member);
    await another();
    const [first] = await idsOf(member);
    await db.execute(
      sql`
        update posts
        set published_at = published_at - interval '2 hours'
        where author_id = ${member.id}`,
    );
    await another();
    expect((await idsOf(member)).slice(1)).toEqual([first]);
  });

  test('a refused photo, a cover and a disabled activity type post nothing', async () => {
    const member = await addMember();
    expect(
      await codeOf(
        send(
          'POST',
          '/members/edit/photo',
          {},
          { as: member, form: formOf({ photo: fixture('text-named.jpg') }) },
        ),
      ),
    ).not.toBe(200);
    await send(
      'POST',
      `/user/profilepage/upload-cover-photo/user_id/${member.id}`,
      {},
      { as: member, form: formOf({ photo: fixture('portrait.jpg') }) },
    );
    await send('PUT', '/members/settings/privacy', { publishTypes: 'friends' }, { as: member });
    const { albumId, photoId } = await makeAlbum({}, member);
    await db.transaction((tx) =>
      photosAdded(tx, member, { type: 'profile_photo_update', albumId, photoIds: [photoId] }),
    );
    expect(await idsOf(member)).toEqual([]);
  });

  test('a choice from an own album is posted too: for a private photo only with the public avatar', async () => {
    const member = await addMember({ name: 'Fi' });
    const { photoId } = await makeAlbum(
      { auth_view: 'owner', photo: fixture('portrait.jpg') },
      member,
    );
    const make = (id: number, as = member) =>
      codeOf(send('POST', '/members/edit/external-photo', { photo: `album_photo_${id}` }, { as }));
    const profilePhotos = async () => {
      const rows = await db.execute<{
        id: number;
        isSquare: boolean;
      }>(sql`
        select m.id::int as id, m.width = m.height as "isSquare"
        from album_photos p
        join albums a on a.id = p.album_id
        join media m on m.id = p.media_id
        where a.owner_id = ${member.id} and a.type = 'profile'
        order by p.position`);
      return [...rows];
    };
    expect(await make(photoId, other)).toBe('no_record');
    expect(await make(photoId)).toBe(204);
    const [kept] = await profilePhotos();
    expect(kept!.isSquare).toBe(true);
    const [first, ...more] = await wallOf(member, other);
    expect([first.feed_title, first.attachment[0].photo_id, more]).toEqual([
      'Fi updated their profile photo',
      kept!.id,
      [],
    ]);
    const file = await fetchFile(`/media/${photoId}/original.webp`, { as: other });
    await file.body?.cancel();
    expect(file.status).toBe(404);
    // A former profile photo is shown from its album and not stored twice.
    expect(await make(kept!.id)).toBe(204);
    expect(
      (await wallOf(member, other)).map(
        ({
          action_id,
          attachment,
        }: {
          action_id: number;
          attachment: Array<{ photo_id: number }>;
        }) => [action_id > first.action_id, attachment[0]!.photo_id],
      ),
    ).toEqual([[true, kept!.id]]);
    expect(await profilePhotos()).toEqual([kept]);
  });
});

describe('new photos of an album', () => {
  test('are posted with the album, and up to ten within the hour in one item', async () => {
    const { albumId } = await makeAlbum({ title: 'The long summer' });
    const [feed] = await wallOf(ada);
    expect(feed).toMatchObject({
      type: 'album_photo_new',
      feed_title: 'Ada added a photo to the album The long summer',
      params: { album: { album_id: albumId, title: 'The long summer' } },
    });
    expect(feed.action_type_body_params[1]).toEqual({
      search: '{item:$album}',
      type: 'album',
      id: albumId,
      label: 'The long summer',
    });
    await upload(ada, { album_id: String(albumId), photo: fixture('square.jpg') });
    expect((await wallOf(ada))[0]).toMatchObject({
      action_id: feed.action_id,
      attachment_count: 2,
      feed_title: 'Ada added 2 photos to the album The long summer',
    });
    const { photos } = await preparedPhoto();
    await db.transaction(async (tx) => {
      const added = await addToAlbum(tx, ada, albumId, Array(12).fill(photos[0]));
      await photosAdded(tx, ada, {
        type: 'album_photo_new',
        albumId,
        photoIds: added.map(({ id }) => id),
      });
    });
    const [full] = await wallOf(ada);
    expect(full).toMatchObject({
      action_id: feed.action_id,
      attachment_count: 10,
      feed_title: 'Ada added photos to the album The long summer',
    });
    expect(
      new Set(full.attachment.map(({ photo_id }: { photo_id: number }) => photo_id)).size,
    ).toBe(10);
  });

  test('a private album or one without photos is not posted', async () => {
    const before = await idsOf(ada);
    await makeAlbum({ auth_view: 'owner' });
    await upload(ada, { title: 'Still empty' });
    expect(await idsOf(ada)).toEqual(before);
  });

  test('a deleted photo leaves the item, which is deleted with the last one', async () => {
    const { albumId, photoId } = await makeAlbum();
    const second = (
      await upload(ada, { album_id: String(albumId), photo: fixture('portrait.jpg') })
    ).body.photos[0].photo_id;
    const [{ action_id: id }] = await wallOf(ada);
    await send('DELETE', '/albums/photo/delete', { photo_id: photoId }, { as: ada });
    expect((await wallOf(ada))[0]).toMatchObject({
      action_id: id,
      attachment_count: 1,
      attachment: [{ photo_id: second }],
    });
    const [attachment] = await db.execute(
      sql`select position from attachments where post_id = ${id}`,
    );
    expect(attachment).toEqual({ position: 0 });
    await send('DELETE', '/albums/photo/delete', { photo_id: second }, { as: ada });
    expect(await seePost(id, ada)).toBe(false);
  });

  test('the item is deleted with the album', async () => {
    const deleted = await makeAlbum();
    const [of] = await idsOf(ada);
    await send('DELETE', `/albums/delete/${deleted.albumId}`, {}, { as: ada });
    expect(await seePost(of, ada)).toBe(false);
  });

  test('the item is deleted by hand, and the photo stays in the album', async () => {
    const kept = await makeAlbum();
    const [byHand] = await idsOf(ada);
    expect(
      await codeOf(
        send('DELETE', '/advancedactivity/delete', { action_id: byHand }, { as: other }),
      ),
    ).toBe('unauthorized');
    expect(
      await codeOf(send('DELETE', '/advancedactivity/delete', { action_id: byHand }, { as: ada })),
    ).toBe(204);
    // The photo belongs to the album.
    expect(
      await codeOf(send('GET', '/albums/photo/view', { photo_id: kept.photoId }, { as: other })),
    ).toBe(200);
  });
});

describe('its readers', () => {
  const everybody = ['visitor', 'member', 'friend', 'owner', 'moderator'];

  test('everybody who sees the album, at once after each change', async () => {
    await setProfileAudience(ada, 'everyone');
    const { albumId, photoId } = await makeAlbum();
    const [id] = await idsOf(ada);
    const choose = (auth_view: string) =>
      send('PUT', `/albums/edit/${albumId}`, { auth_view }, { as: ada });
    expect(await seenBy(id)).toEqual(everybody);
    await choose('owner_member');
    expect(await seenBy(id)).toEqual(['friend', 'owner']);
    expect((await wallOf(ada))[0]).toMatchObject({ action_id: id, privacy: 'friends' });
    await choose('owner');
    expect(await seenBy(id)).toEqual(['owner']);
    await choose('everyone');
    await setProfileAudience(ada, 'members');
    expect(await seenBy(id)).toEqual(['member', 'friend', 'owner', 'moderator']);
    await setProfileAudience(ada, 'friends');
    expect(await seenBy(id)).toEqual(['friend', 'owner', 'moderator']);
    // Neither its list, its likes, a share nor its file.
    expect(
      JSON.stringify((await send('GET', '/advancedactivity/feeds', {}, { as: other })).body.data),
    ).not.toContain(`"action_id":${id},`);
    expect(
      await codeOf(send('POST', '/advancedactivity/like', { action_id: id }, { as: other })),
    ).toBe('no_record');
    expect(
      await codeOf(send('POST', '/activity/share', { type: 'activity_action', id }, { as: other })),
    ).toBe('no_record');
    const file = await fetchFile(`/media/${photoId}/original.webp`, { as: other });
    await file.body?.cancel();
    expect(file.status).toBe(404);
    await setProfileAudience(ada, 'everyone');
    expect(await seePost(id, blocked)).toBe(false);
    expect(await seePost(id, blocking)).toBe(false);
    await setStatus(ada, 'suspended');
    expect(await seenBy(id)).toEqual([]);
    await setStatus(ada, 'active');
  });

  test('it is liked, commented on and reported like every post', async () => {
    const author = await addMember();
    await befriend(author, friend);
    await newPhoto(author);
    await db.execute(sql`update albums set audience = 'friends' where owner_id = ${author.id}`);
    const [{ action_id: id }] = await wallOf(author);
    expect(
      await codeOf(
        send('POST', '/advancedactivity/like', { action_id: id, reaction: 'love' }, { as: friend }),
      ),
    ).toBe(200);
    expect(
      await codeOf(
        send(
          'POST',
          '/advancedactivity/comment',
          { action_id: id, body: 'Lovely' },
          { as: friend },
        ),
      ),
    ).toBe(200);
    const activity = (await send('GET', '/notifications', {}, { as: author })).body.recentUpdates;
    expect(
      activity.map(({ feed_title, params }: { feed_title: string; params: { label: string } }) => [
        feed_title,
        params.label,
      ]),
    ).toContainEqual([`${friend.displayname} reacted to your post.`, 'New profile photo']);
    expect(
      await codeOf(
        send(
          'POST',
          '/report/create',
          {
            type: 'activity_action',
            id,
            category: 'inappropriate',
            description: 'See for yourself',
          },
          { as: friend },
        ),
      ),
    ).toBe(204);
    const [report] = await db.execute<{ content: { body: string; photoCount: number } }>(
      sql`select content from reports where subject_type = 'post' and subject_id = ${id}`,
    );
    expect(report!.content).toMatchObject({ body: 'New profile photo', photoCount: 1 });
    expect(await seePost(id, moderator)).toBe(false);
  });

  test('its audience is that of the album', async () => {
    await makeAlbum();
    const [{ action_id: id }] = await wallOf(ada);
    expect(
      await codeOf(
        send(
          'POST',
          '/advancedactivity/edit-feed',
          { action_id: id, body: 'x', auth_view: 'onlyme' },
          { as: ada },
        ),
      ),
    ).toBe('validation_fail');
  });

  test('its text is its own, and its photo has the alt text', async () => {
    const { photoId } = await makeAlbum();
    const [{ action_id: id }] = await wallOf(ada);
    expect(
      await codeOf(
        send(
          'POST',
          '/advancedactivity/edit-feed',
          {
            action_id: id,
            body: 'From #Sunday',
            auth_view: 'everyone',
            alt: JSON.stringify({ [photoId]: 'A lake' }),
          },
          { as: ada },
        ),
      ),
    ).toBe(204);
    const [feed] = await wallOf(ada);
    expect(feed).toMatchObject({
      body: 'From #Sunday',
      hashtags: ['Sunday'],
      attachment: [{ photo_id: photoId, picture: { alt: 'A lake' } }],
    });
  });
});
