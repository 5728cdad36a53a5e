import { afterAll, beforeAll, expect, test } from 'vitest';
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
  await page.open(`/profile/${cleo.id}/videos`);
  expect(page.text).toContain('No videos here yet...');
});
