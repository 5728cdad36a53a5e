import { expect, test } from 'vitest';
import {
  addFriend,
  cancelRequest,
  confirmRequest,
  rejectRequest,
} from '#domains/friends/friendship-changes.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { HttpError } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../support/people.ts';

type Step = (asker: Member, asked: Member) => Promise<unknown>;

const steps: Record<string, Step> = {
  confirm: (asker, asked) => confirmRequest(asked, asker.id),
  reject: (asker, asked) => rejectRequest(asked, asker.id),
  cancel: (asker, asked) => cancelRequest(asker, asked.id),
};
const names = Object.keys(steps);

async function answerOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HttpError) return error.code;
    throw error;
  }
}

/** Rows in all tables about the two, and the result of each action. */
async function effectsOf(asker: Member, asked: Member, answers: Record<string, unknown>) {
  const [row] = await db.execute(sql`
    select (
      select count(*)::int
      from friend_requests
      where sender_id = ${asker.id} and recipient_id = ${asked.id}
    ) as requests,
      (
        select count(*)::int from friendships where member_id in (${asker.id}, ${asked.id})
      ) as friendships,
      (
        select count(*)::int
        from dismissed_suggestions
        where member_id in (${asker.id}, ${asked.id})
      ) as dismissed,
      (
        select array_agg(type order by type) from notifications where recipient_id = ${asker.id}
      ) as "ofAsker",
      (
        select array_agg(type order by type) from notifications where recipient_id = ${asked.id}
      ) as "ofAsked",
      (select count(*)::int from posts where author_id in (${asker.id}, ${asked.id})) as posts`);
  return JSON.stringify({
    ...row,
    answers: Object.fromEntries(names.map((name) => [name, answers[name]])),
  });
}

async function newRequest(): Promise<[Member, Member]> {
  const [asker, asked] = [await addMember(), await addMember()];
  await addFriend(asker, asked.id);
  return [asker, asked];
}

const orders = names.flatMap((first) =>
  names
    .filter((name) => name !== first)
    .map((second) => [first, second, names.find((name) => name !== first && name !== second)!]),
);

test('concurrent confirm, reject and cancel end as in some order of the three', async () => {
  const possible = new Set<string>();
  for (const order of orders) {
    const [asker, asked] = await newRequest();
    const answers: Record<string, unknown> = {};
    for (const name of order) answers[name] = await answerOf(steps[name]!(asker, asked));
    possible.add(await effectsOf(asker, asked, answers));
  }
  for (let round = 0; round < 40; round += 1) {
    const [asker, asked] = await newRequest();
    const order = orders[round % orders.length]!;
    const answers = await Promise.all(order.map((name) => answerOf(steps[name]!(asker, asked))));
    const effects = await effectsOf(
      asker,
      asked,
      Object.fromEntries(order.map((name, index) => [name, answers[index]])),
    );
    expect([...possible]).toContain(effects);
  }
});
