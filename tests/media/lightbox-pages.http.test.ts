// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginPath } from '#lib/login-path.ts';
import { act, writePost } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { putPhotos } from '../support/photos.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let ada: ApiMember;
let bo: ApiMember;
let postId: number;
let photos: number[];

beforeAll(async () => {
  server = await borrowServer();
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
  postId = await writePost(server, ada, 'Down by the river');
  photos = await putPhotos(server, ada, postId, [
    { width: 960, height: 640, alt: 'The old bridge' },
    { width: 640, height: 960, alt: 'A tall poplar' },
    { width: 1600, height: 400, alt: 'The whole valley' },
  ]);
});
afterAll(() => server.stop());

const pathOf = (index: number) => `/posts/${postId}/photo/${photos[index]}`;

test('a visitor without script sees a large picture, its comments and links to its neighbours', async () => {
  const page = new PlainPage(server);
  await page.open(`/posts/${postId}`);
  expect(page.html).toContain(`href="${pathOf(0)}"`);
  await page.open(pathOf(0));
  expect(page.html).toContain('<title>Photo 1 of 3 by Ada Quill');
  const picture = await fetch(
    server.origin + /class="viewer-photo[^"]*"[^>]* src="([^"]+)"/.exec(page.html)![1]!,
  );
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  await page.follow('Next');
  expect(page.path).toBe(pathOf(1));
  expect(page.href('Log in')).toBe(loginPath(pathOf(1), 'comment'));
  expect(page.html).not.toMatch(/<script[^>]* src=|<astro-island/);
  await page.follow('Close');
  expect(page.path).toBe(`/posts/${postId}`);
});

test('without script the comments of a photo are paged, and a link to one leads to it', async () => {
  const about = { subject_type: 'album_photo', subject_id: photos[2]! };
  const commentIds: number[] = [];
  for (let number = 1; number <= 7; number += 1)
    commentIds.push(
      (
        await act<{ comment_id: number }>(server, bo, '/comment-create', {
          ...about,
          body: `Valley ${number}`,
        })
      ).comment_id,
    );
  const page = new PlainPage(server);
  const texts = () => page.texts('.comment-body');
  await page.open(pathOf(2));
  expect(texts()).toEqual([7, 6, 5, 4, 3].map((number) => `Valley ${number}`));
  await page.follow('View more comments (2)');
  expect(page.path + page.url.hash).toBe(`${pathOf(2)}?comments=2#comments`);
  expect(texts()).toEqual(['Valley 2', 'Valley 1']);
  await page.follow('View newer comments');
  expect(page.path + page.url.hash).toBe(`${pathOf(2)}#comments`);
  await page.open(`${pathOf(2)}?comment=${commentIds[0]}`);
  expect(texts()).toEqual(['Valley 1']);
  expect(page.links('View all comments (7)')).toHaveLength(1);
  await page.open(`${pathOf(2)}?comments=3`);
  expect(page.status).toBe(404);
});

test('a photo shows that its post is paid, and others do not', async () => {
  const id = await writePost(server, ada, 'A new lamp');
  const [photo] = await putPhotos(server, ada, id, [{ width: 320, height: 320 }]);
  await act(server, ada, '/advancedactivity/edit-feed', {
    action_id: id,
    body: 'A new lamp',
    is_paid: 1,
  });
  const page = new PlainPage(server);
  for (const [path, isPaid] of [
    [`/posts/${id}/photo/${photo}`, true],
    [pathOf(0), false],
  ] as const) {
    await page.open(path);
    expect(page.text.includes('Paid post'), path).toBe(isPaid);
  }
});

test('closed comments invite nobody to comment on the photos', async () => {
  const id = await writePost(server, ada, 'Look, but be silent');
  const [photo] = await putPhotos(server, ada, id, [{ width: 320, height: 320 }]);
  const read = async () => (await fetch(`${server.origin}/posts/${id}/photo/${photo}`)).text();
  expect(await read()).toContain('to join the conversation');
  await act(server, ada, '/advancedactivity/update-commentable', { action_id: id });
  expect(await read()).not.toContain('to join the conversation');
});

test('a member shares a photo without script', async () => {
  const page = new PlainPage(server, bo);
  await page.open(pathOf(1));
  await page.press('Share');
  await page.follow('Share');
  expect(page.path).toBe(`/share/album_photo/${photos[1]}`);
  page.fill('Say something about it', 'What a valley');
  await page.press('Share');
  expect(page.text).toContain('Post shared successfully!');
  const shared = page.texts('article').filter((text) => text.includes('What a valley'));
  expect(shared).toEqual([expect.stringContaining('Ada Quill')]);
});

async function get(path: string, cookie?: string) {
  const answer = await fetch(server.origin + path, { headers: cookie ? { cookie } : {} });
  return {
    status: answer.status,
    cache: answer.headers.get('cache-control'),
    html: await answer.text(),
  };
}

test('link previews get the picture', async () => {
  const { html, cache } = await get(pathOf(0));
  expect(html).toContain(
    `<meta property="og:image" content="${server.origin}/media/${photos[0]}/960.jpg"`,
  );
  expect(html).toContain('content="summary_large_image"');
  expect(html).toContain(`<link rel="canonical" href="${server.origin}${pathOf(0)}"`);
  expect(cache).toBe('private, no-cache');
});

test('a hidden photo looks like one that does not exist', async () => {
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
