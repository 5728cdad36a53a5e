import { beforeAll, expect, test } from 'vitest';
import { listCustody, readCustody } from '#domains/containers/ownership/custody.server.ts';
import { settleSuccession } from '#domains/containers/ownership/succession.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, setStatus } from '../support/people.ts';
import { addGroup, call } from './group-world.ts';

// A group whose owner's account has ended and that has no officer to take it over.

let moderator: Member;
let outsider: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  moderator = await addMember({ name: 'Mod', role: 'moderator' });
  outsider = await addMember({ name: 'Uri' });
});

async function addOwnerless(
  memberCount: number,
  state = 'open',
): Promise<{ id: number; members: Member[] }> {
  const owner = await addMember();
  const id = await addGroup(owner, { privacy: 'secret' });
  const members: Member[] = [];
  for (let n = 1; n <= memberCount; n++) {
    const member = await addMember({ name: `Member ${n}` });
    await befriend(owner, member);
    await call(owner, 'POST', `/groups/member/invite/${id}`, { users: String(member.id) });
    await call(member, 'POST', `/groups/member/accept/${id}`);
    members.push(member);
  }
  await db.execute(sql`
    update containers
    set state = ${state}, archived_at = case when ${state} = 'archived' then '2020-01-01'::timestamptz end
    where type = 'group' and id = ${id}`);
  await setStatus(owner, 'deleted');
  await db.transaction((tx) => settleSuccession(tx, owner.id));
  return { id, members };
}

const volunteer = (as: Member, id: number, fields = {}) =>
  call(as, 'POST', `/groups/volunteer/${id}`, fields);
const offer = (as: Member, id: number, to: Member) =>
  call(as, 'POST', `/groups/offer-ownership/${id}`, { user_id: to.id });
const accept = (as: Member, id: number) => call(as, 'POST', `/groups/accept-ownership/${id}`);
const noticesOf = async (as: Member) =>
  (await call(as, 'GET', '/notifications')).body.recentUpdates
    .filter(({ type }: { type: string }) => type === 'container_ownerless')
    .map(({ url, feed_title }: Record<string, unknown>) => [url, feed_title]);

test('moderators of the site and the five oldest members are notified, others are not', async () => {
  const { id, members } = await addOwnerless(6);
  const notice = [
    `/groups/group/${id}`,
    'The group no longer has an owner. Somebody needs to take it over.',
  ];
  for (const one of [moderator, ...members.slice(0, 5)])
    expect(await noticesOf(one)).toContainEqual(notice);
  for (const one of [members[5]!, outsider]) expect(await noticesOf(one)).toEqual([]);
});

test('members volunteer, a moderator of the site offers, and the new owner has it open again', async () => {
  const { id, members } = await addOwnerless(2);
  const [first, second] = members as [Member, Member];
  const ref = { type: 'group', id };
  expect((await volunteer(outsider, id)).status).toBe(404);
  expect((await volunteer(moderator, id)).status).toBe(401);
  expect((await volunteer(second, id)).status).toBe(200);
  expect(await readCustody(second, ref)).toEqual({
    isMember: true,
    isVolunteer: true,
    candidates: [],
  });
  expect((await readCustody(moderator, ref)).candidates).toEqual([
    { id: second.id, displayname: 'Member 2', isVolunteer: true },
    { id: first.id, displayname: 'Member 1', isVolunteer: false },
  ]);
  expect(await listCustody(moderator)).toContainEqual(
    expect.objectContaining({ ...ref, volunteers: 1 }),
  );
  await expect(listCustody(second)).rejects.toMatchObject({ code: 'no_record' });
  expect((await volunteer(second, id, { volunteer: 0 })).status).toBe(200);
  expect((await readCustody(moderator, ref)).candidates[0]).toMatchObject({ id: first.id });
  await volunteer(second, id);

  // Nobody decides for themselves.
  expect((await accept(second, id)).status).toBe(404);
  expect((await offer(first, id, second)).status).toBe(401);
  expect((await offer(outsider, id, second)).status).toBe(404);
  expect((await offer(moderator, id, outsider)).status).toBe(404);
  expect((await offer(moderator, id, second)).status).toBe(200);
  expect((await accept(first, id)).status).toBe(404);
  expect((await accept(second, id)).status).toBe(200);
  expect((await call(second, 'GET', `/groups/view/${id}`)).body.response).toMatchObject({
    membership: 'owner',
    closed: 0,
  });
  expect((await readCustody(second, ref)).isVolunteer).toBe(false);

  // With the custody the rights of the moderators end.
  expect((await call(moderator, 'GET', `/groups/view/${id}`)).status).toBe(404);
  expect((await offer(moderator, id, first)).status).toBe(404);
  expect((await volunteer(first, id)).status).toBe(401);
  expect(await listCustody(moderator)).not.toContainEqual(expect.objectContaining(ref));
});

test.each([
  ['open', null],
  ['archived', '2020'],
  ['draft', null],
  ['pending', null],
])('one that was %s before is so again with its new owner', async (state, archived) => {
  const { id, members } = await addOwnerless(1, state);
  const read = async () => {
    const [row] = await db.execute(sql`
      select state, to_char(archived_at, 'YYYY') as archived, owner_id is null as "isOwnerless"
      from containers
      where type = 'group' and id = ${id}`);
    return row;
  };
  expect(await read()).toMatchObject({ state: 'archived', isOwnerless: true });
  await offer(moderator, id, members[0]!);
  expect((await accept(members[0]!, id)).status).toBe(200);
  expect(await read()).toEqual({ state, archived, isOwnerless: false });
});

test('whoever leaves volunteers no more, and a withdrawn offer cannot be accepted', async () => {
  const { id, members } = await addOwnerless(2);
  const [first, second] = members as [Member, Member];
  await volunteer(first, id);
  await call(first, 'POST', `/groups/member/leave/${id}`);
  expect((await readCustody(moderator, { type: 'group', id })).candidates).toEqual([
    { id: second.id, displayname: 'Member 2', isVolunteer: false },
  ]);
  await offer(moderator, id, second);
  expect((await call(moderator, 'POST', `/groups/end-ownership-offer/${id}`)).status).toBe(200);
  expect((await accept(second, id)).status).toBe(404);
});
