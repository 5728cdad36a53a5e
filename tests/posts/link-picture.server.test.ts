import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readLightboxSet } from '#domains/lightbox/lightbox.server.ts';
import { findVisibleMedia } from '#domains/lightbox/visible-media.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { previewLink } from '#domains/posts/links/link-preview.server.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import { db } from '#server/db.ts';
import { openLoopback } from '#server/fetching/guard.ts';
import { stopJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../support/people.ts';

let ada: Member;
let server: Server;
let origin: string;
type Page = (req: IncomingMessage, res: ServerResponse) => void;
const pages = new Map<string, Page>();
const serve = (path: string, type: string, body: string | Buffer) =>
  pages.set(path, (_, res) => void res.writeHead(200, { 'content-type': type }).end(body));
const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a53' } });

beforeAll(async () => {
  ada = await addMember({ name: 'Ada' });
  server = createServer((req, res) => {
    const page = pages.get(req.url!);
    if (page) page(req, res);
    else res.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://page.localhost:${(server.address() as AddressInfo).port}`;
  openLoopback(true);
});
afterAll(async () => {
  openLoopback(false);
  await stopJobs();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => pages.clear());

let count = 0;
/** Posts a link to a page with that picture, runs its job, and answers the post. */
async function postLink(picture: string, audience: 'everyone' | 'onlyme' = 'everyone') {
  const path = `/page${(count += 1)}`;
  serve(path, 'text/html', `<title>Tea</title><meta property="og:image" content="${picture}">`);
  return postAndRun(`${origin}${path}`, audience);
}
async function postAndRun(uri: string, audience: 'everyone' | 'onlyme' = 'everyone') {
  const { feed } = await db.transaction((tx) =>
    createPost(tx, ada, { body: '', audience, tagged: [], uri }),
  );
  const [row] = await db.execute<{ id: number }>(
    sql`select id from attachments where post_id = ${feed.action_id}`,
  );
  await previewLink({ attachmentId: row!.id });
  const [held] = await db.execute<{ id: number }>(
    sql`select media_id as id from attachments where id = ${row!.id}`,
  );
  return {
    id: feed.action_id,
    attachmentId: row!.id,
    mediaId: held!.id,
    attachment: (await readPost(ada, feed.action_id)).feed.attachment[0]!,
  };
}

test('the picture of a page is copied, and shown from here alone', async () => {
  serve('/pot.png', 'image/png', await draw(1200, 630).png().toBuffer());
  const { attachment, mediaId } = await postLink('/pot.png');
  expect(attachment).toMatchObject({
    attachment_type: 'core_link',
    image_main: { width: 1200, height: 630, src: expect.stringMatching(`^/media/${mediaId}/`) },
  });
  expect(attachment).not.toHaveProperty('picture');
  expect(attachment.og_data!.openGraph.image).toMatch(`/media/${mediaId}/`);
  expect(JSON.stringify(attachment)).not.toContain('pot.png');
});

test('is seen by whoever sees the post, and by nobody else', async () => {
  serve('/pot.png', 'image/png', await draw(640, 400).png().toBuffer());
  const [open, closed] = [await postLink('/pot.png'), await postLink('/pot.png', 'onlyme')];
  expect(await findVisibleMedia(visitor, open.mediaId)).toBeDefined();
  expect(await findVisibleMedia(visitor, closed.mediaId)).toBeUndefined();
  expect(await findVisibleMedia(await addMember(), closed.mediaId)).toBeUndefined();
  expect(await findVisibleMedia(ada, closed.mediaId)).toBeDefined();
});

test('a job that runs again copies nothing again', async () => {
  serve('/pot.png', 'image/png', await draw(640, 400).png().toBuffer());
  const { attachmentId, mediaId } = await postLink('/pot.png');
  await previewLink({ attachmentId });
  const [row] = await db.execute<{ id: number }>(
    sql`select media_id as id from attachments where id = ${attachmentId}`,
  );
  expect(row!.id).toBe(mediaId);
});

describe('the card does without', () => {
  test.each<[string, () => Promise<string>]>([
    ['a picture that is not there', async () => '/gone.png'],
    [
      'a picture that is a page',
      async () => (serve('/a', 'image/png', '<script>alert(1)</script>'), '/a'),
    ],
    [
      'a page in the place of a picture',
      async () => (serve('/b', 'text/html', await draw(640, 400).png().toBuffer()), '/b'),
    ],
    [
      'a drawing with scripts',
      async () => (
        serve('/c', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
        '/c'
      ),
    ],
    [
      'a drawing that says it is a photo',
      async () => (
        serve(
          '/d',
          'image/png',
          '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>',
        ),
        '/d'
      ),
    ],
    [
      'a counter of visitors',
      async () => (serve('/e', 'image/gif', await draw(1, 1).gif().toBuffer()), '/e'),
    ],
    [
      'half a picture',
      async () => (
        serve('/f', 'image/jpeg', (await draw(900, 900).jpeg().toBuffer()).subarray(0, 300)),
        '/f'
      ),
    ],
    [
      'more than five megabytes',
      async () => (
        serve(
          '/g',
          'image/png',
          Buffer.concat([await draw(640, 400).png().toBuffer(), Buffer.alloc(5 * 1024 * 1024)]),
        ),
        '/g'
      ),
    ],
    ['a picture in our own network', async () => 'http://10.0.0.1/a.png'],
    [
      'a picture behind a redirect into our own network',
      async () => (
        pages.set(
          '/h',
          (_, res) => void res.writeHead(302, { location: 'http://192.168.0.1/a.png' }).end(),
        ),
        '/h'
      ),
    ],
  ])('%s', async (_, make) => {
    const { attachment, mediaId } = await postLink(await make());
    expect(mediaId).toBeNull();
    expect(attachment).toMatchObject({
      attachment_type: 'core_link',
      title: 'Tea',
      og_data: { openGraph: { image: '' } },
    });
    expect(attachment).not.toHaveProperty('image_main');
  });
});

test('a foreign video gets its picture, and stays a video of the post and nothing else', async () => {
  serve('/poster.jpg', 'image/jpeg', await draw(480, 360).jpeg().toBuffer());
  const uri = 'https://youtu.be/dQw4w9WgXcQ';
  // As if YouTube had been asked a moment ago.
  const facts = JSON.stringify({
    title: 'Bread',
    description: 'Bo',
    siteName: 'YouTube',
    picture: `${origin}/poster.jpg`,
  });
  await db.execute(
    sql`
      insert into link_previews (key, url, metadata, expires_at)
      values (
        ${createHash('sha256').update(uri).digest()}, ${uri}, ${facts}::jsonb,
        now() + interval '1 day'
      )`,
  );
  const { id, attachment, attachmentId, mediaId } = await postAndRun(uri);
  expect(attachment).toMatchObject({
    attachment_type: 'video',
    attachment_video_type: 1,
    title: 'Bread',
    image_main: { width: 480, height: 360 },
  });
  expect(attachment).not.toHaveProperty('picture');
  expect(await findVisibleMedia(visitor, mediaId)).toBeDefined();
  const set = await readLightboxSet(ada, {
    type: 'video',
    id: attachmentId,
    subjectType: 'post',
    subjectId: id,
  });
  expect(set).toMatchObject({
    total: 1,
    items: [
      {
        viewer_type: 'youtube',
        video_url: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=0',
        subject_type: 'activity_action',
        subject_id: id,
      },
    ],
  });
  expect((await readPost(visitor, id)).feed.attachment_count).toBe(1);
});
