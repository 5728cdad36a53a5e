import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listMembers, listRequests } from '#domains/groups/membership/group-members.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { env } from '#server/env.ts';
import { addMember } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';
import { addGroup, addToGroup, call } from './group-world.ts';

let owner: Member;
let ann: Member;
let ben: Member;
let id: number;

const ask = (as: Member) => call(as, 'POST', `/groups/member/request/${id}`);
const list = (fields = {}, as = owner) => call(as, 'GET', `/groups/pending-requests/${id}`, fields);
const total = async (fields = {}) => (await list(fields)).body.total as number;

beforeAll(() => {
  env().RATE_LIMIT_SCALE = 1_000;
});

beforeEach(async () => {
  owner = await addMember({ name: 'Olga' });
  ann = await addMember({ name: 'Ann Ash' });
  ben = await addMember({ name: 'Ben Birch' });
  id = await addGroup(owner, { privacy: 'closed' });
  for (const one of [ann, ben]) await ask(one);
});

test('officers find requests by name, a page at a time', async () => {
  expect((await list({ search: 'ben b' })).body).toMatchObject({
    pending_requests: [{ member_id: ben.id, displayname: 'Ben Birch', was_refused: 0 }],
    total: 1,
  });
  expect((await list({ page: 9, limit: 10 })).body).toMatchObject({ page: 1, limit: 10, total: 2 });
});

test('the e-mail address of who asks to join a group is neither shown nor searched', async () => {
  const { text } = await list();
  expect(text).not.toContain('@');
  expect(await total({ search: `${ann.username}@` })).toBe(0);
});

test('nobody but its staff reads the requests of a group', async () => {
  const [outsider, member] = [await addMember(), await addMember()];
  await addToGroup(owner, id, member);
  for (const one of [outsider, member, ann]) expect((await list({}, one)).status).toBe(401);
  const secret = await addGroup(owner, { privacy: 'secret' });
  expect((await call(outsider, 'GET', `/groups/pending-requests/${secret}`)).status).toBe(404);
  expect((await call(undefined, 'GET', `/groups/pending-requests/${id}`)).status).toBe(401);
});

test('each list of people takes two statements, however many there are', async () => {
  const counts = async () => {
    const kinds = ['members', 'invitations', 'bans'] as const;
    const all = [await countStatements(() => listRequests(owner, id))];
    for (const kind of kinds)
      all.push(await countStatements(() => listMembers(owner, id, { kind, search: 'a' })));
    return all;
  };
  expect(await counts()).toEqual([2, 2, 2, 2]);
  for (let more = 0; more < 3; more += 1) {
    await addToGroup(owner, id, await addMember({ name: 'Amy' }));
    await ask(await addMember({ name: 'Abe' }));
  }
  expect(await counts()).toEqual([2, 2, 2, 2]);
});
