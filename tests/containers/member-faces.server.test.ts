// @module-tag rights
import { beforeEach, expect, test } from 'vitest';
import { listMemberFaces } from '#domains/containers/membership/member-faces.server.ts';
import { readGroup } from '#domains/groups/one-group.server.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { readPage } from '#domains/sitepages/one-page.server.ts';
import { addGroup, addToGroup } from '../groups/group-world.ts';
import { addPage, addToPage } from '../sitepages/page-world.ts';
import { addMember, befriend, block, setProfileAudience, setStatus } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';

let owner: Member;
let bo: Member;
let cy: Member;
beforeEach(async () => {
  [owner, bo, cy] = [await addMember(), await addMember(), await addMember()];
});

async function facesOf(viewer: Viewer, type: 'group' | 'page', id: number): Promise<number[]> {
  const row = await (type === 'group' ? readGroup(viewer, id) : readPage(viewer, id));
  const faces = await listMemberFaces(viewer, type, [row], 4);
  return (faces.get(id) ?? []).map((one) => one.id);
}

test('friends come first, then the newest members, each once', async () => {
  const id = await addGroup(owner);
  const [friend, viewer] = [await addMember(), await addMember()];
  for (const member of [friend, bo, cy]) await addToGroup(owner, id, member);
  expect(await facesOf(viewer, 'group', id)).toEqual([cy.id, bo.id, friend.id, owner.id]);
  await befriend(viewer, friend);
  expect(await facesOf(viewer, 'group', id)).toEqual([friend.id, cy.id, bo.id, owner.id]);
});

test('blocked members and ended accounts have no face, friends neither', async () => {
  const id = await addGroup(owner);
  const viewer = await addMember();
  for (const member of [bo, cy]) {
    await addToGroup(owner, id, member);
    await befriend(viewer, member);
  }
  await block(bo, viewer);
  await setStatus(cy, 'suspended');
  expect(await facesOf(viewer, 'group', id)).toEqual([owner.id]);
});

test('a group that keeps its list of members shows its faces to them alone', async () => {
  const closed = await addGroup(owner, { auth_view: 'member', search: 1 });
  const kept = await addGroup(owner, { auth_members: 'member' });
  await befriend(bo, owner);
  const moderator = await addMember({ role: 'moderator' });
  for (const id of [closed, kept]) {
    expect(await facesOf(bo, 'group', id)).toEqual([]);
    if (id === closed) expect(await facesOf(moderator, 'group', id)).toEqual([]);
    expect(await facesOf(owner, 'group', id)).toEqual([owner.id]);
  }
});

test('visitors see public profiles on pages, and nobody in groups', async () => {
  await setProfileAudience(bo);
  const page = await addPage(owner);
  await addToPage(owner, page, bo);
  await addToPage(owner, page, cy);
  expect(await facesOf(visitor, 'page', page)).toEqual([bo.id]);
  const group = await addGroup(owner);
  await addToGroup(owner, group, bo);
  expect(await facesOf(visitor, 'group', group)).toEqual([]);
});

test('the faces of all cards are one statement', async () => {
  const ids = [await addGroup(owner), await addGroup(owner), await addGroup(owner)];
  const rows = await Promise.all(ids.map((id) => readGroup(owner, id)));
  expect(await countStatements(() => listMemberFaces(owner, 'group', rows, 4))).toBe(1);
  expect(await countStatements(() => listMemberFaces(owner, 'group', rows.slice(1), 4))).toBe(1);
});
