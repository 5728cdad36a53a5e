import { beforeAll, expect, test } from 'vitest';
import { lockContainer } from '#domains/containers/container-lock.server.ts';
import { banMember } from '#domains/containers/membership/removals.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { queue, waitForQueue } from '../containers/container-world.ts';
import { addMember, givePassword } from '../support/people.ts';
import { addPage, addToPage, call } from './page-world.ts';

// Two calls at once, fifty times, in both orders: a lock of the page held here makes them queue.

const turns = 50;
const ref = (id: number) => ({ type: 'page', id });
let owner: Member;
let admin: Member;
let page: number;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Olga' });
  admin = await addMember();
  page = await addPage(owner);
  await addToPage(owner, page, admin, 'admin');
});

/** Runs the calls in a queue. Returns their status codes in their order. */
async function race(calls: Array<() => ReturnType<typeof call>>): Promise<number[]> {
  const codes: number[] = [];
  await queue(
    ref(page),
    calls.map((one, index) => async () => {
      codes[index] = (await one()).status_code;
    }),
  );
  return codes;
}

test('an admin who is demoted first grants nothing any more', async () => {
  const member = await addMember();
  await addToPage(owner, page, member);
  const roleOf = async () => {
    const [row] = await db.execute<{ role: number }>(sql`
      select role from memberships
      where type = 'page' and id = ${page} and member_id = ${member.id}`);
    return row!.role;
  };
  const change = (as: Member, target: Member, role: string) => () =>
    call(as, 'POST', `/sitepage/changerole/${page}`, { member_id: target.id, role });
  for (let turn = 0; turn < turns; turn += 1) {
    const demote = change(owner, admin, 'member');
    const grant = change(admin, member, 'moderator');
    const isDemotedFirst = turn % 2 === 0;
    expect(await race(isDemotedFirst ? [demote, grant] : [grant, demote])).toEqual(
      isDemotedFirst ? [204, 401] : [204, 204],
    );
    expect(await roleOf()).toBe(isDemotedFirst ? 0 : 10);
    await change(owner, admin, 'admin')();
    await change(owner, member, 'member')();
  }
});

test('an admin who is demoted first answers no review any more, and reviews need an open page', async () => {
  const open = await addPage(owner);
  await addToPage(owner, open, admin, 'admin');
  const [author, late] = [await addMember(), await addMember()];
  const text = { rating: 4, title: 'Fine', body: 'A very fine place.' };
  const write = (as: Member) => call(as, 'POST', `/sitepage/reviews/create/${open}`, text);
  const { review_id } = (await write(author)).body.response;
  const codes: number[] = [];
  /** Answers come in any order. */
  const inTurn = (one: () => ReturnType<typeof call>, turn: number) => async () =>
    void (codes[turn] = (await one()).status_code);
  await queue(ref(open), [
    inTurn(
      () =>
        call(owner, 'POST', `/sitepage/changerole/${open}`, {
          member_id: admin.id,
          role: 'member',
        }),
      0,
    ),
    inTurn(
      () =>
        call(admin, 'POST', `/sitepage/reviews/answer/${open}/${review_id}`, { answer: 'Thanks.' }),
      1,
    ),
  ]);
  await queue(ref(open), [
    inTurn(() => call(owner, 'POST', `/sitepage/close/${open}`), 2),
    inTurn(() => write(late), 3),
  ]);
  expect(codes).toEqual([204, 401, 204, 401]);
});

test('an admin leaves while the owner deletes the page: it is absent for whoever comes second', async () => {
  const password = await givePassword(owner);
  for (let turn = 0; turn < 4; turn += 1) {
    const id = await addPage(owner);
    await addToPage(owner, id, admin, 'admin');
    const codes: Record<'deleted' | 'left', number> = { deleted: 0, left: 0 };
    const remove = async () =>
      (codes.deleted = (
        await call(owner, 'DELETE', `/sitepage/delete/${id}`, { password })
      ).status_code);
    const leave = async () =>
      (codes.left = (await call(admin, 'POST', `/sitepage/leave/${id}`)).status_code);
    // The deletion looks at the owner first, and locks the page again after the password.
    const leaveBehind = async () => {
      const left = await db.transaction(async (tx) => {
        await lockContainer(tx, ref(id));
        await waitForQueue(1);
        const waiting = leave();
        await waitForQueue(2);
        return { waiting };
      });
      await left.waiting;
    };
    const isDeletedFirst = turn % 2 === 0;
    await queue(ref(id), isDeletedFirst ? [remove, leaveBehind] : [leave, remove]);
    expect(codes).toEqual({ deleted: 204, left: isDeletedFirst ? 404 : 200 });
    expect((await call(admin, 'GET', `/sitepage/view/${id}`)).status).toBe(404);
    const [staff] = await db.execute<{ count: number }>(sql`
      select count(*)::int as count
      from memberships
      where type = 'page' and id = ${id} and role > 0`);
    expect(staff!.count).toBe(0);
  }
});

test('a review is not changed once its author is banned', async () => {
  const id = await addPage(owner);
  const review = { rating: 5, title: 'Calm', body: 'Calm water.', recommend: 1 };
  for (const isBannedFirst of [true, false]) {
    const author = await addMember();
    const { body } = await call(author, 'POST', `/sitepage/reviews/create/${id}`, review);
    const path = `/sitepage/reviews/edit/${id}/${body.response.review_id}`;
    const edit = async () => {
      const changed = await call(author, 'POST', path, { ...review, title: 'Rough' });
      if (changed.status !== 200) throw new Error(changed.error_code);
    };
    const ban = () => banMember(owner, ref(id), author.id, { until: null, reason: '' });
    const succeeded = await queue(ref(id), isBannedFirst ? [ban, edit] : [edit, ban]);
    expect(succeeded).toEqual(isBannedFirst ? [true, false] : [true, true]);
  }
});
