import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../support/act.ts';
import { fixture } from '../support/files.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { formOf } from '../support/uploads.ts';

let server: SharedServer;
let ada: ApiMember;
let eventId: number;
/** Headers of a visitor and of a member. */
let readers: Array<Record<string, string>>;
beforeAll(async () => {
  server = await borrowServer();
  ada = await memberOf(server, 'Ada', 'Quill');
  readers = [{}, { cookie: ada.cookie }];
  const { response } = await act<{ response: { event_id: number } }>(
    server,
    ada,
    '/events/create',
    {
      title: 'Lantern walk',
      description: 'Along the river.',
      starttime: '2098-05-01 20:00:00',
      endtime: '2098-05-01 22:00:00',
      rrule: 'FREQ=WEEKLY;COUNT=2',
    },
  );
  eventId = response.event_id;
});
afterAll(() => server.stop());

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.origin + path, { headers, redirect: 'manual' });
  await answer.text();
  return [answer.status, answer.headers.get('location')];
};

test('the number of an event leads to it, and other words to nothing', async () => {
  for (const headers of readers) {
    expect(await read(`/events/${eventId}`, headers)).toEqual([301, `/events/event/${eventId}`]);
    for (const path of ['/events/event/abc', '/events/event/0', '/events/event/999999999'])
      expect([path, ...(await read(path, headers))]).toEqual([path, 404, null]);
    expect((await read('/events/abc', headers))[0]).toBe(404);
  }
});

test('the number of the wall of a series leads to its next event', async () => {
  // Given just before those of its events.
  for (const headers of readers)
    expect(await read(`/events/event/${eventId - 1}`, headers)).toEqual([
      302,
      `/events/event/${eventId}`,
    ]);
});

test('every category is a link beside the list', async () => {
  for (const headers of readers) {
    const html = await (await fetch(`${server.origin}/events`, { headers })).text();
    const ids = [...html.matchAll(/href="\/events\?category=(\d+)"/g)].map(([, id]) => Number(id));
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 29 }, (_, nth) => nth + 1));
  }
});

async function upload(path: string, fields: Record<string, string | File>) {
  const options = { method: 'POST', headers: ada.headers, body: formOf(fields) };
  return (await (await fetch(`${server.origin}/api/rest${path}`, options)).json()).body;
}

test('albums, photos and videos of an event have addresses below its number', async () => {
  const photo = fixture('square.jpg');
  const added = await upload(`/events/photo/list?event_id=${eventId}`, { photo });
  const [{ album_id: album, photo_id: first }] = added.response;
  const wall = { subject_type: 'event', subject_id: String(eventId) };
  const film = { post_attach: '1', type: '3', filedata: fixture('clip.mp4'), ...wall };
  const { video_id: video } = await upload('/advancedvideos/create', film);
  for (const headers of readers)
    for (const below of [`albums/${album}`, `albums/${album}/photo/${first}`, `videos/${video}`])
      expect((await read(`/events/${eventId}/${below}`, headers))[0], below).toBe(200);
  expect(await read(`/events/${eventId}/videos`)).toEqual([301, `/events/event/${eventId}/videos`]);
  for (const other of [`videos/${first}`, `albums/${album}/photo/${video}`])
    expect((await read(`/events/${eventId}/${other}`))[0]).toBe(404);
});
