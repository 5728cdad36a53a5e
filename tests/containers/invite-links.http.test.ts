// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, createGroup } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let ada: ApiMember;
beforeAll(async () => {
  server = await borrowServer();
  ada = await memberOf(server, 'Ada', 'Quill');
});
afterAll(() => server.stop());

/** Opens a new link of a group without an account. */
async function openLink(privacy: string) {
  const id = await createGroup(server, ada, {
    title: 'Lantern walkers',
    category_id: 13,
    description: 'We walk by night.',
    privacy,
  });
  const { url } = await act<{ url: string }>(server, ada, `/groups/invite-links/${id}`, {});
  const path = new URL(url, server.origin).pathname;
  const page = new PlainPage(server);
  await page.open(path);
  return { page, path };
}

test.each(['open', 'closed'])(
  'an invitation link to an %s group shows visitors its front and the ways in, Sign up first',
  async (privacy) => {
    const { page, path } = await openLink(privacy);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Join Lantern walkers');
    expect(page.text).toContain('We walk by night.');
    expect(page.text).toContain('Ada Quill invites you.');
    expect(page.text).toMatch(/Sign up\s+Log in/);
    await page.open(page.links('Sign up').at(-1)!.attribs.href!);
    expect(page.path).toBe(`/signup?next=${encodeURIComponent(path)}`);
  },
);

test('an invitation link names nobody to visitors whose profile is not public', async () => {
  await act(server, ada, '/members/settings/privacy', { privacy: 'registered' });
  const { page } = await openLink('open');
  await act(server, ada, '/members/settings/privacy', { privacy: 'everyone' });
  expect(page.text).toContain('Join Lantern walkers');
  expect(page.html).not.toContain('Quill');
});

test('an invitation link to a secret group names it to no visitor', async () => {
  const { page, path } = await openLink('secret');
  expect(page.text).toContain('You are invited to a private group');
  expect(page.html).not.toContain('Lantern');
  expect(page.text).not.toContain(ada.displayname);
  const answer = await fetch(server.origin + path);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
});

test('a link that never was leads visitors to nothing', async () => {
  const page = new PlainPage(server);
  await page.open(`/groups/join/${'x'.repeat(43)}`);
  expect(page.status).toBe(404);
});
