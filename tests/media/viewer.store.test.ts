import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ViewerItem } from '#domains/media/viewer/viewer.schema.ts';
import { createViewer } from '#domains/media/viewer/viewer.store.ts';
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
  }) as unknown as ViewerItem;
const items = [item(7, 1), item(8, 2), item(9, 3)];
const place = {
  type: 'photo',
  id: 8,
  subjectType: 'post',
  subjectId: 42,
} as const;

test('the set is asked for by its place and opened where it was pressed', async () => {
  calls.on('/media/viewer', () => ({ total: 3, position: 2, items }));
  const viewer = createViewer(place);
  expect(viewer.$state.get().status).toBe('loading');
  await viewer.load();
  expect(viewer.$state.get()).toMatchObject({ status: 'ready', index: 1 });
  expect(calls.received[0]!.fields).toMatchObject({
    type: 'album_photo',
    id: '8',
    subject_type: 'activity_action',
    subject_id: '42',
    is_attachment: '1',
  });
});

test('what is not there and what could not be had are told apart, and the second may be asked again', async () => {
  const viewer = createViewer(place);
  calls.on('/media/viewer', () => {
    throw new Refusal(404, 'no_record');
  });
  await viewer.load();
  expect(viewer.$state.get().status).toBe('gone');
  calls.on('/media/viewer', () => {
    throw new Refusal(0);
  });
  await viewer.load();
  expect(viewer.$state.get().status).toBe('failed');
  calls.on('/media/viewer', () => ({ total: 3, position: 2, items }));
  await viewer.load();
  expect(viewer.$state.get().status).toBe('ready');
});

test('stepping ends where the set ends', () => {
  const viewer = createViewer(place, { total: 3, position: 2, items });
  expect(viewer.step(1)).toBe(true);
  expect(viewer.step(1)).toBe(false);
  expect(viewer.$state.get().index).toBe(2);
  viewer.show({ type: 'photo', id: 7 });
  expect(viewer.$state.get().index).toBe(0);
  viewer.show({ type: 'photo', id: 999 });
  expect(viewer.$state.get().index).toBe(0);
});

test('a photo and an embedded video of one number are two items', async () => {
  calls.on('/albums/photo/view', () => ({ response: { ...item(8, 0), like_count: 5 } }));
  const { photo_id: _, ...rest } = item(0, 3);
  const film = {
    ...rest,
    video_id: 8,
    viewer_type: 'youtube',
    subject_type: 'activity_action',
  } as const;
  const viewer = createViewer(place, {
    total: 3,
    position: 2,
    items: [...items.slice(0, 2), film],
  });
  await viewer.look();
  expect(viewer.$state.get().items.map(({ like_count }) => like_count)).toEqual([0, 5, 0]);
  viewer.show({ type: 'video', id: 8 });
  expect(viewer.$state.get().index).toBe(2);
});

test('a look brings the numbers up to date, of that item only, and never asks twice for an embedded video', async () => {
  calls.on('/albums/photo/view', ({ fields }) => ({
    response: {
      ...item(Number(fields.photo_id), 0),
      like_count: 5,
      view_count: 9,
      is_like: 1,
      my_feed_reaction: { reaction: 'love' },
    },
  }));
  const viewer = createViewer(place, {
    total: 3,
    position: 2,
    items: [
      ...items.slice(0, 2),
      { ...items[2]!, viewer_type: 'youtube', subject_type: 'activity_action' },
    ],
  });
  await viewer.look();
  expect(
    viewer.$state.get().items.map(({ like_count, position }) => [like_count, position]),
  ).toEqual([
    [0, 1],
    [5, 2],
    [0, 3],
  ]);
  viewer.step(1);
  await viewer.look();
  expect(calls.received.length).toBe(1);
  // A reaction taken back elsewhere is not kept.
  calls.on('/albums/photo/view', () => ({ response: item(8, 0) }));
  viewer.step(-1);
  await viewer.look();
  expect(viewer.$state.get().items[1]).not.toHaveProperty('my_feed_reaction');
});

test('a large set comes in parts: close to the end of one the next is fetched, and what is shown stays', async () => {
  const part = (from: number) =>
    Array.from({ length: 10 }, (_, index) => item(100 + from + index, from + index));
  calls.on('/media/viewer', ({ fields }) => ({
    total: 40,
    position: Number(fields.id) - 100,
    items: part(Number(fields.id) - 105),
  }));
  const viewer = createViewer(
    { type: 'photo', id: 106, subjectType: 'album', subjectId: 5, ownerId: 2 },
    { total: 40, position: 6, items: part(1) },
  );
  expect(viewer.$state.get()).toMatchObject({ index: 5, total: 40 });
  viewer.step(2);
  await expect.poll(() => viewer.$state.get().items[0]!.position).toBe(3);
  const { items: now, index } = viewer.$state.get();
  expect(now[index]!.photo_id).toBe(108);
  expect(calls.received[0]!.fields).toMatchObject({
    id: '108',
    subject_type: 'album',
    subject_id: '5',
    owner_id: '2',
  });
});
