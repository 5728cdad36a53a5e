import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { reportedItem } from '#domains/moderation/queue/queue.schema.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { fixture } from '../support/files.ts';
import { addMember, befriend, block, setStatus } from '../support/people.ts';
import { send } from '../support/rest.ts';
import { bytesOf, formOf } from '../support/uploads.ts';

let owner: Member;
let friend: Member;
let moderator: Member;
let other: Member;
let story: { story_id: number; image: string; videoUrl: string };
let path: string;
const type = 'sitestories_story';

beforeAll(() => {
  env().RATE_LIMIT_SCALE = 1_000;
  env().FFMPEG_PATH = 'off';
});
beforeEach(async () => {
  [owner, friend] = [await addMember({ name: 'Teller' }), await addMember({ name: 'Friend' })];
  [moderator, other] = [
    await addMember({ name: 'Mo', role: 'moderator' }),
    await addMember({ name: 'Ma', role: 'moderator' }),
  ];
  await befriend(owner, friend);
  story = await createStory('square.jpg');
  path = new URL(story.image).pathname;
  expect(
    (await send('POST', '/report/create', { type, id: story.story_id }, { as: friend }))
      .status_code,
  ).toBe(204);
});
afterEach(() => moveClock(0));

const createStory = async (name: string, photo?: string) =>
  (
    await send(
      'POST',
      '/advancedactivity/stories/create',
      {},
      {
        as: owner,
        form: formOf({
          filedata: fixture(name),
          ...(photo ? { photo: fixture(photo) } : {}),
          description: 'Look',
          auth_view: 'friends',
        }),
      },
    )
  ).body.response[0];
const look = (as = moderator, id = story.story_id) =>
  send('POST', '/admin/reports/view', { type, id }, { as });
const decide = (decision: string) =>
  send('POST', '/admin/reports/decide', { type, id: story.story_id, decision }, { as: moderator });
const looks = async () =>
  (
    await db.execute<{ by: number }>(
      sql`
        select moderator_id as by
        from moderation_log
        where action = 'viewed' and subject_id = ${story.story_id}`,
    )
  ).map(({ by }) => by);

test('the picture is for the moderator who opens the report, beside the viewers of the story', async () => {
  expect(await bytesOf(path, moderator)).toBe(404);
  const { response } = (await send('GET', '/admin/reports', {}, { as: moderator })).body as {
    response: Array<{ id: number; files: unknown; body: string | null }>;
  };
  expect(response.find(({ id }) => id === story.story_id)).toMatchObject({
    files: null,
    body: null,
  });
  const report = await look();
  expect(reportedItem.parse(report.body)).toMatchObject({
    body: 'Look',
    files: [{ kind: 'photo', width: expect.any(Number) as number }],
  });
  expect(report.body.files[0].src.split('/')[2]).toBe(path.split('/')[2]);
  expect(await bytesOf(report.body.files[0].src, moderator)).toBeInstanceOf(Buffer);
  expect(await looks()).toEqual([moderator.id]);
  // Only moderators get access, each by opening the report.
  expect(await bytesOf(path, other)).toBe(404);
  expect(await bytesOf(path, friend)).toBeInstanceOf(Buffer);
  const stranger = await addMember();
  expect((await look(stranger)).status).toBe(404);
  expect(await bytesOf(path, stranger)).toBe(404);
  expect(await bytesOf(path)).toBe(404);
  // The story itself stays inaccessible: no reply, no reaction, no entry among the viewers.
  expect(
    (await send('GET', `/advancedactivity/story/view/${story.story_id}`, {}, { as: moderator }))
      .status,
  ).toBe(404);
  expect(
    (
      await send(
        'POST',
        `/advancedactivity/story/viewer-count/${story.story_id}`,
        {},
        { as: moderator },
      )
    ).status,
  ).toBe(404);
});

test('a video comes with its poster', async () => {
  story = await createStory('clip.mp4', 'alpha.png');
  await send('POST', '/report/create', { type, id: story.story_id }, { as: friend });
  const [file] = (await look()).body.files;
  expect(file).toMatchObject({ kind: 'video' });
  expect(await bytesOf(file.src, moderator)).toBeInstanceOf(Buffer);
  expect(await bytesOf(file.poster, moderator)).toBeInstanceOf(Buffer);
});

test('also across a block and when its owner is suspended', async () => {
  await block(owner, moderator);
  await look();
  expect(await bytesOf(path, moderator)).toBeInstanceOf(Buffer);
  await setStatus(owner, 'suspended');
  expect(await bytesOf(path, moderator)).toBeInstanceOf(Buffer);
});

test('the access ends with the decision, after an hour, and with the role', async () => {
  await look();
  moveClock(60 * 60 + 1);
  expect(await bytesOf(path, moderator)).toBe(404);
  moveClock(0);
  expect(await bytesOf(path, { ...moderator, id: other.id })).toBe(404);
  expect((await decide('dismiss')).status_code).toBe(204);
  expect(await bytesOf(path, moderator)).toBe(404);
  expect(await bytesOf(path, friend)).toBeInstanceOf(Buffer);
});

test('once removed nobody gets it', async () => {
  await look();
  expect((await decide('remove')).status_code).toBe(204);
  for (const who of [moderator, friend, owner]) expect(await bytesOf(path, who)).toBe(404);
});

test('once expired nobody gets it, moderators included', async () => {
  await look();
  expect(await bytesOf(path, moderator)).toBeInstanceOf(Buffer);
  await db.execute(
    sql`update stories set created_at = now() - interval '24 hours' where id = ${story.story_id}`,
  );
  expect(await bytesOf(path, moderator)).toBe(404);
  // Its caption stays in the report.
  expect((await look()).body).toMatchObject({ body: 'Look', files: [] });
  expect(await bytesOf(path, moderator)).toBe(404);
});
