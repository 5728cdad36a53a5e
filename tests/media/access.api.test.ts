import { beforeAll, describe, expect, test } from 'vitest';
import { createVariants } from '#domains/media/image-variants.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { fixture } from '../support/files.ts';
import { addMember, befriend, block, setStatus, unfriend } from '../support/people.ts';
import { credentialsOf, fetchFile, send } from '../support/rest.ts';
import { formOf } from '../support/uploads.ts';

// Every uploaded file, requested by its URL, which anybody may have saved.

let ada: Member;
let friend: Member;
let other: Member;
let blocked: Member;
let blocking: Member;
let suspended: Member;
let moderator: Member;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1000;
  env().FFMPEG_PATH = 'off';
  [ada, friend, other] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Cy' }),
  ];
  [blocked, blocking, suspended] = [
    await addMember({ name: 'Di' }),
    await addMember({ name: 'Ed' }),
    await addMember({ name: 'Flo' }),
  ];
  moderator = await addMember({ name: 'Mo', role: 'moderator' });
  for (const one of [friend, suspended]) await befriend(ada, one);
  await block(ada, blocked);
  await block(blocking, ada);
  // Signed in before: the credentials exist, the account does not any more.
  await credentialsOf(suspended);
  await setStatus(suspended, 'suspended');
});

interface Sent {
  postId: number;
  /** URLs of all files of the post. */
  files: string[];
}

const idOf = (address: string) => Number(/\/media\/(\d+)\//.exec(address)![1]);

async function postPhoto(fields: Record<string, string> = {}): Promise<Sent> {
  const { body } = await send(
    'POST',
    '/advancedactivity/feeds/post',
    {},
    { as: ada, form: formOf({ photo: fixture('square.jpg'), ...fields }) },
  );
  const { action_id: postId, attachment } = body.response.feed;
  const id = idOf(attachment[0].image_main.src);
  await createVariants([id], new AbortController().signal);
  return {
    postId,
    files: [`/media/${id}/original.webp`, `/media/${id}/480.avif`, `/media/${id}/480.webp`],
  };
}

async function postVideo(fields: Record<string, string> = {}): Promise<Sent> {
  const { body } = await send(
    'POST',
    '/advancedvideos/create',
    {},
    {
      as: ada,
      form: formOf({
        post_attach: '1',
        filedata: fixture('clip.mp4'),
        photo: fixture('alpha.png'),
        ...fields,
      }),
    },
  );
  await createVariants([body.video_id], new AbortController().signal);
  return {
    postId: body.response.feed.action_id,
    files: [
      `/media/${body.video_id}/video`,
      `/media/${body.video_id}/original.webp`,
      `/media/${body.video_id}/480.webp`,
    ],
  };
}

async function statusOf(
  path: string,
  as?: Member,
  headers: Record<string, string> = {},
): Promise<number> {
  const answer = await fetchFile(path, { as, headers });
  await answer.body?.cancel();
  return answer.status;
}

/** The readers who may load the files; every file of a post must answer alike. */
async function seenBy({ files }: Sent): Promise<string[]> {
  const people: Array<[string, Member | undefined]> = [
    ['visitor', undefined],
    ['member', other],
    ['friend', friend],
    ['owner', ada],
    ['blocked', blocked],
    ['blocking', blocking],
    ['suspended', suspended],
    ['moderator', moderator],
  ];
  const seen: string[] = [];
  for (const [name, as] of people) {
    const statuses = new Set(await Promise.all(files.map((file) => statusOf(file, as))));
    if (statuses.size > 1) throw new Error(`${name} gets some files of a post and not others`);
    const [status] = statuses;
    if (status === 200) seen.push(name);
    else expect(status).toBe(404);
  }
  return seen;
}

const everybody = ['visitor', 'member', 'friend', 'owner', 'suspended', 'moderator'];

describe.each([
  ['photos', postPhoto],
  ['videos', postVideo],
])('%s', (_, write) => {
  test('are served to those who may see their post, and to nobody else', async () => {
    // Suspended members are treated as visitors.
    expect(await seenBy(await write({ auth_view: 'everyone' }))).toEqual(everybody);
    expect(await seenBy(await write({ auth_view: 'friends' }))).toEqual(['friend', 'owner']);
    expect(await seenBy(await write({ auth_view: 'onlyme' }))).toEqual(['owner']);
  });

  test('follow changes of their post at once: narrowed, widened, author suspended, deleted', async () => {
    const sent = await write();
    const edit = (auth_view: string) =>
      send(
        'POST',
        '/advancedactivity/edit-feed',
        { action_id: sent.postId, body: 'Now', auth_view },
        { as: ada },
      );
    expect((await edit('friends')).status_code).toBe(204);
    expect(await seenBy(sent)).toEqual(['friend', 'owner']);
    await unfriend(ada, friend);
    expect(await seenBy(sent)).toEqual(['owner']);
    await befriend(ada, friend);
    await edit('onlyme');
    expect(await seenBy(sent)).toEqual(['owner']);
    await edit('everyone');
    expect(await seenBy(sent)).toEqual(everybody);
    await setStatus(ada, 'suspended');
    expect(await seenBy(sent)).toEqual([]);
    await setStatus(ada, 'active');
    expect(
      (await send('DELETE', '/advancedactivity/delete', { action_id: sent.postId }, { as: ada }))
        .status_code,
    ).toBe(204);
    expect(await seenBy(sent)).toEqual([]);
  });

  test('are only for the author of a scheduled post until it is published', async () => {
    const { body } = await send(
      'POST',
      '/advancedactivity/feeds/post',
      {},
      {
        as: ada,
        form: formOf({
          photo: fixture('square.jpg'),
          schedule_time: `01/02/${new Date().getUTCFullYear() + 1} 10:00:00 Z`,
        }),
      },
    );
    const [row] = await db.execute<{ id: number }>(
      sql`
        select media_id as id from scheduled_media where schedule_id = ${body.response.schedule_id}`,
    );
    expect(await seenBy({ postId: 0, files: [`/media/${row!.id}/original.webp`] })).toEqual([
      'owner',
    ]);
    expect(
      (
        await send(
          'DELETE',
          `/advancedactivity/feeds/scheduled/${body.response.schedule_id}`,
          {},
          { as: ada },
        )
      ).status_code,
    ).toBe(204);
    expect(await seenBy({ postId: 0, files: [`/media/${row!.id}/original.webp`] })).toEqual([]);
  });

  test('have headers against shared caches and against use as a page', async () => {
    const { files } = await write();
    for (const file of files) {
      const answer = await fetchFile(file, { as: other });
      await answer.body?.cancel();
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'private, max-age=300',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-type': expect.stringMatching(/^(image\/(webp|avif)|video\/mp4)$/),
        etag: expect.stringMatching(/^"[\w.-]+"$/),
      });
    }
  });

  test('a cached copy is revalidated only as long as its reader may see it', async () => {
    const { postId, files } = await write({ auth_view: 'friends' });
    const [file] = files;
    const etag = (await fetchFile(file!, { as: friend })).headers.get('etag')!;
    expect(await statusOf(file!, friend, { 'if-none-match': etag })).toBe(304);
    expect(await statusOf(file!, other, { 'if-none-match': etag })).toBe(404);
    expect(await statusOf(file!, other, { range: 'bytes=0-1' })).toBe(404);
    expect((await fetchFile(file!, { as: other, method: 'HEAD' })).status).toBe(404);
    await send('DELETE', '/advancedactivity/delete', { action_id: postId }, { as: ada });
    expect(await statusOf(file!, friend, { 'if-none-match': etag })).toBe(404);
  });
});

test('visitors get no file if the site is closed to them', async () => {
  const sent = await postPhoto();
  env().PUBLIC_READING = false;
  expect(await seenBy(sent)).toEqual(['member', 'friend', 'owner', 'moderator']);
  env().PUBLIC_READING = true;
});

test('incomplete, wrong and foreign credentials get nothing', async () => {
  const {
    files: [file],
  } = await postPhoto({ auth_view: 'onlyme' });
  const { oauth_token = '', oauth_secret = '' } = await credentialsOf(ada);
  const foreign = await credentialsOf(other);
  for (const headers of [
    { oauth_token },
    { oauth_secret },
    { oauth_token, oauth_secret: 'x'.repeat(43) },
    { oauth_token, oauth_secret: foreign.oauth_secret! },
  ]) {
    expect(await statusOf(file!, undefined, headers as Record<string, string>)).toBe(404);
  }
});

test('URLs that name nothing', async () => {
  const {
    files: [file],
  } = await postPhoto();
  const id = idOf(file!);
  const wrong = [
    `/media/${id}`,
    `/media/${id}/`,
    `/media/${id}/video`,
    `/media/${id}/481.webp`,
    `/media/${id}/480.png`,
    `/media/${id}/original.avif`,
    `/media/${id}/original.webp/`,
    `/media/0${id}/original.webp`,
    `/media/-1/original.webp`,
    `/media/1e3/original.webp`,
    `/media/9999999999999999/original.webp`,
    `/media/99999999999999999999/original.webp`,
    `/media/public/%2e%2e/secrets.webp`,
    '/media/public/0123456789abcdef0123456789abcdef.webp',
    `/media/${id}%00/original.webp`,
    `/media/${id}/..%2foriginal.webp`,
  ];
  for (const path of wrong) expect([path, await statusOf(path, ada)]).toEqual([path, 404]);
  expect((await fetchFile(file!, { as: ada, method: 'POST' })).status).toBe(400);
});
