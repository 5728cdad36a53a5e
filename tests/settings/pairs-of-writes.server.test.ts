import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintLink, type LinkPurpose } from '#domains/auth/email-tokens.server.ts';
import { hashPassword } from '#domains/auth/passwords.server.ts';
import { verifyEmail } from '#domains/auth/signup.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { confirmNewEmail } from '#domains/settings/general.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { startJobs, stopJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { goodPassword, person, somebody } from '../auth/people.ts';
import { fixture } from '../support/files.ts';
import { everyPair, outcome, runPairs, type Write } from '../support/pairs-of-writes.ts';
import { addMember, addPost } from '../support/people.ts';
import { credentialsOf, send, type Fields } from '../support/rest.ts';

// Runs every pair of a member's writes concurrently, each by a member without any of the rows yet
// (docs/locking.md).

/** A member with posts to act on, used by no other pair, so that a failure belongs to its pair. */
interface World {
  member: Member;
  email: string;
  ownPost: number;
  other: Member;
  post: number;
  resetCode: string;
  emailCode: string;
}

let passwordHash: string;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 100_000;
  await startJobs([]);
  passwordHash = await hashPassword(goodPassword);
});
afterAll(() => stopJobs());

async function linkCode(purpose: LinkPurpose, memberId: number): Promise<string> {
  const codes = await mintLink(purpose, memberId, `${purpose} ${memberId}`);
  return codes!.token + codes!.code;
}

async function newWorld(): Promise<World> {
  const [member, other] = await Promise.all([addMember(), addMember()]);
  const [ownPost, post] = await Promise.all([addPost(member), addPost(other)]);
  const [row] = await db.execute<{ email: string }>(sql`
    update members set password_hash = ${passwordHash}, new_email = 'new-' || email
    where id = ${member.id} returning email`);
  const resetCode = await linkCode('reset', member.id);
  const emailCode = await linkCode('email', member.id);
  await credentialsOf(member);
  return { member, email: row!.email, ownPost, other, post, resetCode, emailCode };
}

const post =
  (path: string, fields: Fields | ((world: World) => Fields) = {}): Write<World> =>
  (world) =>
    send('POST', path, typeof fields === 'function' ? fields(world) : fields, { as: world.member });

function photo(): FormData {
  const form = new FormData();
  form.set('photo', fixture('alpha.png'));
  return form;
}

const newPassword = 'another lantern over water';

const writes: Record<string, Write<World>> = {
  names: post('/members/edit/profile', {
    first_name: 'Ada',
    last_name: 'Quill',
    about_me: 'Names',
  }),
  details: post('/members/edit/profile', { about_me: 'Words', about_me_privacy: 'registered' }),
  privacy: post('/members/settings/privacy', { privacy: 'member', birthday_privacy: 'owner' }),
  general: post('/members/settings/general', { timezone: 'Europe/Berlin', autoplay: 1 }),
  inApp: post('/members/settings/notifications', { liked: 1 }),
  copies: post('/members/settings/advancednotifications', {
    push: 0,
    quiet_from: '22:00',
    quiet_to: '06:00',
  }),
  receipts: post('/messages/marks', { typing: 0, reading: 0 }),
  newPost: post('/advancedactivity/feeds/post', { body: 'Hello' }),
  deletePost: ({ member, ownPost }) =>
    send('DELETE', '/advancedactivity/delete', { action_id: ownPost }, { as: member }),
  share: post('/activity/share', (world) => ({
    type: 'activity_action',
    id: world.post,
    body: 'Look',
  })),
  like: post('/advancedactivity/like', (world) => ({ action_id: world.post })),
  comment: post('/advancedactivity/comment', (world) => ({ action_id: world.post, body: 'Hello' })),
  save: post('/advancedactivity/update-save-feed', (world) => ({ action_id: world.post })),
  hide: post('/advancedactivity/feeds/hide-item', (world) => ({
    type: 'activity_action',
    id: world.post,
  })),
  mute: post('/notifications/mute', (world) => ({
    type: 'activity_action',
    id: world.post,
    mute: 1,
  })),
  befriend: post('/user/add', ({ other }) => ({ user_id: other.id })),
  dismiss: post('/suggestions/remove', ({ other }) => ({ user_id: other.id })),
  block: post('/block/add', ({ other }) => ({ user_id: other.id })),
  message: post('/messages/compose', ({ other }) => ({
    toValues: other.id,
    title: 'Hello',
    body: 'Hello',
  })),
  read: post('/notifications/markallread'),
  seen: post('/notifications/mark-friend-request-read'),
  signOut: post('/auth/sessions/revoke', { others: 1 }),
};

/**
 * Password hashing is slow, so these are paired only with each other and with writes that share
 * rows.
 */
const accountWrites: Record<string, Write<World>> = {
  logIn: ({ email }) => send('POST', '/login', { email, password: goodPassword }),
  password: post('/members/settings/password', {
    oldPassword: goodPassword,
    password: newPassword,
    passwordConfirm: newPassword,
  }),
  email: post('/members/settings/general', ({ member }) => ({
    email: `later-${member.username}@hearth.example`,
    password: goodPassword,
  })),
  confirmEmail: ({ member, emailCode }) =>
    outcome(confirmNewEmail({ code: emailCode, uid: member.id }, somebody())),
  reset: ({ member, resetCode }) =>
    send('POST', '/reset-password', {
      code: resetCode,
      uid: member.id,
      password: newPassword,
      confirm_password: newPassword,
    }),
  twoFactor: post('/members/settings/two-factor/start', { password: goodPassword }),
  export: post('/members/settings/export', { password: goodPassword }),
  leave: ({ member }) =>
    send('DELETE', '/members/settings/delete', { password: goodPassword }, { as: member }),
  names: writes.names!,
  general: writes.general!,
  privacy: writes.privacy!,
  signOut: writes.signOut!,
};

const pictureWrites: Record<string, Write<World>> = {
  picture: ({ member }) => send('POST', '/members/edit/photo', {}, { as: member, form: photo() }),
  noPicture: ({ member }) => send('DELETE', '/members/edit/remove-photo', {}, { as: member }),
  names: writes.names!,
  privacy: writes.privacy!,
  newPost: writes.newPost!,
};

test('each write of the table succeeds alone', { timeout: 60_000 }, async () => {
  const refused: string[] = [];
  for (const [name, write] of Object.entries({ ...writes, ...accountWrites, ...pictureWrites })) {
    const { status, text } = await write(await newWorld());
    if (status >= 300) refused.push(`${name}: ${text}`);
  }
  expect(refused).toEqual([]);
});

test.each([
  ['a member', writes],
  ['an account', accountWrites],
  ['a picture', pictureWrites],
])('no two writes of %s deadlock', { timeout: 300_000 }, async (_, calls) => {
  const failed = await runPairs(everyPair(Object.keys(calls)), async (one, second) => {
    const world = await newWorld();
    return Promise.all([calls[one]!(world), calls[second]!(world)]);
  });
  expect(failed).toEqual([]);
});

test.each([2, 5])('%i concurrent first edits of a profile and a log-in', async (count) => {
  const failed: string[] = [];
  for (let round = 0; round < 30; round += 1) {
    const world = await newWorld();
    const edits = ['names', 'details', 'names', 'privacy', 'details']
      .slice(0, count)
      .map((name) => writes[name]!(world));
    const answers = await Promise.all([...edits, accountWrites.logIn!(world)]);
    for (const answer of answers) if (answer.status !== 200) failed.push(answer.text);
    const rows = await db.execute(sql`
      select 1 from profile_details where member_id = ${world.member.id} and about_me <> ''`);
    expect(rows).toHaveLength(1);
  }
  expect(failed).toEqual([]);
});

test('two sign-ups for one address confirmed at once: one becomes a member, the other gets an error', async () => {
  for (let round = 0; round < 20; round += 1) {
    const email = `twice${round}@hearth.example`;
    const signups = [
      await person({ status: 'pending', email }),
      await person({ status: 'pending', email }),
    ];
    const links = await Promise.all(
      signups.map(({ id }) => mintLink('verify', id, `verify ${id}`)),
    );
    const answers = await Promise.all(
      links.map((codes) =>
        outcome(verifyEmail({ token: codes!.token, verify: codes!.code, email }, somebody())),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const left = await db.execute(sql`select status from members where email = ${email}`);
    expect(left).toEqual([{ status: 'active' }]);
  }
});
