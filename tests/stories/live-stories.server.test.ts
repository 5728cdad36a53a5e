import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { removeEnded } from '#domains/stories/expire-stories.server.ts';
import { deleteStory } from '#domains/stories/stories.server.ts';
import { listStories } from '#domains/stories/tray.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { startLiveServer } from '../support/live-server.ts';
import { addMember, befriend, block, unfriend } from '../support/people.ts';
import { addStory } from '../support/stories.ts';
import { listenTo } from '../support/stream.ts';

let live: Awaited<ReturnType<typeof startLiveServer>>;
let ada: Member;
let bo: Member;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  live = await startLiveServer();
});
afterAll(() => live.stop());
beforeEach(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
  await befriend(ada, bo);
});

/**
 * Whose stories the member hears to have changed while `work` is done, until a friend of theirs
 * tells one.
 */
async function heardBy(member: Member, work: () => Promise<unknown>): Promise<string[]> {
  const last = await addMember({ name: 'Last' });
  await befriend(member, last);
  const stream = await listenTo(live.origin, member);
  await stream.next();
  await work();
  await addStory(last);
  const heard: string[] = [];
  for (let event = await stream.next(); event; event = await stream.next()) {
    if (event.type === 'badges') continue;
    if (event.data === JSON.stringify({ id: last.id })) break;
    heard.push(`${event.type} ${event.data}`);
  }
  await stream.stop();
  return heard;
}

const told = (owner: Member) => [`stories ${JSON.stringify({ id: owner.id })}`];

describe('a story that is told or taken away', () => {
  test('is heard of by friends and on the own other screens: whose, and nothing else', async () => {
    let id = 0;
    expect(await heardBy(bo, async () => (id = await addStory(ada)))).toEqual(told(ada));
    expect(await heardBy(bo, () => deleteStory(ada, id))).toEqual(told(ada));
    expect(await heardBy(ada, () => addStory(ada, { audience: 'everyone' }))).toEqual(told(ada));
  });

  test('is not heard of by strangers, former friends or anybody across a block', async () => {
    const [stranger, former] = [await addMember(), await addMember()];
    await befriend(ada, former);
    await unfriend(ada, former);
    for (const member of [stranger, former])
      expect(await heardBy(member, () => addStory(ada, { audience: 'everyone' }))).toEqual([]);
    await block(bo, ada);
    expect(await heardBy(bo, () => addStory(ada))).toEqual([]);
  });

  test('several at once are one word', async () => {
    const tell = () =>
      db.transaction(async (tx) => {
        for (let count = 0; count < 5; count += 1) {
          await tx.execute(
            sql`
              insert into stories (owner_id, media_id, audience)
              select owner_id, media_id, audience
              from stories
              where owner_id = ${ada.id}
              limit 1`,
          );
        }
      });
    await addStory(ada);
    expect(await heardBy(bo, tell)).toEqual(told(ada));
  });

  test('whose video was being prepared is heard of when it can be played, as long as its day lasts', async () => {
    let [id, ended] = [0, 0];
    await heardBy(
      bo,
      async () =>
        void ([id, ended] = [
          await addStory(ada, { kind: 'video' }),
          await addStory(ada, { kind: 'video', hoursAgo: 25 }),
        ]),
    );
    const prepare = (story: number) => () =>
      db.execute(
        sql`
          update media
          set details = details || jsonb_build_object(
            'durationSeconds', (details ->> 'durationSeconds')::int + 1
          )
          where id = (select media_id from stories where id = ${story})`,
      );
    expect(await heardBy(bo, prepare(ended))).toEqual([]);
    expect(await heardBy(bo, prepare(id))).toEqual(told(ada));
  });

  test('whose day is over is removed without a word: every screen knows when that is', async () => {
    await heardBy(bo, () => addStory(ada, { hoursAgo: 25 }));
    expect(await heardBy(bo, removeEnded)).toEqual([]);
  });
});

test('the strip says when the first of several ends', async () => {
  await addStory(ada, { hoursAgo: 20 });
  await addStory(ada, { hoursAgo: 2 });
  const [own, group] = (await listStories(bo)).response;
  expect(own).toMatchObject({ owner_id: bo.id, next_end: null });
  const hours =
    (Date.parse(`${group!.next_end!.replace(' ', 'T')}Z`) -
      Date.parse(`${group!.create_date!.replace(' ', 'T')}Z`)) /
    3_600_000;
  expect(Math.round(hours)).toBe(6);
});
