import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../support/act.ts';
import { fixture } from '../support/files.ts';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => server.stop());

test('without script an own video is renamed and deleted on a screen of its own', async () => {
  const cleo = await memberOf(server, 'Cleo', 'Moss');
  const form = new FormData();
  for (const [name, value] of Object.entries({ type: '3', post_attach: '1', body: 'At the lake' }))
    form.set(name, value);
  form.set('filedata', fixture('clip.mp4'));
  const url = `${server.origin}/api/rest/advancedvideos/create`;
  expect((await fetch(url, { method: 'POST', headers: cleo.headers, body: form })).status).toBe(
    200,
  );
  const page = new PlainPage(server, cleo);
  const openOptions = async (name: string) => {
    await page.open(`/profile/${cleo.id}/videos`);
    await page.press(`More about ${name}`);
    await page.follow(`More about ${name}`);
    expect(page.texts('h1')).toEqual(['Video options']);
  };
  await openOptions('At the lake');
  expect(page.value('Description'), 'not that of the post').toBe('');
  page.fill('Title', 'First swim');
  await page.press('Save');
  expect(page.text).toContain('Video changed');
  await openOptions('First swim');
  await page.press('Delete video');
  expect(page.text).toContain('Video deleted');
  expect(page.path).toBe(`/profile/${cleo.id}/videos`);
  expect(page.text).toContain('No videos here yet...');
});

test('without script a foreign video plays with one press, in a link from elsewhere it does not', async () => {
  const ada = await memberOf(server, 'Ada', 'Quill');
  const write = async (body: string, uri: string) => {
    const fields = { body, uri, auth_view: 'everyone' };
    const { response } = await act<{ response: { feed: { action_id: number } } }>(
      server,
      ada,
      '/advancedactivity/feeds/post',
      fields,
    );
    return response.feed.action_id;
  };
  const id = await write('No script', 'https://vimeo.com/76979871');
  await write('On the tab', 'https://youtu.be/dQw4w9WgXcQ');
  const page = new PlainPage(server);
  await page.open(`/posts/${id}`);
  expect(page.html).not.toContain('<iframe');
  await page.follow('Play Video on Vimeo');
  expect(page.text).toContain('1 / 1');
  const frameFrom = async (site: string) => {
    const answer = await fetch(page.url, { headers: { 'sec-fetch-site': site } });
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain('viewer-count');
    return /<iframe[^>]* src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  };
  const playing = 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1';
  expect(await frameFrom('same-origin')).toBe(playing);
  for (const site of ['none', 'same-site', 'cross-site'])
    expect(await frameFrom(site), site).toBeUndefined();

  await page.open(`/profile/${ada.id}/videos`);
  expect(page.html).not.toContain('<iframe');
  await page.follow('On the tab');
  expect(page.html).toMatch(
    /<iframe[^>]* src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/,
  );
});
