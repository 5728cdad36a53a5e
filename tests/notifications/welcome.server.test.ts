import { beforeAll, expect, test } from 'vitest';
import type { Signup } from '#domains/auth/auth.schema.ts';
import { mintLink } from '#domains/auth/email-tokens.server.ts';
import { signUp, verifyEmail } from '#domains/auth/signup.server.ts';
import { inviteLink, signUpInvited } from '#domains/friends/invites/invite-link.server.ts';
import { readBadges } from '#domains/notifications/badges.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { goodPassword, somebody } from '../auth/people.ts';
import { addMember } from '../support/people.ts';

beforeAll(() => {
  env().RATE_LIMIT_SCALE = 1_000;
});

let count = 0;
const form = (change: Partial<Signup> = {}): Signup => {
  const email = `newcomer${process.pid}x${(count += 1)}@hearth.example`;
  return {
    email,
    password: goodPassword,
    passconf: goodPassword,
    firstName: 'Nova',
    lastName: 'Reed',
    timezone: 'UTC',
    language: 'en',
    terms: 1,
    ...change,
  };
};
const memberWith = async (id: number) => ({ ...(await addMember()), id, displayname: 'Nova Reed' });
const listOf = async (id: number) => listNotifications(await memberWith(id));

test('a new member gets one welcome with a link to the own profile, and no mail', async () => {
  env().EMAIL_VERIFICATION = 'off';
  const joined = await signUp(form(), somebody());
  if (joined.kind !== 'member') throw new Error('expected a member');
  const { recentUpdates, notificationsCount } = await listOf(joined.memberId);
  expect(recentUpdates).toMatchObject([
    {
      type: 'welcome',
      user_id: joined.memberId,
      subject_type: 'user',
      subject_id: joined.memberId,
      object_type: 'user',
      object_id: joined.memberId,
      read: 0,
      feed_title: 'Welcome! Add a photo and a few words about yourself to your profile.',
      url: `/profile/${joined.memberId}`,
      subject: { displayname: 'Nova Reed' },
      action_type_body_params: [],
    },
  ]);
  expect([
    notificationsCount,
    (await readBadges(await memberWith(joined.memberId))).notifications,
  ]).toEqual([1, 1]);
  expect(
    await db.execute(
      sql`select 1 from notification_deliveries where member_id = ${joined.memberId}`,
    ),
  ).toHaveLength(0);
});

test('members who must confirm their address get it then, and see who invited them', async () => {
  env().EMAIL_VERIFICATION = 'required';
  const inviter = await addMember({ name: 'Ada' });
  const invite = new URL(inviteLink(inviter.id)).searchParams.get('invite')!;
  const waiting = await signUpInvited(form({ invite }), somebody());
  if (waiting.kind !== 'pending') throw new Error('expected a pending sign-up');
  const listTypes = async () =>
    (await listOf(waiting.id)).recentUpdates.map(({ type }) => type).toSorted();
  expect(await listTypes()).toEqual([]);
  const { token, code } = (await mintLink('verify', waiting.id, 'a-job'))!;
  await Promise.all(
    [1, 2].map(() => verifyEmail({ token, verify: code }, somebody()).catch(() => undefined)),
  );
  expect(await listTypes()).toEqual(['friend_request', 'welcome']);
});
