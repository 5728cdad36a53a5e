import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import {
  findCachedFacts,
  lookUpLink,
  pruneLinkPreviews,
} from '#domains/posts/links/link-lookup.server.ts';
import { previewLink } from '#domains/posts/links/link-preview.server.ts';
import { deletePost, readPost } from '#domains/posts/posts.server.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { openLoopback } from '#server/fetching/guard.ts';
import { stopJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { endedTags } from '../support/ended-tags.ts';
import { addMember, befriend } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';

let ada: Member;
let server: Server;
let asked = 0;
let answer: (req: IncomingMessage, res: ServerResponse) => void;
const serve = (html: string, type = 'text/html') =>
  (answer = (_, res) => void res.writeHead(200, { 'content-type': type }).end(html));
const tea =
  '<title>no</title><meta property="og:title" content="Tea &lt;3"><meta ' +
  'property="og:description" content="Leaves"><meta property="og:site_name" ' +
  'content="The Pot">';
/** Another address each time, so that nothing is remembered. */
let count = 0;
const fresh = () =>
  `http://page.localhost:${(server.address() as AddressInfo).port}/${(count += 1)}`;

beforeAll(async () => {
  ada = await addMember({ name: 'Ada' });
  server = createServer((req, res) => {
    asked += 1;
    answer(req, res);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  openLoopback(true);
});
afterAll(async () => {
  openLoopback(false);
  await stopJobs();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = 0;
  serve(tea);
});

const write = (uri: string, body = '') =>
  db.transaction((tx) => createPost(tx, ada, { body, audience: 'everyone', tagged: [], uri }));
const jobs = () =>
  db.execute<{ attachmentId: number }>(
    sql`
      select (data->>'attachmentId')::int as "attachmentId"
      from jobs.job
      where name = 'link-preview'
      order by created_on`,
  );
const attachmentIdOf = async (post: number) =>
  (await db.execute<{ id: number }>(sql`select id from attachments where post_id = ${post}`))[0]!
    .id;
const attachmentOf = async (post: number) => (await readPost(visitor, post)).feed.attachment[0]!;

describe('a post with a link', () => {
  test('is published at once, without waiting for the page, and gets its card from the job', async () => {
    const uri = fresh();
    const { feed } = await write(uri);
    expect(asked).toBe(0);
    expect(feed).toMatchObject({
      type: 'post_self_link',
      attachment: [{ attachment_type: 'core_link', uri, title: '' }],
    });
    expect(feed.attachment[0]).not.toHaveProperty('og_data');
    const attachmentId = await attachmentIdOf(feed.action_id);
    expect(await jobs()).toContainEqual({ attachmentId });
    await previewLink({ attachmentId });
    const card = {
      title: 'Tea <3',
      description: 'Leaves',
      image: '',
      url: uri,
      site_name: 'The Pot',
    };
    expect(await attachmentOf(feed.action_id)).toMatchObject({
      title: 'Tea <3',
      body: 'Leaves',
      uri,
      og_data: { openGraph: card, hybridGraph: card },
    });
    // Again, as after a crash: nothing more happens.
    await previewLink({ attachmentId });
    expect(asked).toBe(1);
  });

  test('has its card from the start if the page was read while writing', async () => {
    const uri = fresh();
    await lookUpLink(uri);
    const written = await write(uri);
    expect(written.feed.attachment[0]).toMatchObject({
      title: 'Tea <3',
      og_data: { openGraph: { site_name: 'The Pot' } },
    });
    expect(await readPost(ada, written.feed.action_id)).toEqual({
      ...written,
      read_at: expect.any(String),
    });
    expect(asked).toBe(1);
  });

  test('that is not written leaves no job', async () => {
    const before = (await jobs()).length;
    await expect(
      db.transaction(async (tx) => {
        await createPost(tx, ada, { body: '', audience: 'everyone', tagged: [], uri: fresh() });
        throw new Error('the connection broke');
      }),
    ).rejects.toThrow('the connection broke');
    expect((await jobs()).length).toBe(before);
  });

  test('to a file server has no preview', async () => {
    const before = (await jobs()).length;
    const { feed } = await write('ftp://files.example/a.txt');
    expect(feed.attachment[0]).toMatchObject({
      attachment_type: 'core_link',
      uri: 'ftp://files.example/a.txt',
    });
    expect((await jobs()).length).toBe(before);
  });

  test('that cannot be read stays a plain link', async () => {
    for (const bad of [
      () => serve('{}', 'application/json'),
      () => (answer = (req) => req.socket.destroy()),
      () => (answer = (_, res) => void res.writeHead(500).end()),
    ]) {
      bad();
      const { feed } = await write(fresh());
      await previewLink({ attachmentId: await attachmentIdOf(feed.action_id) });
      expect(await attachmentOf(feed.action_id)).toMatchObject({
        attachment_type: 'core_link',
        title: '',
      });
    }
  });

  test('may be deleted when the job runs', async () => {
    const { feed } = await write(fresh());
    const attachmentId = await attachmentIdOf(feed.action_id);
    await deletePost(ada, feed.action_id);
    await previewLink({ attachmentId });
    expect(asked).toBe(0);
  });

  test('costs one look at what is known, one statement and its job', async () => {
    await write(fresh());
    const statements = await countStatements(() => write(fresh()));
    expect(statements).toBeLessThanOrEqual(6);
  });
});

test('kept pages of the post, and of whoever shares it, go when its card comes', async () => {
  const { feed } = await write(fresh());
  const attachmentId = await attachmentIdOf(feed.action_id);
  expect(await endedTags(() => previewLink({ attachmentId }))).toContain(`post:${feed.action_id}`);
});

describe('videos', () => {
  test.each([
    [
      'https://youtu.be/dQw4w9WgXcQ?t=5',
      1,
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=0&start=5',
    ],
    ['https://vimeo.com/76979871', 6, 'https://player.vimeo.com/video/76979871?autoplay=0&dnt=1'],
  ])('%s is a video of type %d', async (uri, type, player) => {
    const { feed } = await write(uri);
    expect(feed).toMatchObject({
      type: 'post_self_video',
      attachment: [
        {
          attachment_type: 'video',
          attachment_video_type: type,
          attachment_video_url: player,
          uri,
        },
      ],
    });
    expect(feed.attachment[0]).not.toHaveProperty('picture');
    expect(await attachmentOf(feed.action_id)).toEqual(feed.attachment[0]);
  });
  test('stand among the videos of the feed, not among its links', async () => {
    const { readFeed } = await import('#domains/posts/feed/feed.server.ts');
    const reader = await addMember();
    await befriend(ada, reader);
    const { feed } = await write('https://youtu.be/dQw4w9WgXcQ');
    const idsOf = async (filter: 'video' | 'link') =>
      (await readFeed(reader, { filter })).data.map((item) => item.feed.action_id);
    expect(await idsOf('video')).toContain(feed.action_id);
    expect(await idsOf('link')).not.toContain(feed.action_id);
  });
});

describe('the preview of a link', () => {
  test('is read in the transaction that writes the post', async () => {
    const uri = fresh();
    await lookUpLink(uri);
    const { feed } = await db.transaction(async (tx) => {
      await tx.execute(sql`
        update link_previews set metadata = jsonb_set(metadata, '{title}', '"Changed here"')`);
      return createPost(tx, ada, { body: '', audience: 'everyone', tagged: [], uri });
    });
    expect(feed.attachment[0]).toMatchObject({ title: 'Changed here' });
  });
  test('is cached for 24 hours, whatever follows the #', async () => {
    const uri = fresh();
    await lookUpLink(uri);
    await lookUpLink(`${uri}#part`);
    expect(asked).toBe(1);
    moveClock(24 * 3600 + 1);
    expect(await findCachedFacts(uri)).toBeUndefined();
    await pruneLinkPreviews();
    moveClock(0);
    expect(await findCachedFacts(uri)).toBeUndefined();
    await lookUpLink(uri);
    expect(asked).toBe(2);
  });
  test('is requested again ten minutes after a failure', async () => {
    const uri = fresh();
    serve('', 'text/plain');
    expect(await lookUpLink(uri)).toBeNull();
    serve(tea);
    expect(await lookUpLink(uri)).toBeNull();
    moveClock(601);
    expect(await lookUpLink(uri)).toMatchObject({ title: 'Tea <3' });
    moveClock(0);
  });
  test('is requested once for many concurrent callers', async () => {
    const uri = fresh();
    const all = await Promise.all(Array.from({ length: 20 }, () => lookUpLink(uri)));
    expect(asked).toBe(1);
    for (const facts of all) expect(facts).toMatchObject({ title: 'Tea <3' });
  });
  test('is cached for very long addresses too', async () => {
    const uri = `${fresh()}?q=${'é'.repeat(1_000)}`;
    expect(await lookUpLink(uri)).toMatchObject({ title: 'Tea <3' });
    expect(await findCachedFacts(uri)).toMatchObject({ title: 'Tea <3' });
  });
  test.each(['http://10.0.0.1/', 'http://[::1]/', 'http://169.254.169.254/latest/meta-data/'])(
    'is never requested from %s',
    async (uri) => {
      expect(await lookUpLink(uri)).toBeNull();
    },
  );
});
