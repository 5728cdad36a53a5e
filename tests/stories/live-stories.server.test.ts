import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { expireStories } from '#domains/stories/expire-stories.server.ts';
import { deleteStory } from '#domains/stories/stories.server.ts';
import { listStories } from '#domains/stories/tray/tray.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
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

/** Owners whose changes the member receives while `work` runs, up to a friend's new story. */
async function changedOwnersFor(member: Member, work: () => Promise<unknown>): Promise<string[]> {
  const last = await addMember({ name: 'Last' });
  await befriend(member, last);
  const stream = await listenTo(live.origin, member);
  await stream.next();
  await work();
  await addStory(last);
  const owners: string[] = [];
  for (let event = await stream.next(); event; event = await stream.next()) {
    if (event.type === 'badges') continue;
    if (event.data === JSON.stringify({ id: last.id })) break;
    owners.push(`${event.type} ${event.data}`);
  }
  await stream.stop();
  return owners;
}

const story = (owner: Member) => [`stories ${JSON.stringify({ id: owner.id })}`];

describe('a story that is created or deleted', () => {
  test('is sent to friends and to other screens of the owner: the owner id and nothing else', async () => {
    let id = 0;
    expect(await changedOwnersFor(bo, async () => (id = await addStory(ada)))).toEqual(story(ada));
    expect(await changedOwnersFor(bo, () => deleteStory(ada, id))).toEqual(story(ada));
    expect(await changedOwnersFor(ada, () => addStory(ada, { audience: 'everyone' }))).toEqual(
      story(ada),
    );
  });

  test('is not sent to strangers, former friends or anybody across a block', async () => {
    const [stranger, former] = [await addMember(), await addMember()];
    await befriend(ada, former);
    await unfriend(ada, former);
    for (const member of [stranger, former])
      expect(await changedOwnersFor(member, () => addStory(ada, { audience: 'everyone' }))).toEqual(
        [],
      );
    await block(bo, ada);
    expect(await changedOwnersFor(bo, () => addStory(ada))).toEqual([]);
  });

  test('several at once are one event', async () => {
    const addFive = () =>
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
    await changedOwnersFor(bo, () => addStory(ada));
    expect(await changedOwnersFor(bo, addFive)).toEqual(story(ada));
  });

  test('is sent when its video is processed, unless it has expired', async () => {
    let [id, ended] = [0, 0];
    await changedOwnersFor(
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
    expect(await changedOwnersFor(bo, prepare(ended))).toEqual([]);
    expect(await changedOwnersFor(bo, prepare(id))).toEqual(story(ada));
  });

  test('that expires is deleted without an event: every screen knows its end', async () => {
    await changedOwnersFor(bo, () => addStory(ada, { hoursAgo: 25 }));
    expect(await changedOwnersFor(bo, expireStories)).toEqual([]);
  });
});

test('the tray includes when the first of several ends', async () => {
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
