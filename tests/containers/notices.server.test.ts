import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notifyOfCustody } from '#domains/containers/ownership/custody.server.ts';
import { notifyOfWidening } from '#domains/containers/settings.server.ts';
import { composeNotificationMail } from '#domains/notifications/mails/notification-mail.server.ts';
import { sendPushes } from '#domains/notifications/push/deliver.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { postNotifications } from '#domains/posts/announcements/post-notifications.server.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import type { WallType } from '#lib/container-types.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { openLoopback } from '#server/fetching/guard.ts';
import { sql } from '#server/sql.ts';
import { addGroup, call } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { addMember, befriend, block } from '../support/people.ts';
import { startPushService, type PushService } from '../support/push-service.ts';
import { addContainer, addContainerPost, addMembership } from './container-world.ts';

// Notices about containers, and their copies as mails and pushes.

let service: PushService;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  service = await startPushService();
});
afterAll(() => service.stop());

let owner: Member;
let bo: Member;
beforeEach(async () => {
  [owner, bo] = [await addMember({ name: 'Olga' }), await addMember({ name: 'Bo' })];
  await befriend(owner, bo);
});

interface Notice {
  type: string;
  read: number;
  feed_title: string;
}
const noticesOf = async (as: Member): Promise<Notice[]> =>
  (await call(as, 'GET', '/notifications')).body.recentUpdates;
/** Types of the unread notices, which are read then. */
async function takeUnread(as: Member): Promise<string[]> {
  const unread = (await noticesOf(as)).filter(({ read }) => !read);
  await call(as, 'POST', '/notifications/markallread');
  return unread.map(({ type }) => type);
}

const kinds = [
  {
    type: 'group' as const,
    add: addGroup,
    calls: {
      offer: ['/groups/offer-ownership/', 'user_id'],
      promote: ['/groups/member/promote/', 'user_id'],
      demote: ['/groups/member/demote/', 'user_id'],
      invite: ['/groups/member/invite/', 'users'],
      revoke: ['/groups/member/cancel/', 'user_id'],
      decline: ['/groups/member/ignore/', ''],
      leave: ['/groups/member/leave/', ''],
    },
    notices: { offer: 'group_ownership', promote: 'group_promote', invite: 'group_invite' },
  },
  {
    type: 'page' as const,
    add: addPage,
    calls: {
      offer: ['/sitepage/offer-ownership/', 'user_id'],
      promote: ['/sitepage/changerole/', 'member_id', { role: 'admin' }],
      demote: ['/sitepage/changerole/', 'member_id', { role: 'member' }],
      invite: ['/sitepage/invite-members/', 'users'],
      revoke: ['/sitepage/reject-pending/', 'member_id'],
      decline: ['/sitepage/reject-invite/', ''],
      leave: ['/sitepage/leave/', ''],
    },
    notices: { offer: 'sitepage_ownership', promote: 'sitepage_admin', invite: 'sitepage_invite' },
  },
] as const;

describe.each(kinds)('notices about a $type', ({ type, add, calls, notices }) => {
  let id: number;
  beforeEach(async () => void (id = await add(owner)));

  async function act(as: Member, action: keyof typeof calls): Promise<void> {
    const [path, field, fields = {}] = calls[action];
    const target = field ? { [field]: String(bo.id) } : {};
    const { status, text } = await call(as, 'POST', `${path}${id}`, { ...fields, ...target });
    expect(status, `${action}: ${text}`).toBeLessThan(300);
  }

  test('come again when the same happens again', async () => {
    await addMembership({ type, id }, bo);
    await act(owner, 'offer');
    expect(await takeUnread(bo)).toEqual([notices.offer]);
    await db.execute(sql`update ownership_offers set expires_at = now()`);
    await act(owner, 'offer');
    expect(await takeUnread(bo)).toEqual([notices.offer]);
    for (let turn = 0; turn < 2; turn += 1) {
      await act(owner, 'promote');
      expect(await takeUnread(bo)).toEqual([notices.promote]);
      await act(owner, 'demote');
    }
    for (let turn = 0; turn < 2; turn += 1) {
      await db.transaction((tx) => notifyOfCustody(tx, { type, id }));
      expect(await takeUnread(bo)).toEqual(['container_ownerless']);
    }
  });

  test('end with the invitation that they are for, and the next one notifies again', async () => {
    for (const end of ['revoke', 'decline'] as const) {
      await act(owner, 'invite');
      expect(await takeUnread(bo)).toEqual([notices.invite]);
      await act(end === 'revoke' ? owner : bo, end);
      expect(await noticesOf(bo)).toEqual([]);
    }
  });

  test('end with the membership, with those of posts there that went to members', async () => {
    const other = await addContainer(owner, { type });
    for (const one of [{ type, id }, other]) {
      await addMembership(one, bo);
      await db.execute(sql`
        update containers set widened_at = now() where type = ${one.type} and id = ${one.id}`);
      await notifyOfWidening({ ...one, actorId: owner.id });
      const postId = await addContainerPost(one, owner);
      await postNotifications.work({ postId, actorId: owner.id, type: 'group_post', level: 0 }, {
        signal: new AbortController().signal,
      } as never);
    }
    expect(await noticesOf(bo)).toHaveLength(4);
    await act(bo, 'leave');
    const left = await db.execute(sql`
      select subject_type as type, subject_id as id
      from notifications
      where recipient_id = ${bo.id} and subject_type = ${type}`);
    expect(left).toEqual([{ type, id: other.id }]);
    expect(await noticesOf(bo)).toHaveLength(type === 'group' ? 2 : 3);
  });
});

test('all members are notified of a wider audience, each time, and by no name', async () => {
  const group = await addContainer(owner);
  await addMembership(group, bo);
  await block(bo, owner);
  for (let turn = 2; turn > 0; turn -= 1) {
    await db.execute(sql`
      update containers set widened_at = now() - make_interval(days => 31 * ${turn}::int)
      where id = ${group.id}`);
    // Cut off, the job runs again.
    for (let run = 0; run < 2; run += 1) await notifyOfWidening({ ...group, actorId: owner.id });
    const unread = (await noticesOf(bo)).filter(({ read }) => !read);
    expect(unread.map(({ feed_title: text }) => text)).toEqual([
      'More people can read the group from now on. Older posts are still for members only.',
    ]);
    await takeUnread(bo);
  }
  expect(await noticesOf(bo)).toHaveLength(2);
  expect(await noticesOf(owner)).toEqual([]);
});

/** The items of a mail with all that is unread, as its job would compose it. */
async function mailOf(member: Member) {
  const mailId = randomUUID();
  await db.execute(sql`
    insert into notification_mails (id, member_id, frequency)
    values (${mailId}, ${member.id}, 'daily')`);
  await db.execute(sql`
    update notifications set mail_id = ${mailId} where recipient_id = ${member.id}`);
  return (await composeNotificationMail({ mailId }))?.items ?? [];
}

/** The pushes of all that is unread, as a job would send them to a device of the member. */
async function pushedTo(member: Member): Promise<Array<{ type: string }>> {
  const { status } = await call(member, 'POST', '/notifications/push', service.subscription());
  expect(status).toBe(200);
  const [device] = await db.execute<{ sessionId: number; ids: number[] | null }>(sql`
    select device.session_id as "sessionId",
      (select json_agg(n.id) from notifications n where n.recipient_id = ${member.id}) as ids
    from push_subscriptions device
    where device.member_id = ${member.id}`);
  service.pushed = [];
  await sendPushes({ sessionId: Number(device!.sessionId), ids: device!.ids ?? [] });
  return service.pushed.map(({ payload }) => payload as { type: string });
}
const pushesOf = async (member: Member) => (await pushedTo(member)).map(({ type }) => type);

describe('mails and pushes', () => {
  beforeAll(() => openLoopback(true));
  afterAll(() => openLoopback(false));

  test('reach moderators of the site about what they read by that right alone', async () => {
    const moderator = await addMember({ role: 'moderator' });
    const [secret, pending] = [
      await addContainer(owner, { visibility: 'members', isListed: false }),
      await addContainer(owner, { type: 'page', state: 'pending' }),
    ];
    for (const container of [secret, pending]) {
      await db.execute(sql`
        update containers
        set owner_id = case when state = 'open' then null else owner_id end,
          state = case when state = 'open' then 'archived' else state end
        where type = ${container.type} and id = ${container.id}`);
      await db.transaction((tx) => notifyOfCustody(tx, container));
    }
    for (const [member, count] of [
      [moderator, 2],
      // Whoever is a moderator no longer.
      [{ ...moderator, role: 'member' }, 0],
    ] as const) {
      await db.execute(sql`update members set role = ${member.role} where id = ${member.id}`);
      expect(await mailOf(member)).toHaveLength(count);
      expect(await pushesOf(member)).toEqual(Array(count).fill('container_ownerless'));
    }
  });

  test.each(['group', 'page', 'event'] as WallType[])(
    'about a post in a closed %s go to its members only',
    async (type) => {
      const container = await addContainer(owner, { type });
      const people = {
        member: await addMember(),
        left: await addMember(),
        banned: await addMember(),
        follower: await addMember(),
        moderator: await addMember({ role: 'moderator' }),
      };
      for (const one of Object.values(people)) await befriend(owner, one);
      await createPost(db, owner, {
        body: `Hello ${Object.values(people)
          .map(({ username }) => `@${username}`)
          .join(' ')}`,
        audience: 'everyone',
        tagged: [],
        uri: '',
        target: { type, id: container.id, isInItsName: false },
      });
      await db.execute(sql`
        update containers set visibility = 'members'
        where type = ${type} and id = ${container.id}`);
      await addMembership(container, people.member);
      await addMembership(container, people.left, { state: 'none' });
      await addMembership(container, people.banned, { state: 'banned' });
      await addMembership(container, people.follower, { state: 'none', isFollowing: true });
      for (const [who, member] of Object.entries(people)) {
        const isSent = who === 'member';
        expect((await mailOf(member)).length, who).toBe(isSent ? 1 : 0);
        expect(await pushesOf(member), who).toEqual(isSent ? ['mentioned'] : []);
      }
    },
  );

  test('name a group to whoever may still know of it alone', async () => {
    const states: Array<[string, boolean, (id: number) => Promise<unknown>]> = [
      ['invited', true, async () => undefined],
      [
        'revoked',
        false,
        (id) => call(owner, 'POST', `/groups/member/cancel/${id}`, { user_id: bo.id }),
      ],
      // The invitation ends otherwise, and its notice stays.
      [
        'ended',
        false,
        (id) =>
          db.execute(sql`
          update memberships set state = 'none'
          where type = 'group' and id = ${id} and member_id = ${bo.id}`),
      ],
    ];
    for (const [why, isKnown, change] of states) {
      await db.execute(sql`delete from notifications where recipient_id = ${bo.id}`);
      const id = await addGroup(owner, { title: 'Night watch', privacy: 'secret' });
      await call(owner, 'POST', `/groups/member/invite/${id}`, { users: String(bo.id) });
      await change(id);
      const mail = await mailOf(bo);
      expect(
        mail.map(({ quote }) => quote),
        why,
      ).toEqual(isKnown ? ['Night watch'] : []);
      // Pushes name nothing: the device asks when it shows them.
      expect(await pushedTo(bo), why).toEqual(
        isKnown ? [{ type: 'group_invite', id: expect.any(Number) }] : [],
      );
    }
    // A post with a mention, whose group is made secret before the mail leaves.
    await db.execute(sql`delete from notifications where recipient_id = ${bo.id}`);
    const id = await addGroup(owner, { title: 'Night watch' });
    await call(owner, 'POST', '/advancedactivity/feeds/post', {
      body: `Hello @${bo.username}`,
      subject_type: 'group',
      subject_id: id,
    });
    await call(owner, 'POST', `/groups/edit/${id}`, { privacy: 'secret' });
    expect(await mailOf(bo)).toEqual([]);
    expect(await pushedTo(bo)).toEqual([]);
  });
});
