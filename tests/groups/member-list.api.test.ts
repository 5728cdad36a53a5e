import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { env } from '#server/env.ts';
import { addMember, befriend } from '../support/people.ts';
import { addGroup, addToGroup, call } from './group-world.ts';

let owner: Member;
let member: Member;
let friend: Member;
let moderator: Member;
let id: number;

// An open group whose list of members is for its members.
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Olga' });
  member = await addMember({ name: 'Mia' });
  friend = await addMember({ name: 'Fay' });
  moderator = await addMember({ name: 'Mo', role: 'moderator' });
  await befriend(member, friend);
  id = await addGroup(owner);
  await addToGroup(owner, id, member);
  const hidden = await call(owner, 'PUT', `/groups/edit/${id}`, { auth_members: 'member' });
  expect(hidden.status).toBe(200);
});

const tabsFor = async (as: Member) =>
  (await call(as, 'GET', `/groups/view/${id}`)).body.profile_tabs.map(
    ({ name }: { name: string }) => name,
  );
const groupsFor = async (as: Member | undefined, path: string, fields = {}) =>
  (await call(as, 'GET', path, fields)).body.response.map(
    (group: { group_id: number }) => group.group_id,
  );

test('a hidden list of members is for members and moderators of the site', async () => {
  for (const as of [owner, member, moderator]) {
    expect((await call(as, 'GET', `/groups/member/list/${id}`)).body.totalItemCount).toBe(2);
    expect(await tabsFor(as)).toContain('members');
  }
  expect((await call(friend, 'GET', `/groups/member/list/${id}`)).status).toBe(401);
  expect(await tabsFor(friend)).toEqual(['update', 'photos']);
  expect((await call(friend, 'GET', `/groups/view/${id}`)).body.response).toMatchObject({
    auth_members: 'member',
    member_count: 2,
    allow_to_view: 1,
  });
});

test('it is absent from the groups of a member and from suggestions for friends of members', async () => {
  expect(await groupsFor(owner, '/groups', { user_id: member.id })).toEqual([id]);
  expect(await groupsFor(friend, '/groups', { user_id: member.id })).toEqual([]);
  expect(await groupsFor(friend, '/groups/suggested')).toEqual([]);
  expect(await groupsFor(friend, '/groups')).toEqual([id]);
});

test('visitors find neither the groups of a member nor the list of members', async () => {
  const open = await addGroup(owner);
  await addToGroup(owner, open, member);
  for (const one of [owner, member]) {
    await call(one, 'POST', '/members/settings/privacy', { privacy: 'everyone' });
    expect(await groupsFor(undefined, '/groups', { user_id: one.id })).toEqual([]);
    expect(await groupsFor(friend, '/groups', { user_id: one.id })).toContain(open);
  }
  expect(await groupsFor(undefined, '/groups')).toContain(open);
  const { body } = await call(undefined, 'GET', `/groups/view/${open}`);
  expect(body.profile_tabs.map(({ name }: { name: string }) => name)).toEqual(['update', 'photos']);
});

test('staff may show the list to all readers again', async () => {
  const other = await addGroup(owner, { auth_members: 'member' });
  const list = () => call(friend, 'GET', `/groups/member/list/${other}`);
  expect((await list()).status).toBe(401);
  await call(owner, 'PUT', `/groups/edit/${other}`, { auth_members: 'registered' });
  expect((await list()).status).toBe(200);
  const wrong = await call(owner, 'PUT', `/groups/edit/${other}`, { auth_members: 'everyone' });
  expect(wrong.status).toBe(400);
});
