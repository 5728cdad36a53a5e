// @module-tag rights
import { DomUtils, parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberOf, type ApiMember } from '../support/member.ts';
import { putPhotos } from '../support/photos.ts';
import { PlainPage } from '../support/plain-page.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: ApiMember;
let bo: ApiMember;

beforeAll(async () => {
  server = await startServer({ SITE_NAME: 'Millbrook' });
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
});
afterAll(() => server.stop());

async function act(who: ApiMember, path: string, fields: Record<string, string | number>) {
  const body = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  );
  const answer = await fetch(`${server.origin}/api/rest${path}`, {
    method: 'POST',
    headers: who.headers,
    body,
  });
  return ((await answer.json()) as { body: { response: { feed: { action_id: number } } } }).body;
}
const write = async (body: string, auth_view = 'everyone'): Promise<number> =>
  (await act(ada, '/advancedactivity/feeds/post', { body, auth_view })).response.feed.action_id;
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.origin + path, { headers });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};

test('a visitor is led to the log-in for sharing and for the conversation, unless that is closed', async () => {
  const id = await write('Pass it on');
  const { html } = await get(`/posts/${id}`);
  expect(html).toContain(`href="/login?next=%2Fposts%2F${id}&amp;why=share"`);
  expect(html).toContain(
    `<a href="/login?next=%2Fposts%2F${id}&amp;why=comment">Log in</a> to join`,
  );
  await act(ada, '/advancedactivity/update-commentable', { action_id: id });
  expect((await get(`/posts/${id}`)).html).not.toMatch(/why=comment|to join the conversation/);
});

test('a member who is signed in reads it in the member frame', async () => {
  const id = await write('Inside');
  const { html, headers } = await get(`/posts/${id}`, { cookie: ada.cookie });
  expect(html).toContain('Inside');
  expect(html).toContain('astro-island');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect(headers.get('x-robots-tag')).toBe('noindex');
});

test('no framework script, and at most 20 KB compressed in all', async () => {
  const id = await write(`${'Words of many kinds and lengths, '.repeat(30)}`.slice(0, 990));
  for (let round = 0; round < 5; round++)
    await act(bo, '/advancedactivity/comment', {
      action_id: id,
      body: `Comment ${round} ${'with some text '.repeat(20)}`,
    });
  const { html } = await get(`/posts/${id}`);
  expect(html).not.toMatch(/<script[^>]+src=|type="module"|astro-island|modulepreload/);
  const sizeOf = async (path: string) =>
    Number(
      (await fetch(server.origin + path, { headers: { 'accept-encoding': 'br' } })).headers.get(
        'content-length',
      ),
    );
  const files = [...html.matchAll(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g)].map(
    (match) => match[1]!,
  );
  const sizes = await Promise.all([`/posts/${id}`, ...files].map(sizeOf));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20_000);
});

test('other sites and search engines learn what a visitor sees', async () => {
  const id = await write('Choir on "Thursday" <at seven>\nNew voices are welcome.');
  const { html, headers } = await get(`/posts/${id}`);
  const meta = (name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
  const url = `${server.origin}/posts/${id}`;
  expect(meta('og:type')).toBe('article');
  expect(meta('og:site_name')).toBe('Millbrook');
  expect(meta('og:url')).toBe(url);
  expect(meta('og:title')).toContain('Ada Quill: Choir on');
  // The drawn card.
  expect(meta('twitter:card')).toBe('summary_large_image');
  expect(html).toContain(`<link rel="canonical" href="${url}"`);
  const data = JSON.parse(
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!,
  ) as Record<string, unknown>;
  expect(data).toMatchObject({
    '@type': 'SocialMediaPosting',
    url,
    author: { name: 'Ada Quill' },
    articleBody: 'Choir on "Thursday" <at seven>\nNew voices are welcome.',
  });
  expect(headers.get('x-robots-tag')).toBeNull();
  const oembed = await get(`/oembed?url=${encodeURIComponent(url)}`);
  expect(JSON.parse(oembed.html)).toMatchObject({
    version: '1.0',
    type: 'link',
    author_name: 'Ada Quill',
    provider_name: 'Millbrook',
  });
  for (const path of [`/oembed?url=${encodeURIComponent(url)}`, '/feed.xml']) {
    expect((await get(path)).headers.get('cache-control'), path).toBe(
      'public, max-age=0, must-revalidate',
    );
  }
});

test('other sites may show what is public: pictures, icons, oEmbed and the feed', async () => {
  const id = await write('With a photo');
  const [photo] = await putPhotos(server, ada, id, [{ width: 960, height: 640, alt: 'The mill' }]);
  const oembed = `/oembed?url=${encodeURIComponent(`${server.origin}/posts/${id}`)}`;
  for (const path of [
    `/media/${photo}/960.webp`,
    '/favicon.svg',
    '/icon-192.png',
    '/feed.xml',
    oembed,
  ]) {
    const { status, headers } = await get(path);
    expect([path, status, headers.get('cross-origin-resource-policy')]).toEqual([
      path,
      200,
      'cross-origin',
    ]);
  }
  for (const path of [`/posts/${id}`, '/speculation.json'])
    expect((await get(path)).headers.get('cross-origin-resource-policy'), path).toBe('same-origin');
  const thumbnail = async (limit: string) =>
    (JSON.parse((await get(oembed + limit)).html) as { thumbnail_width?: number }).thumbnail_width;
  expect([
    await thumbnail(''),
    await thumbnail('&maxwidth=700'),
    await thumbnail('&maxwidth=10'),
    await thumbnail('&maxheight=220'),
  ]).toEqual([960, 640, undefined, 320]);
  const { html } = await get(`/posts/${id}`);
  expect(html).toContain('<meta property="og:image:alt" content="The mill"');
  const feed = await get('/feed.xml');
  expect(feed.html).toContain(`/media/${photo}/640.webp`);
  const again = await get('/feed.xml', { 'if-none-match': feed.headers.get('etag')! });
  expect([again.status, again.html]).toEqual([304, '']);
});

test('a post for friends, one for nobody and one that never was look the same', async () => {
  const ids = [await write('For friends', 'friends'), await write('For me', 'onlyme'), 888_888_888];
  const answers = await Promise.all(ids.map((id) => get(`/posts/${id}`)));
  const plain = answers.map(({ status, html, headers }, index) => ({
    status,
    html: html
      .replaceAll(`posts%2F${ids[index]}`, 'posts%2FID')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'REQUEST'),
    headers: [...headers.keys()].filter((name) => name !== 'content-length').sort(),
  }));
  expect(plain[0]!.status).toBe(404);
  expect(plain[0]).toEqual(plain[2]);
  expect(plain[1]).toEqual(plain[2]);
  expect(plain[0]!.html).toContain('/login?next=');
  for (const id of ids.slice(0, 2)) {
    for (const path of [`/oembed?url=${encodeURIComponent(`${server.origin}/posts/${id}`)}`])
      expect((await get(path)).status).toBe(404);
    expect((await get('/feed.xml')).html).not.toContain(`/posts/${id}<`);
    expect((await get('/sitemap/1.xml')).html).not.toContain(`/posts/${id}<`);
  }
});

test.each([
  '0',
  '-1',
  '01',
  'abc',
  '1e3',
  '9223372036854775808',
  '99999999999999999999',
  '1%00',
  '%F0%9F%94%A5',
  '1/../../x',
])('/posts/%s is a 404 page', async (id) => {
  const { status, headers } = await get(`/posts/${id}`);
  expect(status).toBe(404);
  expect(headers.get('content-type')).toContain('text/html');
  expect(headers.get('x-robots-tag')).toBe('noindex');
});

test('sitemap, Atom feed and robots name public posts only', async () => {
  const id = await write('For the whole village & <more>');
  expect((await get('/sitemap.xml')).html).toContain(`<loc>${server.origin}/sitemap/1.xml</loc>`);
  expect((await get('/sitemap/1.xml')).html).toContain(`<loc>${server.origin}/posts/${id}</loc>`);
  expect((await get('/sitemap/99.xml')).status).toBe(404);
  const feed = await get('/feed.xml');
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  expect(feed.html).toContain('For the whole village &amp; &lt;more&gt;');
  expect((await get('/robots.txt')).html).toContain(`Sitemap: ${server.origin}/sitemap.xml`);
  for (const path of ['/sitemap.xml', '/sitemap/1.xml', '/feed.xml', '/robots.txt']) {
    const { headers } = await get(path);
    expect(headers.get('cache-control'), path).toContain('public');
    expect(headers.get('vary'), path).toContain('cookie');
  }
});

test('with public reading off, visitors find nothing', async () => {
  const id = await write('Members only, then');
  const closed = await startServer({ DATABASE_URL: server.databaseUrl, PUBLIC_READING: 'off' });
  try {
    const at = async (path: string) => (await fetch(closed.origin + path)).status;
    expect(await at(`/posts/${id}`)).toBe(404);
    expect(await at(`/profile/${ada.id}/posts`)).toBe(404);
    expect(await (await fetch(`${closed.origin}/feed.xml`)).text()).not.toContain('<entry>');
    expect(await (await fetch(`${closed.origin}/robots.txt`)).text()).toContain('Disallow: /\n');
    expect(
      (await fetch(`${closed.origin}/posts/${id}`, { headers: { cookie: ada.cookie } })).status,
    ).toBe(200);
  } finally {
    await closed.stop();
  }
});

test('somebody without an account and without scripts reads a post, its comments and reactions', async () => {
  const id = await write('First tomatoes of the year! https://example.org/tomatoes');
  await act(bo, '/advancedactivity/comment', { action_id: id, body: 'Yum! I will bring a bag.' });
  await act(bo, '/advancedactivity/like', { action_id: id, reaction: 'love' });
  const page = new PlainPage(server);
  await page.open(`/posts/${id}`);
  expect(page.html).toContain(
    '<title>Ada Quill: First tomatoes of the year! https://example.org/tomatoes · Millbrook</title>',
  );
  const [post] = page.texts('article');
  expect(post).toContain('First tomatoes of the year!');
  expect(post).toContain('Yum! I will bring a bag.');
  expect(post).toContain('1 person reacted to this');
  const [link] = page.links('https://example.org/tomatoes');
  expect(link!.attribs.rel).toBe('nofollow ugc noopener');
  expect(page.href('Comment')).toBe(`/login?next=%2Fposts%2F${id}&why=comment`);
});

test('text that looks like markup or script stays text', async () => {
  const page = new PlainPage(server);
  for (const body of [
    '</script><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '"><svg onload=alert(1)>',
  ]) {
    await page.open(`/posts/${await write(body)}`);
    expect(page.texts('.post-body')).toEqual([body]);
    expect(page.texts('a .post-body')).toEqual([]);
    const dangers = DomUtils.findAll(
      ({ name, attribs, children }) =>
        'onerror' in attribs ||
        'onload' in attribs ||
        (attribs.href ?? '').startsWith('javascript:') ||
        (name === 'script' && DomUtils.textContent(children).trim().startsWith('alert')),
      parseDocument(page.html).children,
    );
    expect(dangers, body).toEqual([]);
  }
});
