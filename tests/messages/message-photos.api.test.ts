import { beforeAll, describe, expect, test } from 'vitest';
import { pruneMedia } from '#domains/media/prune-media.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { filesBelow, fixture } from '../support/files.ts';
import { addMember, befriend, block, setStatus } from '../support/people.ts';
import { fetchFile, send, type RestAnswer, type SendOptions } from '../support/rest.ts';

let ada: Member;
let bo: Member;
let cy: Member;
/** A message without photos. */
let plain: Entry;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo, cy] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Cy' }),
  ];
  for (const one of [bo, cy]) await befriend(ada, one);
  await befriend(bo, cy);
  plain = last(await compose());
});

type Values = Record<string, string | File>;
interface Entry {
  message: {
    message_id: number;
    conversation_id: number;
    body: string;
    attachment_type: string;
    attachment_id: number;
    photo_count: number;
  };
  photos?: Array<{ photo_id: number; image_main: { width: number }; picture: { alt: string } }>;
}

function sendForm(path: string, fields: Values, options: SendOptions = {}): Promise<RestAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return send('POST', path, {}, { as: ada, form, ...options });
}
const compose = (fields: Values = {}, options: SendOptions = {}) =>
  sendForm(
    '/messages/compose',
    { toValues: String(bo.id), title: 'Lamps', body: 'Look', ...fields },
    options,
  );
const last = ({ body }: RestAnswer): Entry => (body as { messages: Entry[] }).messages.at(-1)!;
const begin = async (fields: Values = {}): Promise<Entry> =>
  last(await compose({ filedata0: fixture('square.jpg'), ...fields }));
const answer = (id: number, fields: Values, options: SendOptions = {}) =>
  sendForm(`/messages/view/${id}`, fields, options);
const mayFetch = async (as: Member | undefined, photoId: number) =>
  (await fetchFile(`/media/${photoId}/original.webp`, { as })).status === 200;
const count = async () =>
  (
    await db.execute<Record<string, number>>(
      sql`
        select (select count(*)::int from messages) as messages,
          (select count(*)::int from media) as media`,
    )
  )[0];
const underWay = () => filesBelow(`${process.env.DATA_DIR}/uploads`);

describe('a message with photos', () => {
  test('starts a conversation, in order and with alternative texts', async () => {
    const begun = await begin({
      filedata0: fixture('landscape.jpg'),
      alt0: 'A heron',
      filedata1: fixture('square.jpg'),
    });
    expect(begun).toMatchObject({
      message: { body: 'Look', attachment_type: 'album_photo', photo_count: 2 },
      photos: [
        { image_main: { width: 1600 }, picture: { alt: 'A heron' } },
        { picture: { alt: '' } },
      ],
    });
    expect(begun.message.attachment_id).toBe(begun.photos![0]!.photo_id);
  });

  test('replies, in order and with alternative texts', async () => {
    const id = (await begin({ filedata0: fixture('square.jpg') })).message.conversation_id;
    const wordless = last(
      await answer(
        id,
        {
          filedata1: fixture('square.jpg'),
          alt1: 'Second',
          filedata0: fixture('panorama.jpg'),
          alt0: 'First',
        },
        { as: bo },
      ),
    );
    expect(wordless).toMatchObject({
      message: { body: '' },
      photos: [{ picture: { alt: 'First' } }, { picture: { alt: 'Second' } }],
    });
    // The field name of native clients for a single photo.
    expect(last(await answer(id, { body: 'One', photo: fixture('square.jpg') }))).toMatchObject({
      message: { photo_count: 1 },
    });
    await expect.poll(underWay).toEqual([]);
  });

  test('without text is named by its photos in the list', async () => {
    const id = (await begin({ filedata0: fixture('square.jpg') })).message.conversation_id;
    await answer(id, { filedata0: fixture('square.jpg') });
    const list = await send('GET', '/messages/allmessages', {}, { as: bo });
    expect(list.body.response[0]).toMatchObject({
      message: { body: '', attachment_type: 'album_photo', photo_count: 1 },
    });
    expect(list.body.response[0].photos).toBeUndefined();
    const read = (await send('GET', `/messages/view/${id}`, {}, { as: bo })).body
      .messages as Entry[];
    expect(read.map(({ photos = [] }) => photos.length)).toEqual([1, 1]);
  });

  test('sent again with the same key is the same message', async () => {
    const id = plain.message.conversation_id;
    const before = (await send('GET', `/messages/view/${id}`, {}, { as: ada })).body
      .totalItemCount as number;
    const options = { headers: { 'idempotency-key': `photos ${id}` } };
    const once = () => answer(id, { body: 'Once', filedata0: fixture('square.jpg') }, options);
    const answers = await Promise.all([once(), once()]);
    expect(
      new Set([...answers, await once()].map((response) => last(response).message.message_id)).size,
    ).toBe(1);
    expect((await send('GET', `/messages/view/${id}`, {}, { as: ada })).body.totalItemCount).toBe(
      before + 1,
    );
  });

  test('with other photos the same key is refused', async () => {
    const id = plain.message.conversation_id;
    const options = { headers: { 'idempotency-key': `other photos ${id}` } };
    const sendPhoto = (name: string) =>
      answer(id, { body: 'Once', filedata0: fixture(name) }, options);
    await sendPhoto('square.jpg');
    expect(await sendPhoto('landscape.jpg')).toMatchObject({ status: 400 });
  });

  test.each<[string, Values, SendOptions, Record<string, unknown>]>([
    [
      'text named .jpg',
      { filedata0: fixture('text-named.jpg') },
      {},
      { status: 415, error_code: 'invalid_file' },
    ],
    [
      'a drawing with a script',
      { filedata0: fixture('script.svg') },
      {},
      { status: 415, error_code: 'invalid_file' },
    ],
    [
      'half a picture among whole ones',
      { filedata0: fixture('square.jpg'), filedata1: fixture('truncated.jpg') },
      {},
      { status: 415 },
    ],
    ['a bomb', { filedata0: fixture('bomb-30000x30000.png') }, {}, { status: 415 }],
    [
      'a video',
      { filedata0: fixture('clip.mp4') },
      {},
      { status: 415, error_code: 'invalid_file' },
    ],
    [
      'eleven photos',
      Object.fromEntries(
        Array.from({ length: 11 }, (_, index) => [`filedata${index}`, fixture('square.jpg')]),
      ),
      {},
      { status: 400 },
    ],
    ['a file by another name', { secret: fixture('square.jpg') }, {}, { status: 415 }],
    [
      'a text where a file belongs',
      { filedata0: 'square.jpg' },
      {},
      { status: 400, message: { filedata0: 'Please send this as a file.' } },
    ],
    [
      'a description that is too long',
      { filedata0: fixture('square.jpg'), alt0: 'x'.repeat(501) },
      {},
      { status: 400, message: { alt0: expect.any(String) } },
    ],
    [
      '5,001 characters',
      { filedata0: fixture('square.jpg'), body: 'x'.repeat(5001) },
      {},
      { status: 400, message: { body: expect.any(String) } },
    ],
    ['no member', { filedata0: fixture('square.jpg') }, { as: undefined }, { status: 401 }],
    [
      'neither words nor photos',
      { body: ' ' },
      {},
      { status: 400, message: { body: 'Message is required' } },
    ],
  ])('%s is refused and leaves nothing behind', async (_, fields, options, refusal) => {
    const id = plain.message.conversation_id;
    const before = await count();
    expect(await answer(id, { body: 'Look', ...fields }, options)).toMatchObject(refusal);
    expect(await compose(fields, options)).toMatchObject(refusal);
    expect(await count()).toEqual(before);
    await expect.poll(underWay).toEqual([]);
  });

  test('a picture larger than the site takes is refused', async () => {
    const megabytes = env().UPLOAD_IMAGE_MB;
    env().UPLOAD_IMAGE_MB = 0;
    expect(
      await compose({ filedata0: fixture('square.jpg') }).finally(
        () => (env().UPLOAD_IMAGE_MB = megabytes),
      ),
    ).toMatchObject({ status: 413, error_code: 'file_too_large' });
  });

  test('invalid messages are refused before their photos are decoded', async () => {
    const stranger = await addMember();
    const { message } = plain;
    const before = filesBelow(`${process.env.DATA_DIR}/media`).length;
    const photo = { body: 'x', filedata0: fixture('landscape.jpg') };
    expect(await answer(message.conversation_id, photo, { as: stranger })).toMatchObject({
      status: 404,
      error_code: 'no_record',
    });
    expect(await compose({ ...photo, toValues: '999999999' })).toMatchObject({ status: 404 });
    expect(await compose({ ...photo, toValues: '', title: ' ' })).toMatchObject({
      status: 400,
      message: { toValues: 'Please choose who to write to.', title: 'Title is required' },
    });
    expect(filesBelow(`${process.env.DATA_DIR}/media`).length).toBe(before);
  });
});

describe('its files', () => {
  test('are visible to the participants alone: to no visitor, stranger, friend or administrator', async () => {
    const photo = (await begin()).photos![0]!.photo_id;
    expect(await Promise.all([ada, bo].map((one) => mayFetch(one, photo)))).toEqual([true, true]);
    for (const one of [undefined, cy, await addMember(), await addMember({ role: 'admin' })]) {
      expect(await mayFetch(one, photo)).toBe(false);
      expect(
        (await send('GET', '/albums/photo/view', { photo_id: photo, album_id: 0 }, { as: one }))
          .status,
      ).not.toBe(200);
    }
    // They cannot be commented on or liked either.
    expect(
      await send('POST', '/like', { subject_type: 'album_photo', subject_id: photo }, { as: bo }),
    ).toMatchObject({ status: 404 });
    expect(
      await send(
        'POST',
        '/comment-create',
        { subject_type: 'album_photo', subject_id: photo, body: 'x' },
        { as: bo },
      ),
    ).toMatchObject({ status: 404 });
  });

  test('a participant who left keeps earlier photos and gets no later ones', async () => {
    const { message, photos } = last(
      await compose({ toValues: `${bo.id},${cy.id}`, filedata0: fixture('square.jpg') }),
    );
    expect(
      await send('POST', '/messages/leave', { id: message.conversation_id }, { as: cy }),
    ).toMatchObject({ status_code: 204 });
    const later = last(await answer(message.conversation_id, { filedata0: fixture('square.jpg') }));
    expect([
      await mayFetch(cy, photos![0]!.photo_id),
      await mayFetch(cy, later.photos![0]!.photo_id),
      await mayFetch(bo, later.photos![0]!.photo_id),
    ]).toEqual([true, false, true]);
  });

  test('behind a block nothing new is visible, and a suspended member gets nothing', async () => {
    const [one, other] = [await addMember(), await addMember()];
    for (const somebody of [one, other]) await befriend(ada, somebody);
    const { message, photos } = last(
      await compose({ toValues: `${one.id},${other.id}`, filedata0: fixture('square.jpg') }),
    );
    await block(ada, other);
    const later = last(await answer(message.conversation_id, { filedata0: fixture('square.jpg') }));
    expect([
      await mayFetch(other, photos![0]!.photo_id),
      await mayFetch(other, later.photos![0]!.photo_id),
      await mayFetch(one, later.photos![0]!.photo_id),
    ]).toEqual([true, false, true]);
    await setStatus(one, 'suspended');
    expect(await mayFetch(one, later.photos![0]!.photo_id)).toBe(false);
  });

  test('are hidden from whoever deleted them, and deleted once all have', async () => {
    const { message, photos } = await begin();
    const photo = photos![0]!.photo_id;
    await send(
      'POST',
      '/messages/delete',
      { conversation_ids: message.conversation_id },
      { as: bo },
    );
    expect([await mayFetch(bo, photo), await mayFetch(ada, photo)]).toEqual([false, true]);
    await send(
      'POST',
      '/messages/delete',
      { conversation_ids: message.conversation_id },
      { as: ada },
    );
    expect(await mayFetch(ada, photo)).toBe(false);
    const stateOf = async () =>
      (await db.execute<{ state: string }>(sql`select state from media where id = ${photo}`))[0]
        ?.state;
    expect(await stateOf()).toBe('orphaned');
    await db.execute(
      sql`update media set state_changed_at = now() - interval '25 hours' where id = ${photo}`,
    );
    await pruneMedia();
    expect(await stateOf()).toBeUndefined();
  });
});
