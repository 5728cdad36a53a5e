// @module-tag rights
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, createGroup, createPage, writePost } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { putPhotos } from '../support/photos.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: ApiMember;
beforeAll(async () => {
  server = await startServer();
  ada = await memberOf(server, 'Ada', 'Quill');
});
afterAll(() => server.stop());

const visit = (path: string) =>
  fetch(path.startsWith('/') ? server.origin + path : path, { redirect: 'manual' });

/** The picture that a screen names for previews, as other sites read it. */
async function pictureOf(path: string) {
  const answer = await visit(path);
  const html = await answer.text();
  const property = (name: string) =>
    new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html)?.[1];
  return {
    src: property('image')!,
    size: [Number(property('image:width')), Number(property('image:height'))],
    isLarge: html.includes('content="summary_large_image"'),
  };
}

/** The picture at an address, as its bytes say. */
async function look(src: string) {
  const answer = await visit(src);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, size: [width, height], bytes };
}

const createEvent = async () => {
  const { response } = await act<{ response: { event_id: number } }>(
    server,
    ada,
    '/events/create',
    {
      title: 'Lantern walk',
      category_id: 21,
      description: 'We walk along the river after dark.',
      location: 'East pier',
      starttime: '2098-05-01 20:00:00',
      endtime: '2098-05-01 22:00:00',
    },
  );
  return response.event_id;
};

const group = { title: 'Night swimmers', category_id: 13, description: 'We swim.' };
const page = {
  title: 'Night bakers',
  category_id: 4,
  body: 'We bake at night.',
  auth_view: 'everyone',
};

test.each<[string, () => Promise<string>]>([
  ['post', async () => `/posts/${await writePost(server, ada, 'The boats are ready & <dry> 🦉')}`],
  ['profile', async () => `/profile/${ada.id}/posts`],
  ['group', async () => `/groups/group/${await createGroup(server, ada, group)}/posts`],
  ['page', async () => `/pages/page/${await createPage(server, ada, page)}`],
  ['event', async () => `/events/event/${await createEvent()}`],
])('a %s without a picture is previewed by a drawn card', async (type, create) => {
  const path = await create();
  const { src, size, isLarge } = await pictureOf(path);
  expect(src).toMatch(new RegExp(`^${server.origin}/previews/${type}/\\d+/[\\w-]{16}\\.jpg$`));
  const { format, size: drawn, bytes } = await look(src);
  expect([format, drawn, size, isLarge]).toEqual(['jpeg', [1_200, 630], [1_200, 630], true]);
  // Words are drawn: an empty card has a background and a stripe alone.
  const { channels } = await sharp(bytes)
    .extract({ left: 80, top: 70, width: 900, height: 120 })
    .stats();
  expect(channels[0]!.stdev).toBeGreaterThan(10);
});

test('a photo is previewed as a JPEG of its size, or cut to a frame', async () => {
  const id = await writePost(server, ada, 'Look at this');
  const [photo] = await putPhotos(server, ada, id, [{ width: 960, height: 640 }]);
  const { src, size } = await pictureOf(`/posts/${id}`);
  expect([src, size]).toEqual([`${server.origin}/media/${photo}/960.jpg`, [960, 640]]);
  expect(await look(src)).toMatchObject({ format: 'jpeg', size: [960, 640] });
  expect(await look(`/media/${photo}/wide.jpg`)).toMatchObject({ size: [1_200, 630] });
  for (const absent of ['961.jpg', 'square.png', 'large.jpg'])
    expect((await visit(`/media/${photo}/${absent}`)).status).toBe(404);
  await act(server, ada, '/advancedactivity/edit-feed', {
    action_id: id,
    body: 'Other words',
    auth_view: 'friends',
  });
  expect((await visit(src)).status).toBe(404);
});

test('a narrower audience ends access to a card, and an older card redirects to the new words', async () => {
  const id = await writePost(server, ada, 'First words');
  const { src } = await pictureOf(`/posts/${id}`);
  const etag = (await visit(src)).headers.get('etag')!;
  const again = await fetch(src, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  await act(server, ada, '/advancedactivity/edit-feed', { action_id: id, body: 'Other words' });
  const moved = await visit(src);
  expect(moved.status).toBe(302);
  const current = (await pictureOf(`/posts/${id}`)).src;
  expect([current === src, moved.headers.get('location')]).toEqual([false, current]);
  await act(server, ada, '/advancedactivity/edit-feed', {
    action_id: id,
    body: 'Other words',
    auth_view: 'friends',
  });
  for (const one of [src, current]) expect((await visit(one)).status).toBe(404);
});

test('a card shows nothing that visitors may not read', async () => {
  const hidden = await writePost(server, ada, 'Not for all', 'friends');
  const version = 'A'.repeat(16);
  const absent = [`post/${hidden}`, 'post/999999', 'profile/999999', 'group/999999', 'song/1'];
  for (const path of absent)
    expect((await visit(`/previews/${path}/${version}.jpg`)).status, path).toBe(404);
});
