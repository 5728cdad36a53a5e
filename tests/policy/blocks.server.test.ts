import { beforeAll, describe, expect, test } from 'vitest';
import {
  blockMember,
  listBlocked,
  readUnlessBlocked,
  unblockMember,
} from '#domains/policy/blocks.server.ts';
import { blockList } from '#domains/policy/policy.schema.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { db } from '#server/db.ts';
import { notFound, unavailable } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, befriend, setStatus } from '../support/people.ts';

let ada: Member;
let bo: Member;
beforeAll(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});

const list = (member: Member, page = 1, limit = 20) => listBlocked(member, { page, limit }, '');
const areFriends = async () =>
  (await db.execute(sql`select 1 from friendships where member_id in (${ada.id}, ${bo.id})`))
    .length;

describe('a block', () => {
  test('hides both members from each other at once and ends the friendship, also once it is removed', async () => {
    await befriend(ada, bo);
    const [adas, bos] = [await addPost(ada, { audience: 'friends' }), await addPost(bo)];
    expect((await readPost(bo, adas)).feed.action_id).toBe(adas);
    await blockMember(ada, bo.id);
    await blockMember(ada, bo.id);
    expect(await areFriends()).toBe(0);
    await expect(readPost(bo, adas)).rejects.toMatchObject({ code: 'no_record' });
    await expect(readPost(ada, bos)).rejects.toMatchObject({ code: 'no_record' });
    const blocked = await list(ada);
    expect(blockList.parse(blocked)).toEqual(blocked);
    expect(blocked).toMatchObject({
      totalItemCount: 1,
      response: [{ user_id: bo.id, displayname: 'Bo' }],
    });
    expect(await list(bo)).toEqual({ totalItemCount: 0, response: [] });
    await unblockMember(ada, bo.id);
    await unblockMember(ada, bo.id);
    expect((await readPost(ada, bos)).feed.action_id).toBe(bos);
    await expect(readPost(bo, adas)).rejects.toMatchObject({ code: 'no_record' });
    expect(await areFriends()).toBe(0);
  });

  test('is refused for oneself, and not found for an unknown member', async () => {
    await expect(blockMember(ada, ada.id)).rejects.toMatchObject({ code: 'validation_fail' });
    const [pending, suspended] = [
      await addMember({ status: 'pending' }),
      await addMember({ status: 'suspended' }),
    ];
    for (const id of [999_999_999, 2 ** 52, pending.id, suspended.id]) {
      await expect(blockMember(ada, id)).rejects.toMatchObject({ code: 'no_record' });
      await expect(unblockMember(ada, id)).rejects.toMatchObject({ code: 'no_record' });
    }
  });

  test('is not disclosed: the blocker looks like an unknown member to the blocked one', async () => {
    const [one, other] = [await addMember(), await addMember()];
    await blockMember(one, other.id);
    await expect(blockMember(other, one.id)).rejects.toMatchObject({ code: 'no_record' });
    await expect(unblockMember(other, one.id)).rejects.toMatchObject({ code: 'no_record' });
    expect((await list(one)).totalItemCount).toBe(1);
  });

  test('holds when set from both sides at once, and each member removes only their own', async () => {
    const [one, other] = [await addMember(), await addMember()];
    await Promise.allSettled([
      blockMember(one, other.id),
      blockMember(other, one.id),
      blockMember(one, other.id),
    ]);
    const rows = await db.execute(
      sql`select 1 from blocks where blocker_id in (${one.id}, ${other.id})`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(1);
    await Promise.allSettled([unblockMember(one, other.id), unblockMember(other, one.id)]);
    expect(
      await db.execute(sql`select 1 from blocks where blocker_id in (${one.id}, ${other.id})`),
    ).toHaveLength(0);
  });

  test('the list is paged, newest first, and leaves out ended accounts', async () => {
    const me = await addMember();
    const others = [await addMember(), await addMember(), await addMember()];
    for (const other of others) await blockMember(me, other.id);
    expect((await list(me, 1, 2)).response.map((one) => one.user_id)).toEqual([
      others[2]!.id,
      others[1]!.id,
    ]);
    expect((await list(me, 2, 2)).response.map((one) => one.user_id)).toEqual([others[0]!.id]);
    expect(await list(me, 9, 2)).toEqual({ totalItemCount: 3, response: [] });
    await setStatus(others[1]!, 'deleted');
    expect((await list(me)).totalItemCount).toBe(2);
  });
});

test('a block is looked up only after a read found nothing', async () => {
  const [cy, di] = [await addMember(), await addMember()];
  await blockMember(cy, di.id);
  expect(await readUnlessBlocked(cy, di.id, Promise.reject(notFound()))).toMatchObject({
    blocked: { id: di.id },
  });
  await expect(readUnlessBlocked(cy, di.id, Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  await expect(readUnlessBlocked(cy, di.id, Promise.reject(unavailable()))).rejects.toMatchObject({
    code: 'unavailable',
  });
  await expect(readUnlessBlocked(cy, ada.id, Promise.reject(notFound()))).rejects.toMatchObject({
    code: 'no_record',
  });
});
