import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, writePost } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { putPhotos } from '../support/photos.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let ada: ApiMember;
let bo: ApiMember;
beforeAll(async () => {
  server = await borrowServer();
  [ada, bo] = [await memberOf(server, 'Ada', 'Quill'), await memberOf(server, 'Bo', 'Reed')];
});
afterAll(() => server.stop());

test('where comments are closed nobody is invited to comment on the photos', async () => {
  const id = await writePost(server, ada, 'Look, but be silent');
  const [photo] = await putPhotos(server, ada, id, [{ width: 320, height: 320 }]);
  const read = async () => (await fetch(`${server.origin}/posts/${id}/photo/${photo}`)).text();
  expect(await read()).toContain('to join the conversation');
  await act(server, ada, '/advancedactivity/update-commentable', { action_id: id });
  expect(await read()).not.toContain('to join the conversation');
});

test('link previews get the picture; a hidden and a missing one look the same', async () => {
  const get = async (path: string, cookie?: string) => {
    const answer = await fetch(server.origin + path, { headers: cookie ? { cookie } : {} });
    return {
      status: answer.status,
      cache: answer.headers.get('cache-control'),
      html: await answer.text(),
    };
  };
  const postId = await writePost(server, ada, 'Down by the river');
  const photos = await putPhotos(server, ada, postId, [
    { width: 960, height: 640, alt: 'The old bridge' },
  ]);
  const address = `/posts/${postId}/photo/${photos[0]}`;
  const { html, cache } = await get(address);
  expect(html).toContain(
    `<meta property="og:image" content="${server.origin}/media/${photos[0]}/960.webp"`,
  );
  expect(html).toContain('content="summary_large_image"');
  expect(html).toContain(`<link rel="canonical" href="${server.origin}${address}"`);
  expect(cache).toBe('private, no-cache');

  const secret = await writePost(server, ada, 'Not for all', 'friends');
  const [hidden] = await putPhotos(server, ada, secret, [{ width: 320, height: 320 }]);
  const absent = [
    `/posts/${secret}/photo/${hidden}`,
    `/posts/${postId}/photo/${hidden}`,
    `/posts/${secret}/photo/${photos[0]}`,
    `/posts/${postId}/photo/999999`,
    `/posts/${postId}/video/${photos[0]}`,
    `/posts/${postId}/song/${photos[0]}`,
  ];
  for (const who of [undefined, bo.cookie]) {
    const answers = await Promise.all(absent.map((path) => get(path, who)));
    expect(answers.map(({ status }) => status)).toEqual(absent.map(() => 404));
    for (const answer of answers) expect(answer.html).not.toContain('Not for all');
  }
  expect((await get(`/posts/${secret}/photo/${hidden}`, ada.cookie)).status).toBe(200);
});
