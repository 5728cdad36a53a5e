// @module-tag rights
import { beforeEach, expect, test } from 'vitest';
import { roles } from '#domains/containers/container-access.rules.ts';
import { readContainerAside } from '#domains/containers/kit/container-aside.server.ts';
import { readGroup } from '#domains/groups/one-group.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { addGroup, addToGroup, call } from '../groups/group-world.ts';
import { addMember, block, setStatus } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';

let owner: Member;
let bo: Member;
let cy: Member;
beforeEach(async () => {
  [owner, bo, cy] = [await addMember(), await addMember(), await addMember()];
});

const asideFor = async (viewer: Member, id: number) =>
  readContainerAside(viewer, 'group', await readGroup(viewer, id));
const idsOf = (rows: Array<{ id: number }>) => rows.map(({ id }) => id);

test('the newest members come first, without blocked ones and ended accounts', async () => {
  const id = await addGroup(owner);
  const ended = await addMember();
  for (const member of [bo, cy, ended]) await addToGroup(owner, id, member);
  await setStatus(ended, 'suspended');
  expect(idsOf((await asideFor(bo, id)).members)).toEqual([cy.id, bo.id, owner.id]);
  await block(cy, bo);
  expect(idsOf((await asideFor(bo, id)).members)).toEqual([bo.id, owner.id]);
});

test('nobody is named to those who do not read the list of members', async () => {
  const closed = await addGroup(owner, { auth_view: 'member', search: 1 });
  expect((await asideFor(bo, closed)).members).toEqual([]);
  const open = await addGroup(owner);
  await addToGroup(owner, open, bo);
  await call(owner, 'POST', `/groups/member/ban/${open}`, { user_id: bo.id });
  expect((await asideFor(bo, open)).members).toEqual([]);
});

test('related groups are listed ones of the category, the largest first', async () => {
  const category_id = 12;
  const id = await addGroup(owner, { category_id });
  const small = await addGroup(owner, { category_id });
  const large = await addGroup(owner, { category_id });
  await addToGroup(owner, large, bo);
  await addGroup(owner, { category_id, auth_view: 'member', search: 0 });
  await addGroup(owner, { category_id: 13 });
  const archived = await addGroup(owner, { category_id });
  await call(owner, 'POST', `/groups/archive/${archived}`, { archived: 1 });
  expect(idsOf((await asideFor(cy, id)).related)).toEqual([large, small]);
});

test('everything is one statement, however much there is', async () => {
  const id = await addGroup(owner);
  const row = await readGroup(owner, id);
  expect(row.role).toBe(roles.owner);
  const few = await countStatements(() => readContainerAside(owner, 'group', row));
  for (const member of [bo, cy]) await addToGroup(owner, id, member);
  await addGroup(owner);
  expect(await countStatements(() => readContainerAside(owner, 'group', row))).toBe(few);
  expect(few).toBe(1);
});
