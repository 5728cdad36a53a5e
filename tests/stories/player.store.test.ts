import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPlayer } from '#domains/stories/player/player.store.ts';
import type { StoryGroup, StoryItem } from '#domains/stories/stories.schema.ts';
import { $groupChanges, $groups } from '#domains/stories/stories.store.ts';
import { startCallServer, type CallServer } from '../support/call-server.ts';

const browse = '/advancedactivity/stories/browse';
let server: CallServer;
beforeAll(async () => {
  server = await startCallServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.received.length = 0;
  $groups.set(null);
  $groupChanges.set({});
});

const group = (owner_id: number) =>
  ({
    owner_id,
    story_id: owner_id * 10,
    total_stories: 1,
    owner_title: `Member ${owner_id}`,
    isViewed: 0,
    isMute: 0,
  }) as unknown as StoryGroup;
const item = (owner_id: number, more: Partial<StoryItem> = {}) =>
  ({
    story_id: owner_id * 10,
    owner_id,
    status: 1,
    videoUrl: '',
    isViewed: 0,
    ...more,
  }) as unknown as StoryItem;
const played = async (player: ReturnType<typeof createPlayer>, ownerId: number) => {
  server.on(`/advancedactivity/story/view/${ownerId * 10}`, () => ({ response: [item(ownerId)] }));
  await player.load(ownerId * 10);
  await player.findAdjacentGroups();
};

test('stepping from person to person continues past the first page to the last person', async () => {
  const all = Array.from({ length: 70 }, (_, index) => group(index + 1));
  server.on(browse, ({ fields }) => {
    const page = Number(fields.page ?? 1);
    return {
      response: all.slice((page - 1) * 30, page * 30),
      totalItemCount: all.length,
      muteStoryCount: 0,
    };
  });
  const player = createPlayer(10, 999);
  await played(player, 1);
  const seen = [1];
  for (let { next } = player.adjacentGroups(); next; { next } = player.adjacentGroups()) {
    await played(player, next.owner.id);
    seen.push(next.owner.id);
  }
  expect(seen).toEqual(all.map(({ owner_id }) => owner_id));
  // Requested near the end, not at every step.
  expect(server.received.filter(({ path }) => path === browse).length).toBeLessThanOrEqual(4);
});

test('a video starts once it is processed, without a restart of what plays', async () => {
  server.on(browse, () => ({ response: [group(5)], totalItemCount: 1, muteStoryCount: 0 }));
  let status = 2;
  server.on('/advancedactivity/story/view/50', () => ({
    response: [item(5, { status, videoUrl: status === 1 ? '/media/7/video' : '' })],
  }));
  const player = createPlayer(50, 999);
  await player.load(50);
  const { turn } = player.$state.get();
  await player.refresh();
  expect(player.$state.get().turn).toBe(turn);
  status = 1;
  await player.refresh();
  expect(player.$state.get()).toMatchObject({
    turn: turn + 1,
    index: 0,
    items: [{ videoUrl: '/media/7/video' }],
  });
});
