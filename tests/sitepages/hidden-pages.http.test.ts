// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, createPage } from '../support/act.ts';
import { fixture } from '../support/files.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

// Screens, feeds, pictures and the sitemap of a page that others may not know.

let server: SharedServer;
let ada: ApiMember;
let signedIn: Record<string, string>;
/** Headers of a visitor and of a member. */
let readers: Array<Record<string, string>>;
beforeAll(async () => {
  server = await borrowServer();
  ada = await memberOf(server, 'Ada');
  signedIn = { cookie: (await memberOf(server, 'Bo')).cookie };
  readers = [{}, signedIn];
});
afterAll(() => server.stop());

interface Answer {
  status: number;
  location: string | null;
  html: string;
}
const read = async (path: string, headers: Record<string, string> = {}): Promise<Answer> => {
  const answer = await fetch(server.origin + path, { headers, redirect: 'manual' });
  const text = answer.headers.get('content-type')?.startsWith('image/') ? '' : await answer.text();
  return { status: answer.status, location: answer.headers.get('location'), html: text };
};
const upload = async (path: string, name: string) => {
  const form = new FormData();
  form.set(name, fixture('square.jpg'));
  const options = { method: 'POST', headers: ada.headers, body: form };
  return (await (await fetch(`${server.origin}/api/rest${path}`, options)).json()).body.response;
};

/** Paths that name the page, an album, a photo or its short name. */
const paths = (id: number | string, album: number, photo: number, slug: string) => ({
  forAll: [
    ...['', '/about', '/photos', '/videos', '/reviews', '/members', '/feed.xml'].map(
      (tab) => `/pages/page/${id}${tab}`,
    ),
    `/pages/${id}/albums/${album}`,
    `/pages/${id}/albums/${album}/photo/${photo}`,
    `/pages/${id}/videos/${photo}`,
    `/pages/${slug}`,
  ],
  forMembers: [
    ...['overview', 'edit', 'admin/insights', 'admin/reports', 'admin/requests'].map(
      (screen) => `/pages/page/${id}/dashboard/${screen}`,
    ),
    `/pages/page/${id}/recommend`,
    `/pages/page/${id}/message`,
  ],
});

test('a draft, a declined and a removed page are the same 404 as one that never was', async () => {
  const fields = { title: 'Quincewood', category_id: 4, body: 'We row.', page_url: 'quincewood' };
  const id = await createPage(server, ada, fields);
  const added = await act<{ response: { album_id: number } }>(
    server,
    ada,
    `/sitepage/photos/addalbum/${id}`,
    { title: 'Quincewood' },
  );
  const album = added.response.album_id;
  const [photo] = await upload(`/sitepage/photos/addphoto/${id}/${album}`, 'photo0');
  const { image } = await upload(`/sitepage/photo/${id}`, 'photo');
  const files = [image as string, photo.image as string].map((url) => new URL(url).pathname);
  const own = paths(id, album, photo.photo_id, 'quincewood');
  const absent = paths('9999999', 9_999_998, 9_999_997, 'never-given');
  const sitemap = async () => (await read('/sitemap/containers/1.xml')).html;
  for (const path of own.forAll) expect((await read(path)).status, path).not.toBe(500);
  expect((await read(`/pages/page/${id}`)).status).toBe(200);
  expect(await sitemap()).toContain(`/pages/page/${id}<`);
  for (const path of files) expect((await read(path)).status, path).toBe(200);

  // Ids and one-time values differ; everything else is the same screen.
  const plain = ({ status, location, html }: Answer) => ({
    status,
    location: location?.replaceAll(/\d+/g, '0') ?? null,
    html: html.replaceAll(/[\da-f-]{36}|\d+/g, '0').replaceAll(/never-given|quincewood/g, 'slug'),
  });
  const readAs = (headers: Record<string, string>, some: typeof own) =>
    Promise.all(
      [...some.forAll, ...(headers.cookie ? some.forMembers : [])].map(async (path) => ({
        path,
        ...plain(await read(path, headers)),
      })),
    );
  const unknown = await Promise.all(readers.map((headers) => readAs(headers, absent)));
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  try {
    for (const state of ['draft', 'declined', 'removed']) {
      await sql`update containers set state = ${state} where type = 'page' and id = ${id}`;
      // A change by SQL reaches the page cache a moment later.
      await expect.poll(async () => (await read(own.forAll[0]!)).status).toBe(404);
      for (const [reader, headers] of readers.entries()) {
        const answers = await readAs(headers, own);
        for (const [index, { path, ...answer }] of answers.entries()) {
          const { status, location, html } = unknown[reader]![index]!;
          const isSame = answer.html === html;
          expect({ status, isSame }, `${state} ${path}`).toEqual({ status: 404, isSame: true });
          expect(answer, `${state} ${path}`).toMatchObject({ status, location });
        }
        for (const path of files) expect((await read(path, headers)).status, path).toBe(404);
        const { html } = await read('/pages?search=Quincewood', headers);
        expect(html).not.toContain(`/pages/page/${id}"`);
      }
      expect((await read('/search?query=Quincewood', signedIn)).html).not.toContain(`/${id}"`);
      expect(await sitemap()).not.toContain(`/pages/page/${id}<`);
    }
    // Its owner reads why.
    await sql`
      insert into moderation_log (action, subject_type, subject_id, reason)
      values ('removed', 'page', ${id}, 'It sold <b>tickets</b>.')`;
    for (const path of [`/pages/page/${id}`, '/pages/my-pages'])
      expect((await read(path, { cookie: ada.cookie })).html, path).toContain(
        'Reason: It sold &lt;b&gt;tickets&lt;/b&gt;.',
      );
  } finally {
    await sql.end();
  }
});

test('addresses below a page that mean nothing are not found', async () => {
  const id = await createPage(server, ada, { title: 'Mill', category_id: 3, body: 'An old mill.' });
  for (const path of [
    `/pages/${id}/nonsense`,
    `/pages/${id}/nonsense/1`,
    `/pages/${id}/photo/1`,
    `/pages/${id}/albums`,
    `/pages/${id}/albums/1/photo`,
    `/pages/${id}/albums/1/photo/1/2`,
    `/pages/${id}/videos/x`,
    `/pages/x/videos/1`,
    `/pages/page/${id}/nonsense`,
    `/pages/page/x`,
    `/pages/page/0${id}`,
    `/pages/page/${id}/dashboard/nonsense`,
  ])
    for (const headers of readers) {
      const { status, location } = await read(path, headers);
      // A visitor is sent to the log-in where only members go.
      if (location) expect(location, path).toContain('/login');
      else expect(status, path).toBe(404);
    }
});
