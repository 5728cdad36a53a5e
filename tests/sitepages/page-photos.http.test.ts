import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, createPage } from '../support/act.ts';
import { fixture } from '../support/files.ts';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => server.stop());

test('visitors and members read albums, photos and videos of a page without script', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await createPage(server, ada, { title: 'Mill', category_id: 3, body: 'An old mill.' });
  const added = await act<{ response: { album_id: number } }>(
    server,
    ada,
    `/sitepage/photos/addalbum/${id}`,
    { title: 'Harvest' },
  );
  const album = added.response.album_id;
  const form = new FormData();
  form.set('photo0', fixture('square.jpg'));
  const answer = await fetch(`${server.origin}/api/rest/sitepage/photos/addphoto/${id}/${album}`, {
    method: 'POST',
    headers: ada.headers,
    body: form,
  });
  const photo = (await answer.json()).body.response[0].photo_id as number;
  for (const reader of [new PlainPage(server), new PlainPage(server, bo)]) {
    await reader.open(`/pages/page/${id}/photos`);
    expect(reader.status).toBe(200);
    expect(reader.html).toContain(`/pages/${id}/albums/${album}"`);
    await reader.open(`/pages/${id}/albums/${album}`);
    expect(reader.texts('h2')).toContain('Harvest');
    expect(reader.html).toContain(`/pages/${id}/albums/${album}/photo/${photo}`);
    await reader.open(`/pages/${id}/albums/${album}/photo/${photo}`);
    expect(reader.status).toBe(200);
    await reader.open(`/pages/${id}/videos`);
    expect(reader.path).toBe(`/pages/page/${id}/videos`);
    expect(reader.text).toContain('No videos here yet...');
    for (const path of [
      `/pages/${id}/albums/${album}/photo/999999`,
      `/pages/${id}/videos/999999`,
    ]) {
      await reader.open(path);
      expect(reader.status).toBe(404);
    }
  }
  const owner = new PlainPage(server, ada);
  await owner.open(`/pages/${id}/albums/${album}`);
  expect(owner.html).toContain('AlbumTools');
  await owner.open(`/pages/page/${id}/photos`);
  expect(owner.html).toContain('NewAlbum');
});
