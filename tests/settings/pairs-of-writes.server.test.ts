import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSession } from '#domains/auth/sessions.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { startJobs, stopJobs } from '#server/jobs.ts';
import { addMember, addPost } from '../support/people.ts';
import { send } from '../support/rest.ts';

// Every pair of one member's writes at once, each by somebody who has none of the rows yet (docs/locking.md).

let other: Member;
let post: number;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 100_000;
  await startJobs([]);
  other = await addMember({ name: 'Other' });
  post = await addPost(other);
});
afterAll(stopJobs);

type Write = [path: string, fields: Record<string, string | number>];

const writes: Record<string, Write> = {
  names: ['/members/edit/profile', { first_name: 'Ada', last_name: 'Quill', about_me: 'Names and words' }],
  details: ['/members/edit/profile', { about_me: 'Words', about_me_privacy: 'registered' }],
  privacy: ['/members/settings/privacy', { privacy: 'member', birthday_privacy: 'owner' }],
  general: ['/members/settings/general', { timezone: 'Europe/Berlin', autoplay: 1 }],
  inApp: ['/members/settings/notifications', { liked: 1 }],
  copies: ['/members/settings/advancednotifications', { push: 0, quiet_from: '22:00', quiet_to: '06:00' }],
  marks: ['/messages/marks', { typing: 0, reading: 0 }],
  post: ['/advancedactivity/feeds/post', { body: 'Hello' }],
  like: ['/advancedactivity/like', { action_id: 0 }],
  comment: ['/advancedactivity/comment', { action_id: 0, body: 'Hello' }],
  save: ['/advancedactivity/update-save-feed', { action_id: 0 }],
  hide: ['/advancedactivity/feeds/hide-item', { type: 'activity_action', id: 0 }],
  mute: ['/notifications/mute', { type: 'activity_action', id: 0, mute: 1 }],
  befriend: ['/user/add', { user_id: 0 }],
  block: ['/block/add', { user_id: 0 }],
  write: ['/messages/compose', { toValues: 0, title: 'Hello', body: 'Hello' }],
  read: ['/notifications/markallread', {}],
  signOut: ['/auth/sessions/revoke', { others: 1 }],
};

const run = (member: Member, [path, fields]: Write) => {
  const named = Object.entries(fields).map(([name, value]) => {
    if (value !== 0 || !['action_id', 'id', 'user_id', 'toValues'].includes(name)) return [name, value];
    return [name, name === 'user_id' || name === 'toValues' ? other.id : post];
  });
  return send('POST', path, Object.fromEntries(named) as Record<string, string | number>, { as: member });
};

const names = Object.keys(writes);
const pairs = names.flatMap((one, index) => names.slice(index).map((second) => [one, second] as const));

test('no two writes of a member stand in each other’s way', { timeout: 300_000 }, async () => {
  const failed: string[] = [];
  for (const [one, second] of pairs) {
    const member = await addMember();
    const answers = await Promise.all([run(member, writes[one]!), run(member, writes[second]!)]);
    for (const { status, text } of answers) if (status >= 500) failed.push(`${one} and ${second}: ${text.slice(0, 120)}`);
  }
  expect(failed).toEqual([]);
});

test('many first edits of a profile at once, and a log-in among them', async () => {
  const failed: string[] = [];
  for (let round = 0; round < 30; round += 1) {
    const member = await addMember();
    const edits = ['names', 'details', 'names', 'privacy', 'details'].map((name) => run(member, writes[name]!));
    const answers = await Promise.all([...edits, db.transaction((tx) => createSession(tx, member.id, 'test', '')).then(() => undefined)]);
    for (const answer of answers) if (answer && answer.status !== 200) failed.push(answer.text);
    const rows = await db.execute(sql`select 1 from profile_details where member_id = ${member.id} and about_me <> ''`);
    expect(rows).toHaveLength(1);
  }
  expect(failed).toEqual([]);
});
