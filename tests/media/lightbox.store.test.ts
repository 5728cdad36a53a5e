import { afterEach, beforeEach, expect, test } from 'vitest';
import { toLightboxSet } from '#domains/lightbox/lightbox.model.ts';
import type { LightboxItem } from '#domains/lightbox/lightbox.schema.ts';
import { createLightboxStore } from '#domains/lightbox/lightbox.store.ts';
import { Refusal, startCallServer, type CallServer } from '../support/call-server.ts';

let calls: CallServer;
beforeEach(async () => {
  calls = await startCallServer();
});
afterEach(() => calls.close());

const item = (id: number, position: number) =>
  ({
    photo_id: id,
    viewer_type: 'album_photo',
    subject_type: 'album_photo',
    position,
    like_count: 0,
    comment_count: 0,
    view_count: 0,
    is_like: 0,
    feed_reactions: {},
    can_comment: 1,
  }) as unknown as LightboxItem;
const items = [item(7, 1), item(8, 2), item(9, 3)];
const route = {
  type: 'photo',
  id: 8,
  subjectType: 'post',
  subjectId: 42,
} as const;

test('the set is requested by its route and opens at the pressed item', async () => {
  calls.on('/media/viewer', () => ({ total: 3, position: 2, items }));
  const lightbox = createLightboxStore(route);
  expect(lightbox.$state.get().status).toBe('loading');
  await lightbox.load();
  expect(lightbox.$state.get()).toMatchObject({ status: 'ready', index: 1 });
  expect(calls.received[0]!.fields).toMatchObject({
    type: 'album_photo',
    id: '8',
    subject_type: 'activity_action',
    subject_id: '42',
    is_attachment: '1',
  });
});

test('missing and failed are distinguished, and a failed request can be repeated', async () => {
  const lightbox = createLightboxStore(route);
  calls.on('/media/viewer', () => {
    throw new Refusal(404, 'no_record');
  });
  await lightbox.load();
  expect(lightbox.$state.get().status).toBe('missing');
  calls.on('/media/viewer', () => {
    throw new Refusal(0);
  });
  await lightbox.load();
  expect(lightbox.$state.get().status).toBe('failed');
  calls.on('/media/viewer', () => ({ total: 3, position: 2, items }));
  await lightbox.load();
  expect(lightbox.$state.get().status).toBe('ready');
});

test('stepping ends where the set ends', () => {
  const lightbox = createLightboxStore(route, toLightboxSet({ total: 3, position: 2, items }));
  expect(lightbox.step(1)).toBe(true);
  expect(lightbox.step(1)).toBe(false);
  expect(lightbox.$state.get().index).toBe(2);
  lightbox.show({ type: 'photo', id: 7 });
  expect(lightbox.$state.get().index).toBe(0);
  lightbox.show({ type: 'photo', id: 999 });
  expect(lightbox.$state.get().index).toBe(0);
});

test('a photo and an embedded video with the same id are two items', async () => {
  calls.on('/albums/photo/view', () => ({ response: { ...item(8, 0), like_count: 5 } }));
  const { photo_id: _, ...rest } = item(0, 3);
  const film = {
    ...rest,
    video_id: 8,
    viewer_type: 'youtube',
    subject_type: 'activity_action',
  } as const;
  const lightbox = createLightboxStore(
    route,
    toLightboxSet({ total: 3, position: 2, items: [...items.slice(0, 2), film] }),
  );
  await lightbox.countView();
  expect(lightbox.$state.get().items.map(({ likeCount }) => likeCount)).toEqual([0, 5, 0]);
  lightbox.show({ type: 'video', id: 8 });
  expect(lightbox.$state.get().index).toBe(2);
});

test('a view updates the numbers of that item only, and never requests an embedded video', async () => {
  calls.on('/albums/photo/view', ({ fields }) => ({
    response: {
      ...item(Number(fields.photo_id), 0),
      like_count: 5,
      view_count: 9,
      is_like: 1,
      my_feed_reaction: { reaction: 'love' },
    },
  }));
  const lightbox = createLightboxStore(
    route,
    toLightboxSet({
      total: 3,
      position: 2,
      items: [
        ...items.slice(0, 2),
        { ...items[2]!, viewer_type: 'youtube', subject_type: 'activity_action' },
      ],
    }),
  );
  await lightbox.countView();
  expect(
    lightbox.$state.get().items.map(({ likeCount, position }) => [likeCount, position]),
  ).toEqual([
    [0, 1],
    [5, 2],
    [0, 3],
  ]);
  lightbox.step(1);
  await lightbox.countView();
  expect(calls.received.length).toBe(1);
  // A reaction removed elsewhere is dropped.
  calls.on('/albums/photo/view', () => ({ response: item(8, 0) }));
  lightbox.step(-1);
  await lightbox.countView();
  expect(lightbox.$state.get().items[1]!.reactions.mine).toBe('none');
});

test('a large set is loaded in parts: near the end of one the next is loaded, and the shown item stays', async () => {
  const part = (from: number) =>
    Array.from({ length: 10 }, (_, index) => item(100 + from + index, from + index));
  calls.on('/media/viewer', ({ fields }) => ({
    total: 40,
    position: Number(fields.id) - 100,
    items: part(Number(fields.id) - 105),
  }));
  const lightbox = createLightboxStore(
    { type: 'photo', id: 106, subjectType: 'album', subjectId: 5, ownerId: 2 },
    toLightboxSet({ total: 40, position: 6, items: part(1) }),
  );
  expect(lightbox.$state.get()).toMatchObject({ index: 5, total: 40 });
  lightbox.step(2);
  await expect.poll(() => lightbox.$state.get().items[0]!.position).toBe(3);
  const { items: now, index } = lightbox.$state.get();
  expect(now[index]!.id).toBe(108);
  expect(calls.received[0]!.fields).toMatchObject({
    id: '108',
    subject_type: 'album',
    subject_id: '5',
    owner_id: '2',
  });
});
