import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { storyGroups, storyItems, storyViewers } from '#domains/stories/stories.schema.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { fixture } from '../support/files.ts';
import { addMember, befriend, setStatus } from '../support/people.ts';
import { credentialsOf, fetchFile, send, testOrigin, type RestAnswer } from '../support/rest.ts';
import { addStory } from '../support/stories.ts';
import { bytesOf, filesInProgress, formOf, traces } from '../support/uploads.ts';
import { avoidWindowBorder } from '../support/windows.ts';

let ada: Member;
let bo: Member;
let stranger: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1000;
  env().FFMPEG_PATH = 'off';
  [ada, bo, stranger] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Cy' }),
  ];
  await befriend(ada, bo);
});

const create = '/advancedactivity/stories/create';
const browse = '/advancedactivity/stories/browse';
const view = (id: number) => `/advancedactivity/story/view/${id}`;
type Fields = Record<string, string | File>;
const createStory = (
  fields: Fields,
  { as = ada, headers = {} }: { as?: Member; headers?: Record<string, string> } = {},
): Promise<RestAnswer> => send('POST', create, {}, { as, headers, form: formOf(fields) });
const storyOf = ({ body, text }: RestAnswer) => {
  if (!body?.response?.[0]) throw new Error(text);
  return body.response[0];
};
const count = async (owner: Member) =>
  (
    await db.execute<{ count: number }>(
      sql`select count(*)::int as count from stories where owner_id = ${owner.id}`,
    )
  )[0]!.count;
const pathOf = (address: string) => new URL(address).pathname;

/** A film of four seconds whose header claims twenty times as much, by slowing down its clocks. */
async function slowMotion(): Promise<Fields> {
  const film = Buffer.from(await fixture('clip.mp4').arrayBuffer());
  for (const box of ['mvhd', 'mdhd']) {
    for (let at = film.indexOf(box); at >= 0; at = film.indexOf(box, at + 4))
      film.writeUInt32BE(Math.round(film.readUInt32BE(at + 16) / 20), at + 16);
  }
  return { filedata: new File([film], 'long.mp4') };
}

describe('a new story', () => {
  test('has an upright photo without metadata, and its audience', async () => {
    const response = await createStory({
      filedata: fixture('rotated-6.jpg'),
      description: '  First\nlight ',
      auth_view: 'friends',
    });
    expect(response.status).toBe(200);
    const story = storyOf(response);
    expect(storyItems.parse(response.body)).toBeTruthy();
    expect(story).toMatchObject({
      owner_id: ada.id,
      owner_title: 'Ada',
      code: 'jpg',
      videoUrl: '',
      description: 'First light',
      duration: 5,
      privacy: 'friends',
      view_count: 0,
      isViewed: 0,
      isSendMessage: 0,
      status: 1,
    });
    expect(story.gutterMenu).toEqual([
      {
        name: 'delete',
        label: 'Delete',
        url: `advancedactivity/story/delete/${story.story_id}`,
        urlParams: {},
      },
    ]);
    expect(story.image.startsWith(env().PUBLIC_ORIGIN)).toBe(true);
    const bytes = (await bytesOf(pathOf(story.image), bo)) as Buffer;
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(await bytesOf(pathOf(story.image), stranger)).toBe(404);
    expect((await fetchFile(pathOf(story.image))).status).toBe(404);
    expect(filesInProgress()).toEqual([]);
  });

  test('has a video with its poster, or a photo as native clients send it', async () => {
    const video = storyOf(
      await createStory({
        filedata: fixture('clip.mp4'),
        photo: fixture('alpha.png'),
        body: 'Waves',
      }),
    );
    expect(video).toMatchObject({
      code: 'mp4',
      duration: 4,
      description: 'Waves',
      privacy: 'everyone',
    });
    expect(await bytesOf(pathOf(video.videoUrl), bo)).toBeInstanceOf(Buffer);
    expect(await bytesOf(pathOf(video.image), bo)).toBeInstanceOf(Buffer);
    expect(storyOf(await createStory({ photo: fixture('photo.webp') }))).toMatchObject({
      code: 'jpg',
    });
  });

  test.each<[string, () => Fields | Promise<Fields>, number, string]>([
    ['no file', () => ({ description: 'Nothing' }), 400, 'validation_fail'],
    ['text instead of a file', () => ({ filedata: 'clip.mp4' }), 400, 'validation_fail'],
    [
      'a photo beside a photo',
      () => ({ filedata: fixture('photo.webp'), photo: fixture('square.jpg') }),
      400,
      'validation_fail',
    ],
    [
      'a text named .mp4',
      () => ({
        filedata: new File(
          ['these are only words, many of them, and no film at all'],
          'holiday.mp4',
          { type: 'video/mp4' },
        ),
      }),
      415,
      'invalid_file',
    ],
    ['a text named .jpg', () => ({ filedata: fixture('text-named.jpg') }), 415, 'invalid_file'],
    ['markup as a picture', () => ({ filedata: fixture('script.svg') }), 415, 'invalid_file'],
    ['a truncated video', () => ({ filedata: fixture('truncated.mp4') }), 415, 'invalid_file'],
    ['a truncated photo', () => ({ filedata: fixture('truncated.jpg') }), 415, 'invalid_file'],
    [
      'a film in a kind that browsers do not play',
      () => ({ filedata: fixture('old.avi') }),
      415,
      'invalid_file',
    ],
    [
      'a photo of more than 10 MB',
      () => ({
        filedata: new File(
          [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(10 * 1024 * 1024)])],
          'big.jpg',
        ),
      }),
      413,
      'file_too_large',
    ],
    [
      'a video of more than 50 MB',
      async () => ({
        filedata: new File(
          [await fixture('clip.mp4').arrayBuffer(), Buffer.alloc(50 * 1024 * 1024)],
          'big.mp4',
        ),
      }),
      413,
      'file_too_large',
    ],
    ['a video of more than 60 seconds', slowMotion, 413, 'file_too_large'],
    [
      'a caption of 151 characters',
      () => ({ filedata: fixture('square.jpg'), description: 'x'.repeat(151) }),
      400,
      'validation_fail',
    ],
    [
      'an unknown audience',
      () => ({ filedata: fixture('square.jpg'), auth_view: 'onlyme' }),
      400,
      'validation_fail',
    ],
    [
      'an empty audience',
      () => ({ filedata: fixture('square.jpg'), auth_view: '' }),
      400,
      'validation_fail',
    ],
    ['another field', () => ({ avatar: fixture('square.jpg') }), 415, 'invalid_file'],
  ])('%s is refused and leaves nothing behind', async (_, fields, status, error_code) => {
    const before = [await traces(), await count(ada)];
    expect(await createStory(await fields())).toMatchObject({ status, error_code });
    expect([await traces(), await count(ada)]).toEqual(before);
  });

  test('is refused with several files, under any field names', async () => {
    const before = [await traces(), await count(ada)];
    for (const files of [2, 3]) {
      const form = new FormData();
      for (let number = 0; number < files; number += 1)
        form.append('filedata', fixture('square.jpg'));
      expect(await send('POST', create, {}, { as: ada, form })).toMatchObject({
        status: 400,
        error_code: 'validation_fail',
      });
    }
    expect([await traces(), await count(ada)]).toEqual(before);
  });

  test('leaves nothing behind if its upload is interrupted', async () => {
    const before = [await traces(), await count(ada)];
    const headers = {
      ...(await credentialsOf(ada)),
      'content-type': 'multipart/form-data; boundary=cut',
    };
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(
          new TextEncoder().encode(
            '--cut\r\nContent-Disposition: form-data; name="filedata"; filename="clip.mp4"\r\n\r\n',
          ),
        );
        void fixture('clip.mp4')
          .arrayBuffer()
          .then((bytes) => {
            controller.enqueue(new Uint8Array(bytes.slice(0, 100_000)));
            controller.error(new Error('The line is gone.'));
          });
      },
    });
    await expect(
      fetch(`${await testOrigin()}/api/rest${create}`, {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      } as RequestInit),
    ).rejects.toThrow();
    await expect.poll(filesInProgress).toEqual([]);
    expect([await traces(), await count(ada)]).toEqual(before);
  });

  test('sent again with the same key is created once in a day', async () => {
    const options = { as: await addMember(), headers: { 'idempotency-key': 'story-1' } };
    const [first, again] = await Promise.all([
      createStory({ photo: fixture('square.jpg') }, options),
      createStory({ photo: fixture('square.jpg') }, options),
    ]);
    expect(storyOf(again).story_id).toBe(storyOf(first).story_id);
    // The stored response is not repeated after the story has expired, even before the cleanup.
    moveClock(24 * 60 * 60 + 1);
    try {
      expect(
        storyOf(await createStory({ photo: fixture('square.jpg') }, options)).story_id,
      ).toBeGreaterThan(storyOf(first).story_id);
    } finally {
      moveClock(0);
    }
  });
  test('with another picture the same key is refused', async () => {
    const options = { as: await addMember(), headers: { 'idempotency-key': 'story-2' } };
    await createStory({ photo: fixture('square.jpg') }, options);
    expect(await createStory({ photo: fixture('photo.webp') }, options)).toMatchObject({
      status: 400,
      error_code: 'validation_fail',
    });
  });

  test('is limited to thirty active ones, also for concurrent requests', async () => {
    const busy = await addMember({ name: 'Busy' });
    for (let number = 0; number < 28; number += 1) await addStory(busy);
    const responses = await Promise.all(
      Array.from({ length: 4 }, () =>
        createStory({ filedata: fixture('square.jpg') }, { as: busy }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    expect(await count(busy)).toBe(30);
    await db.execute(
      sql`
        update stories
        set created_at = now() - interval '25 hours'
        where id = (select min(id) from stories where owner_id = ${busy.id})`,
    );
    expect((await createStory({ filedata: fixture('square.jpg') }, { as: busy })).status).toBe(200);
  });

  test('is limited to 30 a day', async () => {
    await avoidWindowBorder(86_400);
    const keen = await addMember({ name: 'Keen' });
    env().RATE_LIMIT_SCALE = 1 / 30;
    try {
      expect((await createStory({ filedata: fixture('square.jpg') }, { as: keen })).status).toBe(
        200,
      );
      expect(await createStory({ filedata: fixture('square.jpg') }, { as: keen })).toMatchObject({
        status: 429,
        error_code: 'too_many_requests',
      });
    } finally {
      env().RATE_LIMIT_SCALE = 1000;
    }
  });
});

describe('a story that native clients also want in the feed', () => {
  const postsOf = async (member: Member) =>
    (
      await db.execute<{ id: number }>(
        sql`select id from posts where author_id = ${member.id} order by id`,
      )
    ).map(({ id }) => id);
  const both = { is_storyPost: '1', post_attach: '1' };

  test('creates a story and a post, each with its own file: the story expires, the post does not', async () => {
    const owner = await addMember({ name: 'Teller' });
    await befriend(owner, bo);
    const story = storyOf(
      await createStory(
        {
          filedata: fixture('square.jpg'),
          description: 'Both ways',
          auth_view: 'friends',
          ...both,
        },
        { as: owner },
      ),
    );
    const [postId] = await postsOf(owner);
    const readPost = async (as: Member) =>
      (await send('GET', '/advancedactivity/feeds', { action_id: postId! }, { as })).body.data[0]
        ?.feed;
    const post = await readPost(bo);
    expect(post).toMatchObject({ body: 'Both ways', type: 'post_self_photo', attachment_count: 1 });
    const file = pathOf(new URL(post.attachment[0].image_main.src, env().PUBLIC_ORIGIN).href);
    expect(file.split('/')[2]).not.toBe(pathOf(story.image).split('/')[2]);
    for (const path of [file, pathOf(story.image)]) {
      expect(await bytesOf(path, bo)).toBeInstanceOf(Buffer);
      expect(await bytesOf(path, stranger)).toBe(404);
    }
    await db.execute(
      sql`update stories set created_at = now() - interval '24 hours' where id = ${story.story_id}`,
    );
    for (const as of [owner, bo]) expect(await bytesOf(pathOf(story.image), as)).toBe(404);
    expect(await send('GET', view(story.story_id), {}, { as: owner })).toMatchObject({
      status: 404,
    });
    expect(await bytesOf(file, bo)).toBeInstanceOf(Buffer);
    expect(await readPost(bo)).toMatchObject({ body: 'Both ways' });
  });

  test('may be a video, which a retry creates once', async () => {
    const owner = await addMember({ name: 'Teller' });
    const headers = { 'idempotency-key': 'both-ways' };
    const send2 = () =>
      createStory({ filedata: fixture('clip.mp4'), ...both }, { as: owner, headers });
    const [first, again] = [await send2(), await send2()];
    expect(storyOf(again).story_id).toBe(storyOf(first).story_id);
    expect(await postsOf(owner)).toHaveLength(1);
  });

  test('with only one of the two flags it is a story alone', async () => {
    const owner = await addMember({ name: 'Teller' });
    for (const word of ['is_storyPost', 'post_attach'])
      expect(
        (await createStory({ filedata: fixture('square.jpg'), [word]: '1' }, { as: owner })).status,
      ).toBe(200);
    expect(await postsOf(owner)).toEqual([]);
    expect(
      await createStory({ filedata: fixture('square.jpg'), is_storyPost: 'yes' }, { as: owner }),
    ).toMatchObject({ status: 400 });
  });

  test('creates neither if its file is refused', async () => {
    const before = [await traces(), await count(ada)];
    expect((await createStory({ filedata: fixture('truncated.mp4'), ...both })).status).toBe(415);
    expect([await traces(), await count(ada)]).toEqual(before);
  });
});

test('results of the calls', async () => {
  const id = await addStory(ada, { body: 'Here', audience: 'friends' });
  const groups = await send('GET', browse, {}, { as: bo });
  expect(storyGroups.parse(groups.body).response.map(({ owner_id }) => owner_id)).toEqual([
    bo.id,
    ada.id,
  ]);
  expect(groups.body.response[0]).toMatchObject({
    story_id: 0,
    total_stories: 0,
    create_date: null,
    videoUrl: '',
  });
  expect(groups.body.response[1].total_stories).toBe(await count(ada));
  const items = await send('GET', view(id), {}, { as: bo });
  expect(storyItems.parse(items.body).response).toHaveLength(await count(ada));
  const seen = await send('POST', `/advancedactivity/story/viewer-count/${id}`, {}, { as: bo });
  expect([seen.status, seen.text]).toEqual([200, '{"status_code":204}']);
  const viewers = await send('GET', `/advancedactivity/story/get-viewer/${id}`, {}, { as: ada });
  expect(storyViewers.parse(viewers.body)).toMatchObject({
    totalItemCount: 1,
    response: [{ user_id: bo.id }],
  });
  expect(
    (await send('GET', create, {}, { as: bo })).body.response.map(
      ({ name }: { name: string }) => name,
    ),
  ).toEqual(['description', 'auth_view']);
  expect(
    await send(
      'POST',
      '/like',
      { subject_type: 'sitestories_story', subject_id: id, reaction: 'love' },
      { as: bo },
    ),
  ).toMatchObject({ status: 200, body: { is_like: 1, like_count: 1 } });
  expect(
    await send(
      'POST',
      '/comment-create',
      { subject_type: 'sitestories_story', subject_id: id, body: 'No' },
      { as: bo },
    ),
  ).toMatchObject({ status: expect.toSatisfy((status: number) => status >= 400) });
  expect(
    (await send('POST', '/report/create', { type: 'sitestories_story', id }, { as: bo }))
      .status_code,
  ).toBe(204);
  expect(
    (await send('POST', `/advancedactivity/story/mute/${id}`, { mute: 1 }, { as: bo })).status_code,
  ).toBe(204);
  expect((await send('GET', browse, {}, { as: bo })).body).toMatchObject({
    muteStoryCount: 1,
    response: [{ owner_id: bo.id }, { owner_id: ada.id, isMute: 1 }],
  });
  expect(
    (await send('DELETE', `/advancedactivity/story/delete/${id}`, {}, { as: ada })).status_code,
  ).toBe(204);
  expect(await send('GET', view(id), {}, { as: bo })).toMatchObject({
    status: 404,
    error_code: 'no_record',
  });
});

describe('callers', () => {
  const calls = (id: number): Array<[method: 'GET' | 'POST' | 'DELETE', path: string]> => [
    ['GET', browse],
    ['GET', create],
    ['GET', view(id)],
    ['POST', `/advancedactivity/story/viewer-count/${id}`],
    ['GET', `/advancedactivity/story/get-viewer/${id}`],
    ['POST', `/advancedactivity/story/mute/${id}`],
    ['DELETE', `/advancedactivity/story/delete/${id}`],
  ];

  test('members only: no visitor, no suspended member', async () => {
    const id = await addStory(ada, { audience: 'everyone' });
    const ended = await addMember();
    await credentialsOf(ended);
    await setStatus(ended, 'suspended');
    for (const [method, path] of calls(id)) {
      expect(await send(method, path), path).toMatchObject({
        status: 401,
        error_code: 'unauthorized',
      });
      expect(await send(method, path, {}, { as: ended }), path).toMatchObject({
        status: 401,
        error_code: 'invalid_token',
      });
    }
    expect(
      await send('POST', create, {}, { form: formOf({ filedata: fixture('square.jpg') }) }),
    ).toMatchObject({ status: 401 });
  });

  test('strangers get not found', async () => {
    const id = await addStory(ada, { audience: 'friends' });
    for (const [method, path] of calls(id).slice(2))
      expect(await send(method, path, {}, { as: stranger }), path).toMatchObject({
        status: 404,
        error_code: 'no_record',
      });
    expect(
      (await send('GET', browse, { user_id: ada.id }, { as: stranger })).body.response.every(
        ({ total_stories }: { total_stories: number }) => total_stories < 30,
      ),
    ).toBe(true);
  });
  test('friends get refused where they may not', async () => {
    const id = await addStory(ada, { audience: 'friends' });
    for (const [method, path] of [calls(id)[4]!, calls(id)[6]!])
      expect(await send(method, path, {}, { as: bo }), path).toMatchObject({
        status: 401,
        error_code: 'unauthorized',
      });
  });

  test.each(['0', '-1', '1e3', 'x', '1234567890123456789', '1,2'])(
    '%s is not a valid story id',
    async (id) => {
      for (const [method, path] of calls(id as unknown as number).slice(2))
        expect((await send(method, path, {}, { as: ada })).status, path).toSatisfy(
          (status: number) => status === 400 || status === 404,
        );
      expect((await send('GET', browse, { user_id: id }, { as: ada })).status).toSatisfy(
        (status: number) => status === 400 || status === 404,
      );
    },
  );
});
