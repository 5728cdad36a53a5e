import { beforeEach, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { env } from '#server/env.ts';
import { addMember, befriend } from '../support/people.ts';
import { addGroup, addToGroup, call } from './group-world.ts';

let owner: Member;
let officer: Member;
let asker: Member;
let id: number;

beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Olga' });
  officer = await addMember({ name: 'Otto' });
  asker = await addMember({ name: 'Ann' });
  id = await addGroup(owner, { privacy: 'closed', description: 'Bread at night.' });
  await addToGroup(owner, id, officer, 'officer');
});

interface Notice {
  type: string;
  subject_count: number;
  params: { label: string };
}
const noticesOf = async (as: Member, type: string): Promise<Notice[]> =>
  (await call(as, 'GET', '/notifications')).body.recentUpdates.filter(
    (one: Notice) => one.type === type,
  );
const request = (as = asker) => call(as, 'POST', `/groups/member/request/${id}`);
const decide = (action: string, fields = {}) =>
  call(owner, 'POST', `/groups/member/${action}/${id}`, { user_id: asker.id, ...fields });

test.each(['approve', 'cancel', 'ban'])(
  'the notice of a request ends with its answer: %s',
  async (action) => {
    const other = await addMember({ name: 'Bea' });
    await request();
    await request(other);
    expect(await noticesOf(officer, 'group_approve')).toMatchObject([{ subject_count: 2 }]);
    expect((await decide(action)).status).toBe(200);
    expect(await noticesOf(officer, 'group_approve')).toMatchObject([{ subject_count: 1 }]);
    await call(other, 'POST', `/groups/member/request-cancel/${id}`);
    for (const one of [owner, officer]) expect(await noticesOf(one, 'group_approve')).toEqual([]);
  },
);

test('a request that is withdrawn and sent again does not notify again, one after an answer does', async () => {
  await request();
  await call(officer, 'POST', '/notifications/markallread');
  await call(asker, 'POST', `/groups/member/request-cancel/${id}`);
  await request();
  expect(await noticesOf(officer, 'group_approve')).toMatchObject([{ read: 1 }]);
  await decide('approve');
  await call(asker, 'POST', `/groups/member/leave/${id}`);
  await request();
  expect(await noticesOf(officer, 'group_approve')).toMatchObject([{ read: 0 }]);
});

test.each(['demote', 'remove', 'ban'])(
  'an officer has no notices for staff any more after: %s',
  async (action) => {
    const author = await addMember({ name: 'Mia' });
    await addToGroup(owner, id, author);
    await call(owner, 'PUT', `/groups/edit/${id}`, { post_policy: 'approval' });
    await call(author, 'POST', '/advancedactivity/feeds/post', {
      body: 'Please',
      subject_type: 'group',
      subject_id: id,
    });
    await request();
    const types = ['post_pending', 'group_approve'];
    for (const type of types) expect(await noticesOf(officer, type), type).toHaveLength(1);
    await call(owner, 'POST', `/groups/member/${action}/${id}`, { user_id: officer.id });
    for (const type of types) {
      expect(await noticesOf(officer, type), type).toEqual([]);
      expect(await noticesOf(owner, type), type).toHaveLength(1);
    }
  },
);

test('an invitation that meets a request lets in and notifies', async () => {
  const member = await addMember({ name: 'Mia' });
  await addToGroup(owner, id, member);
  await befriend(member, asker);
  await request();
  const invited = await call(member, 'POST', `/groups/member/invite/${id}`, {
    users: String(asker.id),
  });
  expect(invited.body).toEqual({ invited: 0 });
  expect(await noticesOf(asker, 'group_accepted')).toHaveLength(1);
  expect(await noticesOf(asker, 'group_invite')).toEqual([]);
  expect(await noticesOf(officer, 'group_approve')).toEqual([]);
});

test('the notice of an invitation to a secret group has its name only', async () => {
  const secret = await addGroup(owner, {
    title: 'Whisper',
    description: 'Behind the mill',
    privacy: 'secret',
  });
  await befriend(owner, asker);
  await call(owner, 'POST', `/groups/member/invite/${secret}`, { users: String(asker.id) });
  expect(await noticesOf(asker, 'group_invite')).toMatchObject([{ params: { label: 'Whisper' } }]);
  const { body } = await call(asker, 'GET', `/groups/view/${secret}`);
  expect(body.response).toMatchObject({ title: 'Whisper', description: '' });
});
