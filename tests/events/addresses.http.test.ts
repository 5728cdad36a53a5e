import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../support/act.ts';
import { fixture } from '../support/files.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

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

test('albums and photos of an event have addresses below its number', async () => {
  const form = new FormData();
  form.set('photo', fixture('square.jpg'));
  const path = `/api/rest/events/photo/list?event_id=${eventId}`;
  const options = { method: 'POST', headers: ada.headers, body: form };
  const added = await (await fetch(server.origin + path, options)).json();
  const [{ album_id: album, photo_id: photo }] = added.body.response;
  for (const headers of readers)
    for (const below of [`albums/${album}`, `albums/${album}/photo/${photo}`])
      expect((await read(`/events/${eventId}/${below}`, headers))[0], below).toBe(200);
  expect(await read(`/events/${eventId}/videos`)).toEqual([301, `/events/event/${eventId}/videos`]);
  expect((await read(`/events/${eventId}/videos/${photo}`))[0]).toBe(404);
});
