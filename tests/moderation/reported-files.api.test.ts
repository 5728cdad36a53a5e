import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { reportedItem } from '#domains/moderation/queue/queue.schema.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { fromWireType } from '#lib/wire-names.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { fixture } from '../support/files.ts';
import { addMember, befriend, block, setStatus } from '../support/people.ts';
import { send } from '../support/rest.ts';
import { bytesOf, formOf } from '../support/uploads.ts';

// Access of moderators to the pictures and videos of a reported post, comment, photo or video.
// Stories are tested in tests/stories.

let author: Member;
let friend: Member;
let moderator: Member;
let other: Member;

beforeAll(() => {
  env().RATE_LIMIT_SCALE = 1_000;
  env().FFMPEG_PATH = 'off';
});
beforeEach(async () => {
  [author, friend] = [await addMember({ name: 'Author' }), await addMember({ name: 'Friend' })];
  [moderator, other] = [
    await addMember({ name: 'Mo', role: 'moderator' }),
    await addMember({ name: 'Ma', role: 'moderator' }),
  ];
  await befriend(author, friend);
});
afterEach(() => moveClock(0));

interface Item {
  type: string;
  id: number;
}
const report = async (item: Item) =>
  expect(
    (await send('POST', '/report/create', { ...item, description: 'Look' }, { as: friend }))
      .status_code,
  ).toBe(204);
const look = (item: Item, as = moderator) =>
  send('POST', '/admin/reports/view', { ...item }, { as });
const decide = (item: Item, decision: string) =>
  send('POST', '/admin/reports/decide', { ...item, decision }, { as: moderator });
const pathOf = (address: string) => new URL(address, 'http://x').pathname;
const isGiven = async (path: string, as?: Member) => (await bytesOf(path, as)) instanceof Buffer;
const looks = async ({ type, id }: Item) =>
  (
    await db.execute<{ by: number }>(
      sql`
        select moderator_id as by
        from moderation_log
        where action = 'viewed' and subject_type = ${fromWireType(type)!} and subject_id = ${id}`,
    )
  ).map(({ by }) => by);

async function post(fields: Record<string, string> = {}) {
  const { body } = await send(
    'POST',
    '/advancedactivity/feeds/post',
    {},
    {
      as: author,
      form: formOf({
        body: 'Look',
        auth_view: 'friends',
        filedata0: fixture('square.jpg'),
        filedata1: fixture('photo.webp'),
        ...fields,
      }),
    },
  );
  const { action_id: id, attachment } = body.response.feed as {
    action_id: number;
    attachment: Array<{ photo_id: number; image_main: { src: string } }>;
  };
  return {
    item: { type: 'activity_action', id },
    paths: attachment.map(({ image_main }) => pathOf(image_main.src)),
    photoIds: attachment.map(({ photo_id }) => photo_id),
  };
}

test('viewing a report opens the photos of the post to that moderator alone', async () => {
  const [{ item, paths }, elsewhere] = [await post(), await post()];
  await look(item).then(({ status }) => expect(status).toBe(404));
  await report(item);
  for (const path of paths) expect(await isGiven(path, moderator)).toBe(false);
  const { body } = await look(item);
  expect(reportedItem.parse(body)).toMatchObject({
    body: 'Look',
    photo_count: 2,
    video_count: 0,
    files: [{ kind: 'photo' }, { kind: 'photo' }],
  });
  expect(body.files.map(({ src }: { src: string }) => src.split('/')[2])).toEqual(
    paths.map((path) => path.split('/')[2]),
  );
  for (const { src } of body.files) expect(await isGiven(src, moderator)).toBe(true);
  expect(await looks(item)).toEqual([moderator.id]);
  // Each moderator has to view the report first, nobody else can, and items that were not reported
  // stay closed.
  const stranger = await addMember();
  for (const path of paths)
    for (const who of [other, stranger, undefined]) expect(await isGiven(path, who)).toBe(false);
  for (const path of elsewhere.paths) expect(await isGiven(path, moderator)).toBe(false);
  expect((await look(item, stranger)).status).toBe(404);
});

test('whoever views a report cannot write about its photos', async () => {
  const { item, paths } = await post();
  await report(item);
  await look(item);
  // View only: moderators cannot comment on or react to the photo, and the post itself stays
  // closed.
  const photo = Number(paths[0]!.split('/')[2]);
  expect(
    (
      await send(
        'POST',
        '/like',
        { subject_type: 'album_photo', subject_id: photo },
        { as: moderator },
      )
    ).status,
  ).toBe(404);
  expect(
    (
      await send(
        'POST',
        '/comment-create',
        { subject_type: 'album_photo', subject_id: photo, body: 'Hm' },
        { as: moderator },
      )
    ).status,
  ).toBe(404);
  expect(
    (
      await send(
        'GET',
        '/media/viewer',
        { type: 'album_photo', id: photo, subject_type: 'activity_action', subject_id: item.id },
        { as: moderator },
      )
    ).status,
  ).toBe(404);
});

test('access survives a block and a suspension and ends with the decision, after an hour, or with the role', async () => {
  const {
    item,
    paths: [path],
  } = await post();
  await report(item);
  await block(author, moderator);
  await look(item);
  expect(await isGiven(path!, moderator)).toBe(true);
  await setStatus(author, 'suspended');
  expect(await isGiven(path!, moderator)).toBe(true);
  await setStatus(author, 'active');
  await db.execute(sql`update members set role = 'member' where id = ${moderator.id}`);
  expect(await isGiven(path!, { ...moderator, role: 'member' })).toBe(false);
  await db.execute(sql`update members set role = 'moderator' where id = ${moderator.id}`);
  moveClock(60 * 60 + 1);
  expect(await isGiven(path!, moderator)).toBe(false);
  moveClock(0);
  expect((await decide(item, 'dismiss')).status_code).toBe(204);
  expect(await isGiven(path!, moderator)).toBe(false);
  expect(await isGiven(path!, friend)).toBe(true);
});

test('it works for a public post behind a block too', async () => {
  const { item, paths } = await post({ auth_view: 'everyone' });
  await report(item);
  await block(author, moderator);
  expect(await isGiven(paths[0]!, moderator)).toBe(false);
  expect((await look(item)).body.files).toHaveLength(2);
  expect(await isGiven(paths[0]!, moderator)).toBe(true);
  expect(await looks(item)).toEqual([moderator.id]);
});

test('a video comes with its poster, until its post is deleted', async () => {
  const { body: published } = await send(
    'POST',
    '/advancedvideos/create',
    {},
    {
      as: author,
      form: formOf({
        post_attach: '1',
        filedata: fixture('clip.mp4'),
        photo: fixture('alpha.png'),
        auth_view: 'friends',
      }),
    },
  );
  const item = { type: 'activity_action', id: published.response.feed.action_id as number };
  await report(item);
  const { body } = await look(item);
  expect(body).toMatchObject({ photo_count: 0, video_count: 1, files: [{ kind: 'video' }] });
  const [{ src, poster }] = body.files as [{ src: string; poster: string }];
  for (const path of [src, poster]) expect(await isGiven(path, moderator)).toBe(true);
  expect(
    (await send('DELETE', '/advancedactivity/delete', { action_id: item.id }, { as: author }))
      .status_code,
  ).toBe(204);
  for (const path of [src, poster]) expect(await isGiven(path, moderator)).toBe(false);
  expect((await look(item)).body).toMatchObject({ files: [] });
});

test('the photo of a reported comment is shown, but not those of other comments under the post', async () => {
  const {
    item: { id: postId },
    paths,
  } = await post();
  const comment = async () => {
    const { body } = await send(
      'POST',
      '/advancedactivity/comment',
      {},
      {
        as: author,
        form: formOf({ action_id: String(postId), body: 'Here', photo: fixture('square.jpg') }),
      },
    );
    return body as { comment_id: number; photo?: unknown };
  };
  const [bad, fine] = [await comment(), await comment()];
  const mediaOf = async (id: number) =>
    (
      await db.execute<{ id: number }>(sql`select media_id as id from comments where id = ${id}`)
    )[0]!.id;
  const item = { type: 'activity_comment', id: bad.comment_id };
  await report(item);
  const [file, of] = [
    `/media/${await mediaOf(bad.comment_id)}/original.webp`,
    `/media/${await mediaOf(fine.comment_id)}/original.webp`,
  ];
  expect(await isGiven(file, moderator)).toBe(false);
  expect((await look(item)).body).toMatchObject({
    body: 'Here',
    photo_count: 1,
    files: [{ kind: 'photo' }],
  });
  expect(await isGiven(file, moderator)).toBe(true);
  for (const path of [of, paths[0]!]) expect(await isGiven(path, moderator)).toBe(false);
  expect((await decide(item, 'remove')).status_code).toBe(204);
  expect(await isGiven(file, moderator)).toBe(false);
});

test('a photo of a post can be reported and viewed by itself', async () => {
  const { paths } = await post();
  const ids = paths.map((path) => Number(path.split('/')[2]));
  const item = { type: 'album_photo', id: ids[1]! };
  await report(item);
  expect((await look(item)).body).toMatchObject({
    photo_count: 1,
    can_remove: 0,
    files: [{ kind: 'photo' }],
  });
  expect(await isGiven(paths[1]!, moderator)).toBe(true);
  expect(await isGiven(paths[0]!, moderator)).toBe(false);
  // The report of a photo with the id of a post does not open the post, and vice versa.
  expect((await look({ type: 'activity_action', id: ids[1]! })).status).toBe(404);
  expect((await look({ type: 'video', id: ids[1]! })).status).toBe(404);
});

test('a message with its photos can be reported by its recipient, without the rest of the conversation', async () => {
  const write = async (path: string, as: Member, fields: Record<string, string | File>) => {
    const { body } = await send('POST', path, {}, { as, form: formOf(fields) });
    return (
      body.messages as Array<{
        message: { message_id: number; conversation_id: number };
        photos?: Array<{ photo_id: number }>;
      }>
    ).at(-1)!;
  };
  const fine = await write('/messages/compose', author, {
    toValues: String(friend.id),
    title: 'Hello',
    body: 'A nice word',
    filedata0: fixture('square.jpg'),
  });
  const conversation = fine.message.conversation_id;
  const bad = await write(`/messages/view/${conversation}`, author, {
    body: 'A rude word',
    filedata0: fixture('photo.webp'),
  });
  const [item, file] = [
    { type: 'messages_message', id: bad.message.message_id },
    `/media/${bad.photos![0]!.photo_id}/original.webp`,
  ];
  // Neither the author nor somebody outside the conversation can report it, moderators included.
  expect(
    (await send('POST', '/report/create', { ...item, description: 'Mine' }, { as: author })).status,
  ).toBe(400);
  for (const as of [moderator, await addMember()])
    expect(
      (await send('POST', '/report/create', { ...item, description: 'Look' }, { as })).status,
    ).toBe(404);
  await report(item);
  expect((await send('GET', '/admin/reports', {}, { as: moderator })).text).not.toContain(
    'A rude word',
  );
  expect(await isGiven(file, moderator)).toBe(false);
  const viewed = await look(item);
  expect(reportedItem.parse(viewed.body)).toMatchObject({
    body: 'A rude word',
    displayname: 'Author',
    photo_count: 1,
    url: null,
    can_remove: 0,
    files: [{ kind: 'photo' }],
  });
  expect(viewed.text).not.toContain('A nice word');
  expect(await isGiven(file, moderator)).toBe(true);
  expect(await isGiven(`/media/${fine.photos![0]!.photo_id}/original.webp`, moderator)).toBe(false);
  expect((await send('GET', `/messages/view/${conversation}`, {}, { as: moderator })).status).toBe(
    404,
  );
  expect(await looks(item)).toEqual([moderator.id]);
  expect((await decide(item, 'dismiss')).status_code).toBe(204);
  expect(await isGiven(file, moderator)).toBe(false);
});
