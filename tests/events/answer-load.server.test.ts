// @module-tag races
import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { env } from '#server/env.ts';
import { startJobs } from '#server/jobs.ts';
import { addLoadEvent, runAnswers } from '../../scripts/bench/answer-load.ts';
import { addMember } from '../support/people.ts';

beforeAll(() => startJobs([]));

test('two hundred answers from eight clients leave seats and counts as they are to be', async () => {
  env().RATE_LIMIT_SCALE = 10_000;
  const members: Member[] = [];
  while (members.length < 24) members.push(await addMember());
  const owner = await addMember();
  const event = await addLoadEvent(owner, 10);
  const load = { ...event, owner, members, capacity: 10, total: 200, clients: 8 };
  const { done, refused, faults } = await runAnswers(load);
  expect(faults).toEqual([]);
  expect(done + refused).toBe(200);
  expect(done).toBeGreaterThan(50);
});
