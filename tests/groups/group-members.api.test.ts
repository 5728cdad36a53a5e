import { beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block } from '../support/people.ts';
import { addGroup, addToGroup, call } from './group-world.ts';

let owner: Member;
let officer: Member;
let member: Member;
let outsider: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Olga' });
  officer = await addMember({ name: 'Ben' });
  member = await addMember({ name: 'Mia' });
  outsider = await addMember({ name: 'Uri' });
});

const stateOf = async (as: Member, id: number) =>
  (await call(as, 'GET', `/groups/view/${id}`)).body?.response.membership;
/** The ways to join that the viewer is offered. */
const waysOf = async (as: Member, id: number) => {
  const { gutterMenu } = (await call(as, 'GET', `/groups/view/${id}`)).body;
  const names = (gutterMenu as Array<{ name: string }>).map(({ name }) => name);
  return names.filter((name) => ['accept', 'join', 'request'].includes(name));
};
const people = async (as: Member, id: number, fields = {}) =>
  (await call(as, 'GET', `/groups/member/list/${id}`, fields)).body;
const namesOf = (body: { members: Array<{ displayname: string }> }) =>
  body.members.map(({ displayname }) => displayname);
const noticesOf = async (as: Member) =>
  (await call(as, 'GET', '/notifications')).body.recentUpdates.map(
    ({ type, subject_type, subject_id, url }: Record<string, unknown>) => ({
      type,
      subject_type,
      subject_id,
      url,
    }),
  );

describe('membership', () => {
  test('an open group is joined, joined again and left', async () => {
    const id = await addGroup(owner);
    const joined = await call(member, 'POST', `/groups/member/join/${id}`);
    expect(joined.body).toEqual({ membership: 'member', member_count: 2 });
    expect((await call(member, 'POST', `/groups/member/join/${id}`)).body.member_count).toBe(2);
    const left = await call(member, 'POST', `/groups/member/leave/${id}`);
    expect(left.body).toEqual({ membership: 'none', member_count: 1 });
    expect((await call(member, 'POST', `/groups/member/leave/${id}`)).status).toBe(404);
    expect((await call(owner, 'POST', `/groups/member/leave/${id}`)).status).toBe(400);
  });

  test('whoever may not join gets 401, and no membership', async () => {
    const approval = await addGroup(owner, { approval: 1 });
    const invited = await addGroup(owner);
    await db.execute(sql`
      update containers set join_policy = 'invitation' where type = 'group' and id = ${invited}`);
    const archived = await addGroup(owner);
    await call(owner, 'POST', `/groups/archive/${archived}`);
    for (const id of [approval, invited, archived]) {
      expect((await call(outsider, 'POST', `/groups/member/join/${id}`)).status).toBe(401);
      expect(
        await db.execute(sql`
          select from memberships
          where type = 'group' and id = ${id} and member_id = ${outsider.id}`),
      ).toHaveLength(0);
    }
    const banned = await addGroup(owner);
    await addToGroup(owner, banned, outsider);
    await call(owner, 'POST', `/groups/member/ban/${banned}`, { user_id: outsider.id });
    expect((await call(outsider, 'POST', `/groups/member/join/${banned}`)).status).toBe(401);
    expect((await call(owner, 'GET', `/groups/view/${banned}`)).body.response.member_count).toBe(1);
  });

  test('by request: asked, listed for staff with answers, approved once, noticed', async () => {
    const id = await addGroup(owner, { privacy: 'closed', question1: 'Why?' });
    await addToGroup(owner, id, officer);
    expect((await call(member, 'POST', `/groups/member/request/${id}`)).status).toBe(400);
    const asked = await call(member, 'POST', `/groups/member/request/${id}`, { answer1: 'Bread' });
    expect(asked.body).toMatchObject({ membership: 'requested' });
    expect(await noticesOf(owner)).toContainEqual({
      type: 'group_approve',
      subject_type: 'group',
      subject_id: id,
      url: `/groups/group/${id}`,
    });
    expect((await call(member, 'GET', `/groups/member/list/${id}?waiting=1`)).status).toBe(401);
    const waiting = await people(owner, id, { waiting: 1 });
    expect(waiting).toMatchObject({ waiting: 1, canEdit: 1, getWaitingItemCount: 1 });
    expect(waiting.members[0]).toMatchObject({ user_id: member.id, answers: ['Bread'] });
    const approve = () =>
      call(owner, 'POST', `/groups/member/approve/${id}`, { user_id: member.id });
    expect((await approve()).status).toBe(200);
    expect((await approve()).status).toBe(404);
    expect(await stateOf(member, id)).toBe('member');
    expect(await noticesOf(member)).toContainEqual({
      type: 'group_accepted',
      subject_type: 'group',
      subject_id: id,
      url: `/groups/group/${id}`,
    });
  });

  test('a request is refused silently, or with a reason that is read, and repeated later', async () => {
    const id = await addGroup(owner, { privacy: 'closed' });
    expect(await waysOf(outsider, id)).toEqual(['request']);
    const refuse = async (as: Member, fields: Record<string, string | number>) => {
      await call(as, 'POST', `/groups/member/request/${id}`);
      await call(owner, 'POST', `/groups/member/cancel/${id}`, { user_id: as.id, ...fields });
      return (await call(as, 'GET', `/groups/view/${id}`)).body.response.join_refusal;
    };
    expect(await refuse(member, { reason: 'Only for bakers.' })).toBe('Only for bakers.');
    expect(await refuse(outsider, {})).toBe('');
    const types = async (as: Member) =>
      (await noticesOf(as)).map(({ type }: { type: string }) => type);
    expect(await types(member)).toContain('join_declined');
    expect(await types(outsider)).not.toContain('join_declined');
    const waiting = (await call(outsider, 'GET', `/groups/view/${id}`)).body.response;
    const again = new Date(`${waiting.ask_again_date.replace(' ', 'T')}Z`);
    expect(again.getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect(await waysOf(outsider, id)).toEqual([]);
    moveClock(8 * 24 * 60 * 60);
    const later = (await call(outsider, 'GET', `/groups/view/${id}`)).body.response;
    expect(later.ask_again_date).toBe('');
    expect(await waysOf(outsider, id)).toEqual(['request']);
    moveClock(0);
  });

  test('an answer stays with its question, also when the questions change', async () => {
    const id = await addGroup(owner, { privacy: 'closed', question1: 'Why?', question2: 'When?' });
    const ask = (as: Member, fields: Record<string, string>) =>
      call(as, 'POST', `/groups/member/request/${id}`, fields);
    const answers = { answer1: 'Bread', answer2: 'Today' };
    expect((await ask(member, answers)).status).toBe(200);
    await call(owner, 'POST', `/groups/edit/${id}`, { question1: 'When?', question2: 'Where?' });
    const { members } = await people(owner, id, { waiting: 1 });
    expect(members[0]).toMatchObject({
      questions: ['Why?', 'When?'],
      answers: ['Bread', 'Today'],
    });
    // Whoever was shown other questions is asked again.
    const shown = { question1: 'Why?', question2: 'When?' };
    const refused = await ask(outsider, { ...answers, ...shown });
    expect([refused.status, Object.keys(refused.message as object)]).toEqual([400, ['answers']]);
    const now = { question1: 'When?', question2: 'Where?' };
    expect((await ask(outsider, { ...answers, ...now })).status).toBe(200);
  });

  test('whoever joins a group with rules accepts them, whichever way', async () => {
    const guest = await addMember({ name: 'Gil' });
    await befriend(owner, guest);
    const [open, closed] = [
      await addGroup(owner, { rules: 'Be kind.' }),
      await addGroup(owner, { rules: 'Be kind.', privacy: 'closed' }),
    ];
    const { body } = await call(owner, 'POST', `/groups/invite-links/${closed}`);
    const token = String(body.url).split('/').at(-1)!;
    await call(owner, 'POST', `/groups/member/invite/${closed}`, { users: String(guest.id) });
    const ways: Array<[Member, string]> = [
      [member, `/groups/member/join/${open}`],
      [member, `/groups/member/request/${closed}`],
      [guest, `/groups/member/accept/${closed}`],
      [outsider, `/groups/join-by-link/${token}`],
    ];
    for (const [as, path] of ways) {
      const refused = await call(as, 'POST', path);
      expect([refused.status, Object.keys(refused.message as object)], path).toEqual([
        400,
        ['rules_accepted'],
      ]);
      expect((await call(as, 'POST', path, { rules_accepted: 1 })).status, path).toBe(200);
    }
    // Being a member already, one is not asked again.
    expect((await call(member, 'POST', `/groups/member/join/${open}`)).status).toBe(200);
    expect(await stateOf(guest, closed)).toBe('member');
    expect(await stateOf(outsider, closed)).toBe('member');
  });

  test('by invitation: only friends, accepted or declined', async () => {
    const id = await addGroup(owner, { privacy: 'secret' });
    const friend = await addMember({ name: 'Fay' });
    await befriend(owner, friend);
    await call(owner, 'POST', `/groups/member/invite/${id}`, {
      users: `${friend.id},${outsider.id}`,
    });
    expect(await stateOf(friend, id)).toBe('invited');
    expect(await stateOf(outsider, id)).toBeUndefined();
    await call(friend, 'POST', `/groups/member/ignore/${id}`);
    expect((await call(friend, 'POST', `/groups/member/accept/${id}`)).status).toBe(404);
    await call(owner, 'POST', `/groups/member/invite/${id}`, { users: String(friend.id) });
    expect((await call(friend, 'POST', `/groups/member/accept/${id}`)).status).toBe(200);
    expect(await stateOf(friend, id)).toBe('member');
  });

  test('the answer counts those who neither belong to it nor wait', async () => {
    const id = await addGroup(owner);
    const friends = await Promise.all(['Fay', 'Flo', 'Finn'].map((name) => addMember({ name })));
    for (const one of friends) await befriend(owner, one);
    await addToGroup(owner, id, friends[0]!);
    const invite = () =>
      call(owner, 'POST', `/groups/member/invite/${id}`, {
        users: friends.map((one) => one.id).join(','),
      });
    expect((await invite()).body).toEqual({ invited: 2 });
    expect((await invite()).body).toEqual({ invited: 0 });
  });

  test('an invitation is sent again by its sender or staff, at most once a day', async () => {
    const id = await addGroup(owner, { privacy: 'closed' });
    await addToGroup(owner, id, officer, 'officer');
    await addToGroup(owner, id, member);
    const friend = await addMember({ name: 'Fred' });
    await befriend(owner, friend);
    await call(owner, 'POST', `/groups/member/invite/${id}`, { users: String(friend.id) });
    const resend = (as: Member, target = friend) =>
      call(as, 'POST', `/groups/member/resend/${id}`, { user_id: target.id });
    const invitations = async () =>
      (await noticesOf(friend)).filter(({ type }: { type: unknown }) => type === 'group_invite');
    expect((await resend(owner)).status).toBe(400);
    expect((await resend(member)).status).toBe(404);
    expect((await resend(outsider)).status).toBe(401);
    expect((await resend(owner, outsider)).status).toBe(404);
    await call(friend, 'POST', '/notifications/markallread');
    moveClock(25 * 60 * 60);
    expect((await resend(officer)).status).toBe(200);
    expect(await invitations()).toHaveLength(1);
    const { body } = await call(friend, 'GET', '/notifications');
    expect(body.recentUpdates[0]).toMatchObject({ type: 'group_invite', read: 0 });
    expect((await resend(owner)).status).toBe(400);
    moveClock(0);
    // Now it is the officer's: it ends with the officer's right to invite.
    expect(await waysOf(friend, id)).toEqual(['accept']);
    await call(owner, 'POST', `/groups/member/remove/${id}`, { user_id: officer.id });
    expect(await waysOf(friend, id)).toEqual(['request']);
    expect((await call(friend, 'POST', `/groups/member/accept/${id}`)).status).toBe(404);
    expect((await call(friend, 'POST', `/groups/member/request/${id}`)).status).toBe(200);
    expect(await stateOf(friend, id)).toBe('requested');
  });

  test('a link of a group does not join a page', async () => {
    const id = await addGroup(owner, { privacy: 'secret' });
    const created = await call(owner, 'POST', `/groups/invite-links/${id}`, { uses: 1 });
    const token = String(created.body.url).split('/').at(-1)!;
    expect((await call(member, 'POST', `/sitepage/join-by-link/${token}`)).status).toBe(404);
  });
});

test('the members are listed for members of the site, and counted without those hidden by a block', async () => {
  const id = await addGroup(owner);
  const [ida, blocker] = [await addMember({ name: 'Ida' }), await addMember({ name: 'Bill' })];
  for (const one of [ida, blocker, member]) await addToGroup(owner, id, one);
  await block(blocker, ida);
  for (const [as, others] of [
    [ida, ['Olga', 'Ida', 'Mia']],
    [blocker, ['Olga', 'Bill', 'Mia']],
    [outsider, ['Olga', 'Ida', 'Bill', 'Mia']],
  ] as const) {
    const list = await people(as, id);
    expect(namesOf(list)).toEqual(others);
    expect(list.totalItemCount).toBe(others.length);
  }
  expect((await call(undefined, 'GET', `/groups/member/list/${id}`)).status).toBe(401);
});

describe('roles', () => {
  test('owner, officer and member: who may do what', async () => {
    const id = await addGroup(owner);
    await addToGroup(owner, id, officer, 'officer');
    await addToGroup(owner, id, member);
    expect(await stateOf(officer, id)).toBe('officer');
    const change = (as: Member, action: string, target: Member, fields = {}) =>
      call(as, 'POST', `/groups/member/${action}/${id}`, { user_id: target.id, ...fields });
    // The role ceiling: officers change nobody at or above their own.
    for (const action of ['remove', 'ban', 'demote', 'promote'])
      expect((await change(officer, action, owner)).status, action).toBe(401);
    expect((await change(officer, 'promote', member)).status).toBe(401);
    for (const action of ['remove', 'ban', 'promote', 'approve'])
      expect((await change(member, action, officer)).status, action).toBe(401);
    expect((await change(officer, 'edit', member, { title: 'Treasurer' })).status).toBe(200);
    expect((await change(officer, 'edit', owner, { title: 'Boss' })).status).toBe(401);
    const list = await people(officer, id);
    expect(
      list.members.find(({ user_id }: { user_id: number }) => user_id === member.id),
    ).toMatchObject({ staff: 'Treasurer', role: 'member', is_owner: 0 });
    expect(
      (await people(member, id)).members.every(({ menu }: { menu: unknown }) => menu === null),
    ).toBe(true);
    expect(namesOf(await people(outsider, id, { role: 'officer' }))).toEqual(['Ben']);
    expect(namesOf(await people(outsider, id, { search: 'mi' }))).toEqual(['Mia']);
    const plain = await people(outsider, id, { role: 'member' });
    expect([namesOf(plain), plain.totalItemCount]).toEqual([['Mia'], 1]);
    expect((await change(owner, 'demote', officer)).status).toBe(200);
    expect(await stateOf(officer, id)).toBe('member');
  });

  test('somebody of another group, oneself and impossible ids change nothing', async () => {
    const id = await addGroup(owner);
    const elsewhere = await addGroup(owner);
    await addToGroup(owner, elsewhere, member);
    for (const action of ['promote', 'demote', 'remove', 'cancel', 'approve', 'unban']) {
      const path = `/groups/member/${action}/${id}`;
      expect((await call(owner, 'POST', path, { user_id: member.id })).status, action).toBe(404);
      for (const user_id of [0, -1, '1e30', '1,2,x', ''])
        expect((await call(owner, 'POST', path, { user_id })).status, `${action} ${user_id}`).toBe(
          400,
        );
      expect([401, 404], action).toContain(
        (await call(owner, 'POST', path, { user_id: owner.id })).status,
      );
    }
    expect(await stateOf(member, elsewhere)).toBe('member');
    expect(await stateOf(owner, id)).toBe('owner');
  });

  test('the removed come back by approval only, the banned not at all until the ban ends', async () => {
    const id = await addGroup(owner);
    await addToGroup(owner, id, member);
    await call(owner, 'POST', `/groups/member/remove/${id}`, { user_id: member.id });
    expect((await call(member, 'POST', `/groups/member/join/${id}`)).status).toBe(401);
    expect((await call(member, 'POST', `/groups/member/request/${id}`)).body.membership).toBe(
      'requested',
    );
    await call(owner, 'POST', `/groups/member/ban/${id}`, {
      user_id: member.id,
      reason: 'Spam',
      days: 3,
    });
    expect((await people(owner, id, { banned: 1 })).members).toMatchObject([
      { user_id: member.id, reason: 'Spam' },
    ]);
    expect((await call(member, 'GET', `/groups/member/list/${id}?banned=1`)).status).toBe(401);
    for (const action of ['join', 'request'])
      expect((await call(member, 'POST', `/groups/member/${action}/${id}`)).status).toBe(401);
    await call(owner, 'POST', `/groups/member/unban/${id}`, { user_id: member.id });
    expect((await call(member, 'POST', `/groups/member/request/${id}`)).status).toBe(200);
  });
});

describe('a member owns at most 50 groups', () => {
  const own = (as: Member, count: number) =>
    db.execute(sql`
      insert into containers (type, owner_id, title)
      select 'group', ${as.id}, 'Bakers ' || number
      from generate_series(1, ${count}) number`);
  const offered = async (to: Member) => {
    const id = await addGroup(owner);
    await addToGroup(owner, id, to);
    await call(owner, 'POST', `/groups/offer-ownership/${id}`, { user_id: to.id });
    return id;
  };
  const accept = (as: Member, id: number) => call(as, 'POST', `/groups/accept-ownership/${id}`);
  const create = (as: Member) =>
    call(as, 'POST', '/groups/create', { title: 'One more', category_id: 11, description: 'Rye' });

  test('by creating and by taking over, not counting groups of others', async () => {
    const keen = await addMember({ name: 'Kai' });
    const id = await offered(keen);
    await own(keen, 49);
    expect((await create(keen)).status).toBe(200);
    expect((await create(keen)).status).toBe(401);
    expect((await accept(keen, id)).status).toBe(401);
    expect(await stateOf(owner, id)).toBe('owner');
    // The offer still stands once there is room.
    await db.execute(sql`
      delete from containers where owner_id = ${keen.id} and title = 'Bakers 1'`);
    expect((await accept(keen, id)).status).toBe(200);
    expect(await stateOf(keen, id)).toBe('owner');
  });

  test('also when two offers are accepted and a group is created at once', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const keen = await addMember();
      const ids = [await offered(keen), await offered(keen)];
      await own(keen, 49);
      const answers = await Promise.all([...ids.map((id) => accept(keen, id)), create(keen)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    }
  });
});

describe('rights that end with a membership', () => {
  const removeAndInvite = async (inviter: Member) => {
    const id = await addGroup(owner);
    await addToGroup(owner, id, officer, 'officer');
    await addToGroup(owner, id, member);
    const friend = await addMember();
    await addToGroup(owner, id, friend);
    await call(owner, 'POST', `/groups/member/remove/${id}`, { user_id: friend.id });
    await befriend(inviter, friend);
    await call(inviter, 'POST', `/groups/member/invite/${id}`, { users: String(friend.id) });
    return call(friend, 'POST', `/groups/member/accept/${id}`);
  };

  test('the removed come back by an invitation of staff, not of a member', async () => {
    expect((await removeAndInvite(member)).status).toBe(404);
    expect((await removeAndInvite(officer)).status).toBe(200);
  });

  test('an offer of the ownership ends with a removal or ban', async () => {
    const id = await addGroup(owner);
    for (const end of ['remove', 'ban']) {
      const successor = await addMember();
      await addToGroup(owner, id, successor);
      await call(owner, 'POST', `/groups/offer-ownership/${id}`, { user_id: successor.id });
      await call(owner, 'POST', `/groups/member/${end}/${id}`, { user_id: successor.id });
      if (end === 'ban')
        await call(owner, 'POST', `/groups/member/unban/${id}`, { user_id: successor.id });
      await call(successor, 'POST', `/groups/member/request/${id}`);
      await call(owner, 'POST', `/groups/member/approve/${id}`, { user_id: successor.id });
      expect((await call(successor, 'POST', `/groups/accept-ownership/${id}`)).status).toBe(404);
    }
  });

  test('the former owner is an officer, without rights over other officers', async () => {
    const id = await addGroup(owner);
    await addToGroup(owner, id, officer, 'officer');
    const successor = await addMember();
    await addToGroup(owner, id, successor);
    await call(owner, 'POST', `/groups/offer-ownership/${id}`, { user_id: successor.id });
    expect((await call(successor, 'POST', `/groups/accept-ownership/${id}`)).status).toBe(200);
    expect(await stateOf(owner, id)).toBe('officer');
    for (const path of ['demote', 'remove', 'ban'])
      expect(
        (await call(owner, 'POST', `/groups/member/${path}/${id}`, { user_id: officer.id })).status,
        path,
      ).toBe(401);
  });
});

test('the groups of a member are listed for those who may see the profile', async () => {
  const shy = await addMember();
  const id = await addGroup(owner, { title: 'Open bakers' });
  await addToGroup(owner, id, shy);
  const listed = async (as: Member | undefined) =>
    (await call(as, 'GET', '/groups', { user_id: shy.id })).body.response.map(
      (group: { group_id: number }) => group.group_id,
    );
  expect(await listed(member)).toEqual([id]);
  await block(shy, outsider);
  expect(await listed(outsider)).toEqual([]);
});

test('a new group that only members read takes nobody without approval', async () => {
  const created = await addGroup(owner, { auth_view: 'member' });
  expect((await call(outsider, 'POST', `/groups/member/join/${created}`)).status).toBe(401);
});

test('whoever still waits may join once the group takes everybody', async () => {
  const id = await addGroup(owner, { approval: 1 });
  await call(member, 'POST', `/groups/member/request/${id}`);
  const menu = async () =>
    (await call(member, 'GET', `/groups/view/${id}`)).body.gutterMenu.map(
      ({ name }: { name: string }) => name,
    );
  expect(await menu()).toEqual(['cancel']);
  await call(owner, 'PUT', `/groups/edit/${id}`, { approval: 0 });
  expect(await menu()).toEqual(['join', 'cancel']);
  expect((await call(member, 'POST', `/groups/member/join/${id}`)).status).toBe(200);
  expect(await people(owner, id, { waiting: 1 })).toMatchObject({ totalItemCount: 0 });
});

test('staff sees requests and bans of members who have blocked them', async () => {
  const id = await addGroup(owner, { privacy: 'closed' });
  const angry = await addMember({ name: 'Angry' });
  await call(angry, 'POST', `/groups/member/request/${id}`);
  await block(angry, owner);
  expect(namesOf(await people(owner, id, { waiting: 1 }))).toEqual(['Angry']);
});
